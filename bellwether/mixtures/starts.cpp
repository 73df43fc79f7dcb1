#include <bellwether/mixtures/starts.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
namespace {

/// What plus_plus_start() knows of each item: the squared distance to the nearest chosen centre, and which.
struct Cover {
  std::vector<double> distance;
  std::vector<int> centre;
  std::vector<double> shard_sums;
};

/// The newest centre, ready to be measured against.
struct Candidate {
  Vector centre;
  double squared_norm;
};

double squared_distance(std::span<const double> row, const Candidate& c) {
  return kernels::squared_distance(row.data(), c.centre.data(), c.centre.size());
}

double squared_distance(const SparseRow& row, const Candidate& c) {
  double sum = c.squared_norm;
  for (std::size_t j = 0; j < row.values.size(); ++j)
    sum += row.values[j] * (row.values[j] - 2 * c.centre[row.columns[j]]);
  return std::max(0.0, sum);
}

double dot(std::span<const double> row, const Candidate& c) {
  return kernels::dot(row.data(), c.centre.data(), c.centre.size());
}

double dot(const SparseRow& row, const Candidate& c) {
  double sum = 0;
  for (std::size_t j = 0; j < row.values.size(); ++j) sum += row.values[j] * c.centre[row.columns[j]];
  return sum;
}

/// Takes the newest centre into account. An item nearer to its centre than half of that centre's distance to
/// the new one cannot change (triangle inequality): with squares, 4 d(x, c)^2 <= d(c, new)^2.
void add_centre(const Rows& items, const Matrix& centres, int newest, std::span<const double> inverse_lengths,
                Cover& cover, const Run& run) {
  const Candidate candidate{centres.row(newest).transpose(), centres.row(newest).squaredNorm()};
  const Vector between = (centres.topRows(newest).rowwise() - centres.row(newest)).rowwise().squaredNorm();

  const auto visit_shard = [&](const Shard& shard) {
    double sum = 0;
    shard.rows.visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        double& nearest = cover.distance[shard.begin + i];
        int& owner = cover.centre[shard.begin + i];
        if (newest == 0 || between[owner] < 4 * nearest) {
          const auto row = rows.row(i);
          const double distance =
              inverse_lengths.empty()
                  ? squared_distance(row, candidate)
                  : std::max(0.0, 2 - 2 * inverse_lengths[shard.begin + i] * dot(row, candidate));
          if (distance < nearest) {
            nearest = distance;
            owner = newest;
          }
        }
        sum += nearest;
      }
    });
    cover.shard_sums[shard.begin / shard_rows(items)] = sum;
  };
  for_each_shard(items, visit_shard, run);
}

/// An item with probability proportional to its squared distance.
Index draw(const Rows& items, const Cover& cover, Random& random) {
  const double total = std::accumulate(cover.shard_sums.begin(), cover.shard_sums.end(), 0.0);
  if (!(total > 0)) return random.below(items.rows());
  const Index number = random.weighted(cover.shard_sums);
  const Shard chosen = shard(items, number);
  return chosen.begin + random.weighted({cover.distance.data() + chosen.begin,
                                         static_cast<std::size_t>(chosen.rows.rows())});
}

/// Item `item` becomes centre `k`.
void choose_centre(const Rows& items, std::span<const double> inverse_lengths, Index item, Matrix& centres,
                   int k) {
  const double scale = inverse_lengths.empty() ? 1.0 : inverse_lengths[item];
  centres.row(k) = scale * dense_row(items, item).transpose();
}

/// The first `given` centres are there; the others are drawn away from them and from each other.
void extend_start(const Rows& items, Matrix& centres, int given, Random& random, const Run& run,
                  std::span<const double> inverse_lengths) {
  const auto count = static_cast<std::size_t>(items.rows());
  const auto clusters = static_cast<int>(centres.rows());
  Cover cover{std::vector<double>(count, std::numeric_limits<double>::infinity()), std::vector<int>(count, 0),
              std::vector<double>(static_cast<std::size_t>(shard_count(items)), 0.0)};
  for (int k = 1; k < clusters; ++k) {
    // Asked to stop: the distances stay as they are, and the rest of the centres come quickly.
    if (k == 1 || !run.stop.stop_requested()) add_centre(items, centres, k - 1, inverse_lengths, cover, run);
    if (k < given) continue;
    choose_centre(items, inverse_lengths, draw(items, cover, random), centres, k);
    if (run.on_progress)
      run.on_progress({.stage = "choosing the first means", .iteration = k, .iterations = clusters});
  }
}

/// The sum of each cluster's seeds over their number, in a table that has a row for every cluster.
Matrix means_of_seeds(const Rows& items, std::span<const int> seeds, int clusters,
                      std::span<const double> inverse_lengths, std::vector<bool>& seeded) {
  Matrix sums = Matrix::Zero(clusters, items.columns());
  Vector counts = Vector::Zero(clusters);
  items.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      if (seeds[i] == unlabelled) continue;
      add_row(sums, seeds[i], rows.row(i), inverse_lengths.empty() ? 1.0 : inverse_lengths[i]);
      counts[seeds[i]] += 1;
    }
  });
  seeded.assign(static_cast<std::size_t>(clusters), false);
  for (int k = 0; k < clusters; ++k) {
    if (counts[k] == 0) continue;
    seeded[k] = true;
    sums.row(k) /= counts[k];
    if (inverse_lengths.empty()) continue;
    const double length = sums.row(k).norm();
    require(length > 1e-12, "the seeds of cluster {} point in opposite directions: correct them", k);
    sums.row(k) /= length;
  }
  return sums;
}

}  // namespace

