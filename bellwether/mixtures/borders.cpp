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

/// Items that were held back: the nearest of the means that were found without them, the second nearest, and
/// how much nearer it is than each.
struct Seen {
  std::vector<Index> nearest = {}, second = {};
  Matrix nearer = {};  ///< u = (||x - mu_b||^2 - ||x - mu_a||^2) / (2 ||mu_a - mu_b||^2), a the nearest
};

Matrix squares_between(const Matrix& means) {
  Matrix between(means.rows(), means.rows());
  for (Index a = 0; a < means.rows(); ++a)
    for (Index b = 0; b < means.rows(); ++b) between(a, b) = (means.row(a) - means.row(b)).squaredNorm();
  return between;
}

/// ||x - mu||^2 = ||x||^2 - 2 x . mu + ||mu||^2, of which the first is the same for all means.
Seen look_at(const Matrix& unseen, const Matrix& means) {
  const Matrix between = squares_between(means);
  Seen seen{.nearer = -2 * unseen * means.transpose()};
  seen.nearer.rowwise() += means.rowwise().squaredNorm().transpose();
  for (Index i = 0; i < unseen.rows(); ++i) {
    auto row = seen.nearer.row(i);
    Index nearest = 0;
    const double least = row.minCoeff(&nearest);
    Index second = nearest == 0 ? 1 : 0;
    for (Index c = 0; c < row.size(); ++c)
      if (c != nearest && row(c) < row(second)) second = c;
    for (Index c = 0; c < row.size(); ++c)
      row(c) = between(nearest, c) > 0 ? (row(c) - least) / (2 * between(nearest, c)) : 0;
    seen.nearest.push_back(nearest);
    seen.second.push_back(second);
  }
  return seen;
}

/// The least rise on a side of a border between neighbours: some item has them nearest and second nearest.
double weakest_side(const std::vector<Seen>& all, Index clusters) {
  std::vector<bool> neighbours(static_cast<std::size_t>(clusters * clusters), false);
  const auto at = [&](Index a, Index b) { return static_cast<std::size_t>(a * clusters + b); };
  for (const Seen& seen : all)
    for (std::size_t i = 0; i < seen.nearest.size(); ++i)
      neighbours[at(seen.nearest[i], seen.second[i])] = neighbours[at(seen.second[i], seen.nearest[i])] =
          true;
  std::vector<std::vector<double>> sides(neighbours.size());
  for (const Seen& seen : all)
    for (std::size_t i = 0; i < seen.nearest.size(); ++i)
      for (Index c = 0; c < clusters; ++c)
        if (neighbours[at(seen.nearest[i], c)])
          sides[at(seen.nearest[i], c)].push_back(seen.nearer(static_cast<Index>(i), c));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t pair = 0; pair < sides.size(); ++pair)
    if (neighbours[pair]) least = std::min(least, rise(std::move(sides[pair])));
  return least;
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
  std::vector<Seen> all;
  const KMeansOptions options{.clusters = clusters, .restarts = 1, .iterations = rounds};
  const int last = *std::ranges::max_element(parts);
  for (int part = 0; part <= last; ++part) {
    const Some seen = take(items, labels, parts, part, false);
    if (!all_there(seen.labels, clusters)) return 0;
    try {
      const Matrix begin = means_of(seen.items, seen.labels, clusters);
      all.push_back(look_at(take(items, labels, parts, part, true).items,
                            kmeans_from(seen.items, begin, options, run).means));
    } catch (const InvalidInput&) {
      return 0;  // fewer different items than clusters are left
    }
  }
  return weakest_side(all, clusters);
}

}  // namespace bellwether
