#include <bellwether/mixtures/borders.h>

#include <algorithm>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/rise.h>

namespace bellwether {
namespace {

constexpr int rounds = 20;  ///< without a part: the clusters of all items are near

/// Some of the items with their clusters.
struct Some {
  Matrix items = {};
  std::vector<int> labels = {};
};

/// What is in the part, or what is not.
Some take(const Matrix& items, const std::vector<int>& labels, const std::vector<int>& parts, int part,
          bool inside) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if ((parts[i] == part) == inside) rows.push_back(static_cast<Index>(i));
  Some some{.items = Matrix(std::ssize(rows), items.cols())};
  for (const Index row : rows) {
    some.items.row(std::ssize(some.labels)) = items.row(row);
    some.labels.push_back(labels[static_cast<std::size_t>(row)]);
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

std::vector<int> deal(Index items, int parts, Random random) {
  std::vector<Index> order;
  for (Index i = 0; i < items; ++i) order.push_back(i);
  random.shuffle(order);
  std::vector<int> part(static_cast<std::size_t>(items));
  for (std::size_t i = 0; i < part.size(); ++i)
    part[static_cast<std::size_t>(order[i])] = static_cast<int>(i % static_cast<std::size_t>(parts));
  return part;
}

double weakest_border(const Matrix& items, const std::vector<int>& labels, int clusters,
                      const std::vector<int>& parts, const Run& run) {
  Sides sides(clusters);
  const KMeansOptions options{.clusters = clusters, .restarts = 1, .iterations = rounds};
  const int last = *std::ranges::max_element(parts);
  for (int part = 0; part <= last; ++part) {
    const Some seen = take(items, labels, parts, part, false);
    if (!all_there(seen.labels, clusters)) return 0;
    try {
      const Matrix begin = means_of(seen.items, seen.labels, clusters);
      look_at(take(items, labels, parts, part, true).items,
              kmeans_from(seen.items, begin, options, run).means, sides);
    } catch (const InvalidInput&) {
      return 0;  // fewer different items than clusters are left
    }
  }
  return sides.weakest();
}

}  // namespace bellwether
