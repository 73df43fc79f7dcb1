#include <bellwether/transforms/classes.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

constexpr Index most_features = 2000;

/// The rows at `at`, dense.
Matrix gather(const Rows& items, const std::vector<Index>& at) {
  Matrix rows(static_cast<Index>(at.size()), items.columns());
  for (std::size_t i = 0; i < at.size(); ++i)
    rows.row(static_cast<Index>(i)) = dense_row(items, at[i]).transpose();
  return rows;
}

/// `labels` numbered from 0 without gaps; returns how many there are.
int close_up(std::vector<int>& labels) {
  std::vector<int> used = labels;
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (int& label : labels)
    label = static_cast<int>(std::lower_bound(used.begin(), used.end(), label) - used.begin());
  return static_cast<int>(used.size());
}

}  // namespace

std::vector<Index> Classes::sizes() const {
  std::vector<Index> sizes(static_cast<std::size_t>(count));
  for (const int label : labels) ++sizes[static_cast<std::size_t>(label)];
  return sizes;
}

void require_few_features(Index features) {
  require(features <= most_features,
          "the items have {} features, and a map of more than {} would learn more numbers than any items "
          "can tell: reduce them first ({})",
          features, most_features, remedy("svd", 30));
}

Classes classes_of(const Rows& items, std::span<const int> labels) {
  require(static_cast<Index>(labels.size()) == items.rows(), "there are {} labels for {} items",
          labels.size(), items.rows());
  require_few_features(items.columns());
  require_finite(items);
  std::vector<Index> known, fresh;
  Classes classes;
  for (Index i = 0; i < items.rows(); ++i) {
    const int label = labels[static_cast<std::size_t>(i)];
    (label == unlabelled ? fresh : known).push_back(i);
    if (label != unlabelled) classes.labels.push_back(label);
  }
  require(!known.empty(), "no item has a known class: there is nothing to learn from");
  classes.items = gather(items, known);
  classes.fresh = gather(items, fresh);
  classes.count = close_up(classes.labels);
  classes.means = means_of(classes.items, classes.labels, classes.count);
  return classes;
}

Eigen::MatrixXd within_covariance(const Classes& classes) {
  Matrix centred = classes.items;
  for (Index i = 0; i < centred.rows(); ++i)
    centred.row(i) -= classes.means.row(classes.labels[static_cast<std::size_t>(i)]);
  const auto freedom = static_cast<double>(std::max<Index>(1, centred.rows() - classes.count));
  return centred.transpose() * centred / freedom;
}

}  // namespace bellwether
