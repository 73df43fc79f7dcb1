#include <bellwether/links/farthest_pair.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

/// A pair that is farther by less than this is no farther: bounds and distances are rounded.
constexpr double spare = 1 + 1e-12;

FarPair make_pair(Index i, Index j, double squared) {
  return {std::min(i, j), std::max(i, j), squared};
}

double weighted_squares(const SparseRow& row, const Vector& weights) {
  double sum = 0;
  for (std::size_t j = 0; j < row.values.size(); ++j)
    sum += row.values[j] * row.values[j] * (weights.size() > 0 ? weights[row.columns[j]] : 1.0);
  return sum;
}

/// The items as points of plain space around their mean.
struct DensePoints {
  Matrix points;
  Vector squares;  ///< r_i^2

  DensePoints(const DenseRows& rows, const Vector& weights) {
    const Eigen::RowVectorXd mean = rows.matrix().colwise().mean();
    points = rows.matrix().rowwise() - mean;
    if (weights.size() > 0) points *= weights.cwiseSqrt().asDiagonal();
    squares = points.rowwise().squaredNorm();
  }

  double bound(double square, double largest) const {
    const double sum = std::sqrt(square) + std::sqrt(largest);
    return sum * sum;
  }
  double squared_distance(Index i, Index j) const {
    return kernels::squared_distance(points.row(i).data(), points.row(j).data(), points.cols());
  }
  FarPair farthest_from(Index item) const {
    FarPair best{item, item, 0};
    for (Index j = 0; j < points.rows(); ++j) {
      const double squared = squared_distance(item, j);
      if (squared > best.squared) best = make_pair(item, j, squared);
    }
    return best;
  }
};

/// Sparse items stay where they are: the centre is the origin.
struct SparsePoints {
  SparseRows rows;
  const Vector& weights;
  Vector squares;
  bool negative = false;  ///< some value is

  SparsePoints(const SparseRows& r, const Vector& w) : rows(r), weights(w), squares(r.rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      squares[i] = weighted_squares(rows.row(i), weights);
      for (const double value : rows.row(i).values) negative = negative || value < 0;
    }
  }

  double bound(double square, double largest) const {
    if (!negative) return square + largest;
    const double sum = std::sqrt(square) + std::sqrt(largest);
    return sum * sum;
  }
  /// w_p x_p of one item, for products with others.
  Vector spread(Index item) const {
    Vector weighted = dense_row(rows, item);
    if (weights.size() > 0) weighted = weighted.cwiseProduct(weights);
    return weighted;
  }
  double squared_distance(const Vector& weighted, Index i, Index j) const {
    const SparseRow row = rows.row(j);
    double product = 0;
    for (std::size_t k = 0; k < row.values.size(); ++k) product += row.values[k] * weighted[row.columns[k]];
    return squares[i] + squares[j] - 2 * product;
  }
  FarPair farthest_from(Index item) const {
    const Vector weighted = spread(item);
    FarPair best{item, item, 0};
    for (Index j = 0; j < rows.rows; ++j) {
      const double squared = squared_distance(weighted, item, j);
      if (squared > best.squared) best = make_pair(item, j, squared);
    }
    return best;
  }
};

/// From end to end until it gets no longer.
template <class Points>
FarPair climb(const Points& points, const FarPair& guess) {
  Index end = guess.first;
  if (guess.first == guess.second) points.squares.maxCoeff(&end);
  FarPair best{end, end, 0};
  while (true) {
    const FarPair found = points.farthest_from(end);
    if (found.squared <= best.squared * spare) return best;
    best = found;
    end = found.first == end ? found.second : found.first;
  }
}

/// Outermost first.
std::vector<Index> by_radius(const Vector& squares) {
  std::vector<Index> order(static_cast<std::size_t>(squares.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return squares[a] > squares[b]; });
  return order;
}

/// How many of the first items in `order` can be farther from an item of squared radius `largest` than
/// `best`.
template <class Points>
Index within_reach(const Points& points, const std::vector<Index>& order, double largest, double best) {
  const auto end = std::partition_point(order.begin(), order.end(), [&](Index item) {
    return points.bound(points.squares[item], largest) > best * spare;
  });
  return end - order.begin();
}

/// All products of a block of outer items with a block of others at once.
FarPair search(const DensePoints& points, FarPair best) {
  constexpr Index block = 64, others = 512;
  const auto order = by_radius(points.squares);
  const Index all = within_reach(points, order, points.squares[order[0]], best.squared);
  Matrix sorted(all, points.points.cols());
  Vector squares(all);
  for (Index k = 0; k < all; ++k) {
    sorted.row(k) = points.points.row(order[k]);
    squares[k] = points.squares[order[k]];
  }
  Matrix scores;
  for (Index begin = 0; begin < all; begin += block) {
    const Index size = std::min(block, all - begin);
    const Index reach = std::min(all, within_reach(points, order, squares[begin], best.squared));
    for (Index from = begin; from < reach; from += others) {
      const Index count = std::min(others, reach - from);
      scores.noalias() = sorted.middleRows(begin, size) * (-2 * sorted.middleRows(from, count)).transpose();
      scores.rowwise() += squares.segment(from, count).transpose();
      for (Index k = 0; k < size; ++k) {
        Index at = 0;
        if (scores.row(k).maxCoeff(&at) + squares[begin + k] <= best.squared * spare) continue;
        const Index i = order[begin + k], j = order[from + at];
        const double squared = points.squared_distance(i, j);
        if (squared > best.squared) best = make_pair(i, j, squared);
      }
    }
  }
  return best;
}

FarPair search(const SparsePoints& points, FarPair best) {
  const auto order = by_radius(points.squares);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Index i = order[k];
    const Index reach = within_reach(points, order, points.squares[i], best.squared);
    if (reach <= static_cast<Index>(k) + 1) break;
    const Vector weighted = points.spread(i);
    for (Index other = static_cast<Index>(k) + 1; other < reach; ++other) {
      const Index j = order[other];
      const double squared = points.squared_distance(weighted, i, j);
      if (squared > best.squared * spare) best = make_pair(i, j, squared);
      if (points.bound(points.squares[j], points.squares[i]) <= best.squared * spare) break;
    }
  }
  return best;
}

DensePoints points_of(const DenseRows& rows, const Vector& weights) {
  return {rows, weights};
}
SparsePoints points_of(const SparseRows& rows, const Vector& weights) {
  return {rows, weights};
}

}  // namespace

FarPair far_pair(const Rows& items, const Vector& weights, const FarPair& guess) {
  return items.visit([&](const auto& rows) { return climb(points_of(rows, weights), guess); });
}

FarPair farthest_pair(const Rows& items, const Vector& weights, const FarPair& guess) {
  return items.visit([&](const auto& rows) {
    const auto points = points_of(rows, weights);
    return search(points, climb(points, guess));
  });
}

}  // namespace bellwether
