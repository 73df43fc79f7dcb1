#include <bellwether/mixtures/borders.h>

#include <algorithm>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/rise.h>

namespace bellwether {
namespace {

constexpr int rounds = 20;  ///< in a half: the clusters of all items are near

/// A half of the items with their clusters.
struct Half {
  Matrix items = {};
  std::vector<int> labels = {};
};

Half take_half(const Matrix& items, const std::vector<int>& labels, const std::vector<bool>& half,
               bool which) {
  Half some;
  const auto rows = static_cast<Index>(std::ranges::count(half, which));
  some.items.resize(rows, items.cols());
  for (std::size_t i = 0; i < half.size(); ++i) {
    if (half[i] != which) continue;
    some.items.row(std::ssize(some.labels)) = items.row(static_cast<Index>(i));
    some.labels.push_back(labels[i]);
  }
  return some;
}

bool all_there(const std::vector<int>& labels, int clusters) {
  std::vector<bool> seen(static_cast<std::size_t>(clusters), false);
  for (const int label : labels) seen[static_cast<std::size_t>(label)] = true;
  return std::ranges::all_of(seen, [](bool is) { return is; });
}

/// Items on one side of the border of each pair of clusters, and which pairs are neighbours: some item has
/// them nearest and second nearest.
class Sides {
 public:
  explicit Sides(int clusters)
      : clusters_(static_cast<std::size_t>(clusters)),
        sides_(clusters_ * clusters_),
        neighbours_(clusters_ * clusters_, false) {}

  /// Of an item at squared distances d_c from the means: nearer to a than to b by
  /// u = (d_b - d_a) / (2 ||mu_a - mu_b||^2), in lengths of the line between both.
  void add(const std::vector<double>& squares, const Matrix& between) {
    const auto nearest = static_cast<std::size_t>(std::ranges::min_element(squares) - squares.begin());
    std::size_t second = nearest == 0 ? 1 : 0;
    for (std::size_t c = 0; c < clusters_; ++c) {
      if (c == nearest) continue;
      if (squares[c] < squares[second]) second = c;
      const double length = between(static_cast<Index>(nearest), static_cast<Index>(c));
      side(nearest, c).push_back(length > 0 ? (squares[c] - squares[nearest]) / (2 * length) : 0);
    }
    neighbours_[nearest * clusters_ + second] = true;
    neighbours_[second * clusters_ + nearest] = true;
  }

  double weakest() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t pair = 0; pair < sides_.size(); ++pair)
      if (neighbours_[pair]) least = std::min(least, rise(sides_[pair]));
    return least;
  }

 private:
  std::vector<double>& side(std::size_t a, std::size_t b) { return sides_[a * clusters_ + b]; }

  std::size_t clusters_;
  std::vector<std::vector<double>> sides_;
  std::vector<bool> neighbours_;
};

Matrix squares_between(const Matrix& means) {
  Matrix between(means.rows(), means.rows());
  for (Index a = 0; a < means.rows(); ++a)
    for (Index b = 0; b < means.rows(); ++b) between(a, b) = (means.row(a) - means.row(b)).squaredNorm();
  return between;
}

void look_at(const Matrix& unseen, const Matrix& means, Sides& sides) {
  const Matrix between = squares_between(means);
  std::vector<double> squares(static_cast<std::size_t>(means.rows()));
  for (Index i = 0; i < unseen.rows(); ++i) {
    for (Index c = 0; c < means.rows(); ++c)
      squares[static_cast<std::size_t>(c)] = (unseen.row(i) - means.row(c)).squaredNorm();
    sides.add(squares, between);
  }
}

}  // namespace

std::vector<bool> halves(Index items, Random random) {
  std::vector<Index> order;
  for (Index i = 0; i < items; ++i) order.push_back(i);
  random.shuffle(order);
  std::vector<bool> half(static_cast<std::size_t>(items));
  for (std::size_t i = 0; i < half.size(); ++i) half[static_cast<std::size_t>(order[i])] = i % 2 == 0;
  return half;
}

double weakest_border(const Matrix& items, const std::vector<int>& labels, int clusters,
                      const std::vector<bool>& half, const Run& run) {
  const Half first = take_half(items, labels, half, true), second = take_half(items, labels, half, false);
  if (!all_there(first.labels, clusters) || !all_there(second.labels, clusters)) return 0;
  Sides sides(clusters);
  const KMeansOptions options{.clusters = clusters, .restarts = 1, .iterations = rounds};
  try {
    for (const auto& [seen, unseen] : {std::pair(&first, &second), std::pair(&second, &first)}) {
      const Matrix begin = means_of(seen->items, seen->labels, clusters);
      look_at(unseen->items, kmeans_from(seen->items, begin, options, run).means, sides);
    }
  } catch (const InvalidInput&) {
    return 0;  // a half has fewer different items than clusters
  }
  return sides.weakest();
}

}  // namespace bellwether
