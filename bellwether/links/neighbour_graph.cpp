#include <bellwether/links/neighbour_graph.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include <bellwether/links/metric.h>
#include <bellwether/mixtures/soft.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

constexpr Index block = 64;

struct Neighbour {
  double squared = 0;
  Index item = 0;
  bool operator<(const Neighbour& o) const { return std::pair(squared, item) < std::pair(o.squared, o.item); }
};

/// Squared distances of blocks of items to all others, as products; what is near is then measured exactly, so
/// that equal distances are equal and dense and sparse rows agree on who is nearest.
class Distances {
 public:
  explicit Distances(const Rows& items) : items_(items), plain_(ClusterMetrics::identity(items.columns())) {
    items.visit([&](const auto& rows) {
      if constexpr (requires { rows.matrix(); }) {
        const Eigen::RowVectorXd mean = rows.matrix().colwise().mean();
        centred_ = rows.matrix().rowwise() - mean;
        squares_ = centred_.rowwise().squaredNorm();
      } else {
        squares_.resize(rows.rows);
        for (Index i = 0; i < rows.rows; ++i) {
          const auto values = rows.row(i).values;
          squares_[i] = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
        }
      }
    });
    slack_ = 1e-12 * squares_.maxCoeff();
  }

  /// out(i, j) is about ||x_i - x_j||^2, for the chosen items i and all j; within slack().
  void measure(const std::vector<Index>& chosen, Matrix& out) const {
    const Index count = std::ssize(chosen);
    if (centred_.size() > 0) {
      Matrix some(count, centred_.cols());
      for (Index i = 0; i < count; ++i) some.row(i) = centred_.row(chosen[i]);
      out.noalias() = -2 * some * centred_.transpose();
    } else {
      out = products(chosen).transpose();
    }
    out.rowwise() += squares_.transpose();
    for (Index i = 0; i < count; ++i) out.row(i).array() += squares_[chosen[i]];
  }

  double slack() const { return slack_; }

  /// The `count` nearest of the candidates, measured exactly.
  std::vector<Neighbour> nearest(Index item, const std::vector<Index>& candidates, Index count) const {
    std::vector<std::pair<Index, Index>> pairs;
    for (const Index candidate : candidates) pairs.emplace_back(item, candidate);
    const Matrix squared = plain_.squared_distances(items_, pairs);
    std::vector<Neighbour> found;
    for (std::size_t c = 0; c < candidates.size(); ++c)
      found.push_back({squared(static_cast<Index>(c), 0), candidates[c]});
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), static_cast<std::size_t>(count)));
    return found;
  }

 private:
  /// -2 x_j . x_i, all items x the chosen.
  Matrix products(const std::vector<Index>& chosen) const {
    Matrix by_feature(items_.columns(), std::ssize(chosen));
    for (Index i = 0; i < by_feature.cols(); ++i) by_feature.col(i) = -2 * dense_row(items_, chosen[i]);
    Matrix products = Matrix::Zero(items_.rows(), by_feature.cols());
    items_.visit([&](const auto& rows) {
      if constexpr (!requires { rows.matrix(); }) add_products(rows, by_feature, products);
    });
    return products;
  }

  Rows items_;
  ClusterMetrics plain_;
  Matrix centred_ = {};
  Vector squares_ = {};
  double slack_ = 0;
};

/// The `count` nearest of all items j with allowed(i, j), for each chosen item i.
template <class Allowed>
std::vector<std::vector<Neighbour>> nearest_items(const Distances& distances,
                                                  const std::vector<Index>& chosen, Index count,
                                                  const Allowed& allowed, const Run& run) {
  std::vector<std::vector<Neighbour>> found(chosen.size());
  const auto blocks = static_cast<int>((std::ssize(chosen) + block - 1) / block);
  const auto visit = [&](int number) {
    const Index begin = number * block;
    const Index end = std::min<Index>(begin + block, std::ssize(chosen));
    const std::vector<Index> some(chosen.begin() + begin, chosen.begin() + end);
    Matrix squared;
    distances.measure(some, squared);
    std::vector<double> sorted;
    std::vector<Index> candidates;
    for (Index i = begin; i < end; ++i) {
      const auto row = squared.row(i - begin);
      sorted.clear();
      for (Index j = 0; j < row.size(); ++j)
        if (allowed(chosen[i], j)) sorted.push_back(row[j]);
      if (sorted.empty()) continue;
      const Index last = std::min<Index>(count, std::ssize(sorted)) - 1;
      std::nth_element(sorted.begin(), sorted.begin() + last, sorted.end());
      const double limit = sorted[last] + 4 * distances.slack();
      candidates.clear();
      for (Index j = 0; j < row.size(); ++j)
        if (row[j] <= limit && allowed(chosen[i], j)) candidates.push_back(j);
      found[i] = distances.nearest(chosen[i], candidates, count);
    }
  };
  on_threads(run.threads, [&] { for_each_parallel(blocks, visit); });
  return found;
}

