#include <bellwether/coclustering/objective.h>

#include <algorithm>

#include <bellwether/coclustering/problem.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using coclustering::Joint;

int clusters_of(std::span<const int> labels) {
  return labels.empty() ? 0 : std::ranges::max(labels) + 1;
}

void require_labels_fit(const Rows& items, std::span<const int> labels, std::span<const int> features) {
  require(static_cast<Index>(labels.size()) == items.rows() &&
              static_cast<Index>(features.size()) == items.columns(),
          "there are {} and {} labels for {} items and {} features", labels.size(), features.size(),
          items.rows(), items.columns());
  const auto counted = [](int label) { return label >= 0; };
  require(std::ranges::all_of(labels, counted) && std::ranges::all_of(features, counted),
          "every item and every feature needs a cluster, from 0");
}

}  // namespace

Matrix joint_distribution(const Rows& items) {
  const Joint joint = coclustering::joint_of(items, "the items");
  Matrix p = Matrix::Zero(items.rows(), items.columns());
  for (Index i = 0; i < items.rows(); ++i) {
    const auto line = joint.items.line(i);
    for (std::size_t k = 0; k < line.counts.size(); ++k) p(i, line.places[k]) = line.counts[k] / joint.total;
  }
  return p;
}

Matrix approximate_joint(const Rows& items, std::span<const int> labels, std::span<const int> features) {
  require_labels_fit(items, labels, features);
  const Joint joint = coclustering::joint_of(items, "the items");
  const Matrix table =
      coclustering::table_of(joint, labels, clusters_of(labels), features, clusters_of(features));
  const Vector rows = table.rowwise().sum(), columns = table.colwise().sum().transpose();
  Matrix p = Matrix::Zero(items.rows(), items.columns());
  for (Index i = 0; i < p.rows(); ++i)
    for (Index j = 0; j < p.cols(); ++j) {
      const int r = labels[i], s = features[j];
      if (table(r, s) > 0)
        p(i, j) = table(r, s) * (joint.items.masses[i] / joint.total / rows[r]) *
                  (joint.features.masses[j] / joint.total / columns[s]);
    }
  return p;
}

double information_loss(const Rows& items, std::span<const int> labels, std::span<const int> features) {
  require_labels_fit(items, labels, features);
  const Joint joint = coclustering::joint_of(items, "the items");
  const int columns = clusters_of(features);
  return joint.information -
         coclustering::information_of_counts(
             coclustering::counts_of(joint, labels, clusters_of(labels), features, columns), columns);
}

}  // namespace bellwether
