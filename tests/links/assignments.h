#pragma once
// Assignments under links again, slow and obvious: what the fast searches are checked against.

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include <bellwether/links/groups.h>

namespace bellwether::brute_force {

/// Calls `visit` with each of the clusters^count assignments.
inline void for_each_assignment(int count, int clusters,
                                const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> z(static_cast<std::size_t>(count), 0);
  while (true) {
    visit(z);
    int at = 0;
    while (at < count && ++z[at] == clusters) z[at++] = 0;
    if (at == count) return;
  }
}

inline bool keeps(const Knowledge& knowledge, const std::vector<int>& z) {
  for (const auto& [a, b] : knowledge.must_link)
    if (z[a] != z[b]) return false;
  for (const auto& [a, b] : knowledge.cannot_link)
    if (z[a] == z[b]) return false;
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i)
    if (knowledge.seeds[i] != unlabelled && knowledge.seeds[i] != z[i]) return false;
  return true;
}

/// The least sum of squared distances of an assignment that keeps all that is known; nothing if none does.
inline std::optional<double> cheapest(const Matrix& items, const Matrix& means, const Knowledge& knowledge) {
  std::optional<double> best;
  for_each_assignment(static_cast<int>(items.rows()), static_cast<int>(means.rows()), [&](const auto& z) {
    if (!keeps(knowledge, z)) return;
    double cost = 0;
    for (Index i = 0; i < items.rows(); ++i) cost += (items.row(i) - means.row(z[i])).squaredNorm();
    if (!best || cost < *best) best = cost;
  });
  return best;
}

/// COP-KMEANS as the slides print it, except that only partners already placed in this pass count (read
/// literally, the first of two partners could never be placed). Points may have weights; a cluster that no
/// point is in keeps its centre.
struct CopKMeans {
  Matrix points;
  std::vector<double> weights;
  std::set<std::pair<Index, Index>> must, cannot;  ///< both directions of each
  std::vector<int> order;

  bool violates(Index d, int cluster, const std::vector<int>& z) const {
    for (const auto& [a, b] : must)
      if (a == d && z[b] != unlabelled && z[b] != cluster) return true;
    for (const auto& [a, b] : cannot)
      if (a == d && z[b] == cluster) return true;
    return false;
  }

  /// Step 2; nothing if a point fits nowhere.
  std::optional<std::vector<int>> assign(const Matrix& means) const {
    std::vector<int> z(static_cast<std::size_t>(points.rows()), unlabelled);
    for (const int d : order) {
      double closest = std::numeric_limits<double>::infinity();
      int label = unlabelled;
      for (int k = 0; k < means.rows(); ++k) {
        const double distance = (points.row(d) - means.row(k)).squaredNorm();
        if (distance < closest && !violates(d, k, z)) closest = distance, label = k;
      }
      if (label == unlabelled) return {};
      z[d] = label;
    }
    return z;
  }

  /// Step 3.
  Matrix average(const std::vector<int>& z, Matrix means) const {
    Matrix sums = Matrix::Zero(means.rows(), means.cols());
    Vector counts = Vector::Zero(means.rows());
    for (Index i = 0; i < points.rows(); ++i)
      sums.row(z[i]) += weights[i] * points.row(i), counts[z[i]] += weights[i];
    for (Index k = 0; k < means.rows(); ++k)
      if (counts[k] > 0) means.row(k) = sums.row(k) / counts[k];
    return means;
  }

  /// The labels after `rounds` updates of the means.
  std::optional<std::vector<int>> run(Matrix means, int rounds) const {
    auto z = assign(means);
    for (int round = 0; z && round < rounds; ++round) {
      means = average(*z, means);
      const auto before = z;
      z = assign(means);
      if (z == before) break;
    }
    return z;
  }
};

/// Every pair that links imply.
inline CopKMeans literal(const Matrix& items, const Groups& groups, std::vector<int> order) {
  CopKMeans reference{
      items, std::vector<double>(static_cast<std::size_t>(items.rows()), 1.0), {}, {}, std::move(order)};
  for (Index a = 0; a < items.rows(); ++a)
    for (Index b = 0; b < items.rows(); ++b) {
      if (a != b && groups.of[a] == groups.of[b]) reference.must.insert({a, b});
      for (const int other : groups.apart_from(groups.of[a]))
        if (groups.of[b] == other) reference.cannot.insert({a, b});
    }
  return reference;
}

/// The same with the items of a group as one point, their mean.
inline CopKMeans literal_together(const Matrix& items, const Groups& groups, std::vector<int> order) {
  CopKMeans reference{Matrix::Zero(groups.count, items.cols()),
                      {groups.sizes.begin(), groups.sizes.end()},
                      {},
                      {},
                      std::move(order)};
  for (Index i = 0; i < items.rows(); ++i)
    reference.points.row(groups.of[i]) += items.row(i) / static_cast<double>(groups.sizes[groups.of[i]]);
  for (int g = 0; g < groups.count; ++g)
    for (const int other : groups.apart_from(g)) reference.cannot.insert({g, other});
  return reference;
}

}  // namespace bellwether::brute_force