void require_clusterable(const Rows& items, int clusters) {
  require<InvalidOption>(clusters >= 1, "{} clusters were asked for: ask for at least 1", clusters);
  require(items.rows() >= 1, "there are no items");
  require(items.columns() >= 1, "the items have no features");
  require(clusters <= items.rows(), "{} clusters were asked for, but there {} only {}: ask for fewer",
          clusters, items.rows() == 1 ? "is" : "are",
          items.rows() == 1 ? "1 item" : fmt::format("{} items", items.rows()));
  require(has_distinct_rows(items, clusters),
          "{} clusters were asked for, but fewer of the {} items are different: ask for fewer clusters",
          clusters, items.rows());
}

void require_start_shape(const Rows& items, const Matrix& start, int clusters) {
  require(start.rows() == clusters && start.cols() == items.columns(),
          "the start is {} x {}, but {} clusters of items with {} features were asked for", start.rows(),
          start.cols(), clusters, items.columns());
}

Vector dense_row(const Rows& items, Index item) {
  Vector dense = Vector::Zero(items.columns());
  items.visit([&](const auto& rows) {
    const auto row = rows.row(item);
    if constexpr (requires { row.columns; }) {
      for (std::size_t j = 0; j < row.values.size(); ++j) dense[row.columns[j]] = row.values[j];
    } else {
      for (std::size_t p = 0; p < row.size(); ++p) dense[static_cast<Index>(p)] = row[p];
    }
  });
  return dense;
}

Matrix plus_plus_start(const Rows& items, int clusters, Random random, const Run& run,
                       std::span<const double> inverse_lengths) {
  Matrix centres(clusters, items.columns());
  choose_centre(items, inverse_lengths, random.below(items.rows()), centres, 0);
  extend_start(items, centres, 1, random, run, inverse_lengths);
  return centres;
}

Matrix random_start(const Rows& items, int clusters, Random random) {
  std::vector<Index> order(static_cast<std::size_t>(items.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  Matrix centres(clusters, items.columns());
  int found = 0;
  for (std::size_t i = 0; found < clusters && i < order.size(); ++i) {
    const auto left = static_cast<std::int64_t>(order.size() - i);
    std::swap(order[i], order[i + random.below(left)]);
    const Vector candidate = dense_row(items, order[i]);
    bool fresh = true;
    for (int k = 0; k < found && fresh; ++k) fresh = centres.row(k).transpose() != candidate;
    if (fresh) centres.row(found++) = candidate.transpose();
  }
  return centres;
}

Matrix start_means(Start start, const Rows& items, int clusters, Random random, const Run& run) {
  return start == Start::plus_plus ? plus_plus_start(items, clusters, random, run)
                                   : random_start(items, clusters, random);
}

void require_seeds_fit(const Rows& items, std::span<const int> seeds, int clusters) {
  require(seeds.empty() || static_cast<Index>(seeds.size()) == items.rows(),
          "there are {} seeds for {} items: give one for each, {} where nothing is known", seeds.size(),
          items.rows(), unlabelled);
  for (std::size_t i = 0; i < seeds.size(); ++i)
    require(seeds[i] >= unlabelled && seeds[i] < clusters,
            "item {} is seeded with cluster {}, but clusters are 0 to {}: ask for more, or renumber", i,
            seeds[i], clusters - 1);
}

Matrix seeded_start(const Rows& items, std::span<const int> seeds, int clusters, Start start, Random random,
                    const Run& run, std::span<const double> inverse_lengths) {
  std::vector<bool> seeded;
  Matrix means = means_of_seeds(items, seeds, clusters, inverse_lengths, seeded);
  const auto given = static_cast<int>(std::ranges::count(seeded, true));
  if (given == clusters) return means;

  // The seeded ones first, so that the others can be drawn after them; then each to its place.
  std::vector<int> place;
  for (const bool wanted : {true, false})
    for (int k = 0; k < clusters; ++k)
      if (seeded[k] == wanted) place.push_back(k);
  Matrix centres(clusters, items.columns());
  for (int k = 0; k < given; ++k) centres.row(k) = means.row(place[k]);
  if (start == Start::plus_plus && given > 0) {
    extend_start(items, centres, given, random, run, inverse_lengths);
  } else {
    const Matrix drawn = start == Start::plus_plus
                             ? plus_plus_start(items, clusters, random, run, inverse_lengths)
                             : random_start(items, clusters - given, random);
    for (int k = given; k < clusters; ++k) {
      centres.row(k) = drawn.row(k - given);
      if (!inverse_lengths.empty()) centres.row(k).normalize();
    }
  }
  for (int k = 0; k < clusters; ++k) means.row(place[k]) = centres.row(k);
  return means;
}

int restarts_worth_making(const Seeds& seeds, int clusters, int restarts) {
  if (!seeds.any()) return restarts;
  const std::set<int> labels(seeds.labels.begin(), seeds.labels.end());
  return static_cast<int>(labels.size() - labels.count(unlabelled)) == clusters ? 1 : restarts;
}

Matrix means_of(const Rows& items, std::span<const int> labels, int clusters) {
  require(static_cast<Index>(labels.size()) == items.rows(), "there are {} labels for {} items",
          labels.size(), items.rows());
  Matrix sums = Matrix::Zero(clusters, items.columns());
  std::vector<double> counts(static_cast<std::size_t>(clusters), 0.0);
  items.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const int label = labels[i];
      require(label >= 0 && label < clusters, "item {} starts in cluster {}, but clusters are 0 to {}", i,
              label, clusters - 1);
      add_row(sums, label, rows.row(i));
      ++counts[label];
    }
  });
  for (int k = 0; k < clusters; ++k) {
    require(counts[k] > 0, "no item starts in cluster {}: give it one, or ask for fewer clusters", k);
    sums.row(k) /= counts[k];
  }
  return sums;
}

}  // namespace bellwether