/// s_i; for an item whose neighbours are all equal to it, the mean of the others'.
Vector local_scales(const std::vector<std::vector<Neighbour>>& found) {
  Vector scales = Vector::Zero(std::ssize(found));
  for (Index i = 0; i < scales.size(); ++i) {
    const auto& nearest = found[i];
    if (nearest.empty()) continue;
    scales[i] = std::sqrt(nearest[std::min<std::size_t>(6, nearest.size() - 1)].squared);
    if (!(scales[i] > 0)) scales[i] = std::sqrt(nearest.back().squared);
  }
  const double positive = static_cast<double>((scales.array() > 0).count());
  const double mean = positive > 0 ? scales.sum() / positive : 1.0;
  return (scales.array() > 0).select(scales, mean);
}

/// The piece of each item, numbered by its first item.
std::vector<Index> pieces_of(Index items, const std::map<std::pair<Index, Index>, double>& edges) {
  std::vector<Index> piece(static_cast<std::size_t>(items));
  std::iota(piece.begin(), piece.end(), Index{0});
  const auto find = [&](Index i) {
    while (piece[i] != i) i = piece[i] = piece[piece[i]];
    return i;
  };
  for (const auto& edge : edges) {
    const Index a = find(edge.first.first), b = find(edge.first.second);
    piece[std::max(a, b)] = std::min(a, b);
  }
  for (Index i = 0; i < items; ++i) piece[i] = find(i);
  return piece;
}

/// Those that are not in the largest piece; empty if there is one piece only.
std::vector<Index> outside_largest(const std::vector<Index>& piece) {
  std::vector<Index> sizes(piece.size(), 0), outside;
  for (const Index p : piece) ++sizes[p];
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  for (std::size_t i = 0; i < piece.size(); ++i)
    if (piece[i] != largest) outside.push_back(static_cast<Index>(i));
  return outside;
}

}  // namespace

Eigen::SparseMatrix<double> neighbour_graph(const Rows& items, int neighbours, const Run& run) {
  const Index count = items.rows();
  const Distances distances(items);
  std::vector<Index> everyone(static_cast<std::size_t>(count));
  std::iota(everyone.begin(), everyone.end(), Index{0});
  const auto found = nearest_items(
      distances, everyone, neighbours, [](Index i, Index j) { return i != j; }, run);
  const Vector scales = local_scales(found);

  std::map<std::pair<Index, Index>, double> edges;
  const auto add = [&](Index i, const Neighbour& n) {
    const double weight = std::exp(-n.squared / (scales[i] * scales[n.item]));
    edges[{std::min(i, n.item), std::max(i, n.item)}] = std::max(weight, least_weight);
  };
  for (Index i = 0; i < count; ++i)
    for (const Neighbour& n : found[i]) add(i, n);

  // Each piece but the largest gets an edge to what is nearest to it: at most half of the pieces are left.
  while (true) {
    const auto piece = pieces_of(count, edges);
    const auto outside = outside_largest(piece);
    if (outside.empty()) break;
    const auto nearest = nearest_items(
        distances, outside, 1, [&](Index i, Index j) { return piece[i] != piece[j]; }, run);
    std::map<Index, std::pair<Neighbour, Index>> best;
    for (std::size_t k = 0; k < outside.size(); ++k) {
      const std::pair candidate(nearest[k].front(), outside[k]);
      const auto [at, fresh] = best.try_emplace(piece[outside[k]], candidate);
      if (!fresh && candidate.first < at->second.first) at->second = candidate;
    }
    for (const auto& entry : best) add(entry.second.second, entry.second.first);
  }

  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto& [pair, weight] : edges) {
    triplets.emplace_back(static_cast<int>(pair.first), static_cast<int>(pair.second), weight);
    triplets.emplace_back(static_cast<int>(pair.second), static_cast<int>(pair.first), weight);
  }
  Eigen::SparseMatrix<double> graph(count, count);
  graph.setFromTriplets(triplets.begin(), triplets.end());
  return graph;
}

}  // namespace bellwether
