#include <bellwether/coclustering/problem.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether::coclustering {

Index Problem::stored() const {
  Index sum = 0;
  for (const Joint& joint : collections) sum += static_cast<Index>(joint.items.counts.size());
  return sum;
}

View Problem::items_by(std::size_t collection, std::span<const int> features) const {
  const Joint& joint = collections[collection];
  return {.lines = &joint.items,
          .other = features,
          .parts = features.empty() ? joint.features.size() : Index{feature_clusters},
          .total = joint.total,
          .weight = lambdas[collection] / joint.total,
          .logs = joint.whole ? &*logs : nullptr};
}

std::vector<View> Problem::features_by(std::span<const std::vector<int>> items) const {
  std::vector<View> views;
  for (std::size_t a = 0; a < collections.size(); ++a) {
    const Joint& joint = collections[a];
    View view{.lines = &joint.features,
              .parts = joint.items.size(),
              .total = joint.total,
              .weight = lambdas[a] / joint.total,
              .logs = joint.whole ? &*logs : nullptr};
    if (!items.empty()) {
      view.other = items[a];
      view.parts = clusters[a];
    }
    views.push_back(view);
  }
  return views;
}

void require_co_clusterable(const Rows& items, int clusters) {
  require<InvalidOption>(clusters >= 1, "{} clusters were asked for: ask for at least 1", clusters);
  require(items.rows() >= 1, "there are no items");
  require(items.columns() >= 1, "the items have no features");
  require(clusters <= items.rows(), "{} clusters were asked for, but there {} only {}: ask for fewer",
          clusters, items.rows() == 1 ? "is" : "are",
          items.rows() == 1 ? "1 item" : fmt::format("{} items", items.rows()));
}

namespace {

/// Items without counts are alike, and no cluster's own.
void require_different(const Rows& items, const Joint& joint, int clusters) {
  const bool any_without = lines_with_counts(joint.items) < joint.items.size();
  require(
      has_distinct_rows(items, Index{clusters} + (any_without ? 1 : 0)),
      "{} clusters were asked for, but fewer of the {} items are different and have counts: ask for fewer "
      "clusters",
      clusters, items.rows());
}

}  // namespace

Problem make_problem(const Rows& items, int clusters, int feature_clusters) {
  require_co_clusterable(items, clusters);
  Problem problem;
  add_collection(problem, joint_of(items, "the items"), 1, clusters);
  require_different(items, problem.collections[0], clusters);
  settle_feature_clusters(problem, feature_clusters);
  return problem;
}

void add_collection(Problem& problem, Joint joint, double lambda, int clusters) {
  const Index most = lines_with_counts(joint.items);
  problem.clusters.push_back(static_cast<int>(std::min<Index>(clusters, most)));
  problem.lambdas.push_back(lambda);
  problem.collections.push_back(std::move(joint));
}

void settle_feature_clusters(Problem& problem, int feature_clusters) {
  Index with_counts = 0;
  for (Index z = 0; z < problem.features(); ++z)
    with_counts += std::ranges::any_of(problem.collections,
                                       [&](const Joint& joint) { return joint.features.masses[z] > 0; })
                       ? 1
                       : 0;
  problem.feature_clusters = static_cast<int>(std::min<Index>(feature_clusters, with_counts));
  double largest = 1;
  for (const Joint& joint : problem.collections)
    if (joint.whole) largest = std::max(largest, joint.total);
  problem.logs.emplace(largest);
}

std::vector<double> counts_of(const Joint& joint, std::span<const int> items, int clusters,
                              std::span<const int> features, int feature_clusters) {
  std::vector<double> counts(static_cast<std::size_t>(Index{clusters} * feature_clusters), 0);
  for (Index i = 0; i < joint.items.size(); ++i) {
    const Line line = joint.items.line(i);
    double* const row = counts.data() + Index{items[i]} * feature_clusters;
    for (std::size_t k = 0; k < line.counts.size(); ++k) row[features[line.places[k]]] += line.counts[k];
  }
  return counts;
}

Matrix table_of(const Joint& joint, std::span<const int> items, int clusters, std::span<const int> features,
                int feature_clusters) {
  const auto counts = counts_of(joint, items, clusters, features, feature_clusters);
  Matrix table(clusters, feature_clusters);
  for (Index at = 0; at < table.size(); ++at) table.data()[at] = counts[at] / joint.total;
  return table;
}

/// I = 1/n sum n_rs log(n n_rs / (n_r n_s)), the terms as they are: their sum has no large parts that cancel.
double information_of_counts(std::span<const double> counts, Index columns) {
  const Index rows = static_cast<Index>(counts.size()) / columns;
  std::vector<double> row_sums(static_cast<std::size_t>(rows), 0), column_sums(columns, 0);
  double total = 0;
  for (Index r = 0; r < rows; ++r)
    for (Index s = 0; s < columns; ++s) {
      row_sums[r] += counts[r * columns + s];
      column_sums[s] += counts[r * columns + s];
      total += counts[r * columns + s];
    }
  double sum = 0;
  for (Index r = 0; r < rows; ++r)
    for (Index s = 0; s < columns; ++s)
      if (const double count = counts[r * columns + s]; count > 0)
        sum += count * std::log(count / row_sums[r] * (total / column_sums[s]));
  return sum / total;
}

double loss(const Problem& problem, std::span<const std::vector<double>> tables) {
  double sum = 0;
  for (std::size_t a = 0; a < problem.collections.size(); ++a)
    sum += problem.lambdas[a] *
           (problem.collections[a].information - information_of_counts(tables[a], problem.feature_clusters));
  return std::max(sum, 0.0);
}

double loss(const Problem& problem, const Labels& labels) {
  std::vector<std::vector<double>> tables;
  for (std::size_t a = 0; a < problem.collections.size(); ++a)
    tables.push_back(counts_of(problem.collections[a], labels.items[a], problem.clusters[a], labels.features,
                               problem.feature_clusters));
  return loss(problem, tables);
}

}  // namespace bellwether::coclustering
