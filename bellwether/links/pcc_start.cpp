#include <bellwether/links/pcc_start.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <bellwether/engine/shards.h>
#include <bellwether/links/union_find.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether::pcc_parts {
namespace {

constexpr int contradictory = -2;

/// The cluster that seeds give each set, by its first item; or `unlabelled` or `contradictory`.
std::vector<int> cluster_of_sets(UnionFind& sets, const std::vector<int>& seeds, Index items) {
  std::vector<int> cluster(static_cast<std::size_t>(items), unlabelled);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    int& of_set = cluster[sets.root(static_cast<Index>(i))];
    of_set = of_set == unlabelled || of_set == seeds[i] ? seeds[i] : contradictory;
  }
  return cluster;
}

/// Sums of items, and how many.
struct Sums {
  Matrix sums;
  Vector counts;
  Sums(Index rows, Index columns) : sums(Matrix::Zero(rows, columns)), counts(Vector::Zero(rows)) {}
  void add(Index row, const Rows& items, Index item) {
    items.visit([&](const auto& rows) { add_row(sums, row, rows.row(item)); });
    counts[row] += 1;
  }
  Matrix means() const { return counts.cwiseMax(1).cwiseInverse().asDiagonal() * sums; }
};

/// Fills unknown starts with neighbourhoods by weighted farthest-first traversal.
void traverse(const Matrix& centres, const Vector& sizes, Matrix& means, std::vector<bool>& known) {
  const Index count = centres.rows();
  Vector distance = Vector::Constant(count, std::numeric_limits<double>::infinity());
  Vector weighted = sizes;  // as long as there is no start to be far from
  const auto measure = [&](Index start) {
    distance = distance.cwiseMin((centres.rowwise() - means.row(start)).rowwise().norm());
    weighted = distance.cwiseProduct(sizes);
  };
  std::vector<bool> used(static_cast<std::size_t>(count), false);
  for (std::size_t h = 0; h < known.size(); ++h)
    if (known[h]) measure(static_cast<Index>(h));
  Index left = count;
  for (std::size_t h = 0; h < known.size() && left > 0; ++h) {
    if (known[h]) continue;
    Index best = -1;
    for (Index g = 0; g < count; ++g)
      if (!used[g] && (best < 0 || weighted[g] > weighted[best])) best = g;
    used[best] = known[h] = true;
    --left;
    means.row(static_cast<Index>(h)) = centres.row(best);
    measure(static_cast<Index>(h));
  }
}

double squared_distance(std::span<const double> row, const Eigen::RowVectorXd& mean, double) {
  return kernels::squared_distance(row.data(), mean.data(), mean.size());
}

double squared_distance(const SparseRow& row, const Eigen::RowVectorXd& mean, double squared_norm) {
  double sum = squared_norm;
  for (std::size_t j = 0; j < row.values.size(); ++j)
    sum += row.values[j] * (row.values[j] - 2 * mean[row.columns[j]]);
  return std::max(0.0, sum);
}

/// Takes a start into account: how far each item is from the nearest.
void approach(const Rows& items, const Eigen::RowVectorXd& mean, std::vector<double>& distances,
              const Run& run) {
  const double squared_norm = mean.squaredNorm();
  for_each_shard(
      items,
      [&](const Shard& shard) {
        shard.rows.visit([&](const auto& rows) {
          for (Index i = 0; i < rows.rows; ++i) {
            double& nearest = distances[shard.begin + i];
            nearest = std::min(nearest, squared_distance(rows.row(i), mean, squared_norm));
          }
        });
      },
      run);
}

}  // namespace

Neighbourhoods::Neighbourhoods(const Rows& items, const Knowledge& knowledge, int clusters)
    : known_(static_cast<std::size_t>(clusters), false) {
  UnionFind sets(items.rows());
  for (const auto& [a, b] : knowledge.must_link) sets.join(a, b);
  const auto cluster = cluster_of_sets(sets, knowledge.seeds, items.rows());
  std::vector<Index> sizes(static_cast<std::size_t>(items.rows()), 0);
  for (Index i = 0; i < items.rows(); ++i) ++sizes[sets.root(i)];

  std::vector<Index> number(sizes.size(), -1);
  Index neighbourhoods = 0;
  for (Index i = 0; i < items.rows(); ++i)
    if (sizes[i] > 1 && cluster[i] == unlabelled) number[i] = neighbourhoods++;

  Sums seeded(clusters, items.columns()), unseeded(neighbourhoods, items.columns());
  for (Index i = 0; i < items.rows(); ++i) {
    const Index set = sets.root(i);
    const int seed = knowledge.has_seeds() ? knowledge.seeds[i] : unlabelled;
    const int goes_to = seed != unlabelled ? seed : cluster[set];
    if (goes_to >= 0)
      seeded.add(goes_to, items, i);
    else if (number[set] >= 0)
      unseeded.add(number[set], items, i);
  }
  means_ = seeded.means();
  for (int h = 0; h < clusters; ++h) known_[h] = seeded.counts[h] > 0;
  from_links_ = neighbourhoods > 0 && std::ranges::count(known_, false) > 0;
  if (neighbourhoods > 0) traverse(unseeded.means(), unseeded.counts, means_, known_);
}

Matrix Neighbourhoods::first_means(const Rows& items, Start start, Random random, const Run& run) const {
  if (std::none_of(known_.begin(), known_.end(), [](bool known) { return known; }))
    return start_means(start, items, static_cast<int>(means_.rows()), random, run);

  Matrix means = means_;
  // By chance means that every item is equally far.
  const double unmeasured = start == Start::random ? 1 : std::numeric_limits<double>::infinity();
  std::vector<double> distances(static_cast<std::size_t>(items.rows()), unmeasured);
  if (start == Start::plus_plus)
    for (std::size_t h = 0; h < known_.size(); ++h)
      if (known_[h]) approach(items, means.row(static_cast<Index>(h)), distances, run);
  for (std::size_t h = 0; h < known_.size(); ++h) {
    if (known_[h]) continue;
    const bool far = std::accumulate(distances.begin(), distances.end(), 0.0) > 0;
    const Index item = far ? random.weighted(distances) : random.below(items.rows());
    means.row(static_cast<Index>(h)) = dense_row(items, item).transpose();
    if (start == Start::plus_plus) approach(items, means.row(static_cast<Index>(h)), distances, run);
    distances[item] = 0;
  }
  return means;
}

}  // namespace bellwether::pcc_parts
