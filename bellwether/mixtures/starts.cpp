#include <bellwether/mixtures/starts.h>

#include <limits>
#include <numeric>

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
  const auto count = static_cast<std::size_t>(items.rows());
  Cover cover{std::vector<double>(count, std::numeric_limits<double>::infinity()), std::vector<int>(count, 0),
              std::vector<double>(static_cast<std::size_t>(shard_count(items)), 0.0)};
  Matrix centres(clusters, items.columns());
  const auto choose = [&](int k, Index item) {
    const double scale = inverse_lengths.empty() ? 1.0 : inverse_lengths[item];
    centres.row(k) = scale * dense_row(items, item).transpose();
  };
  choose(0, random.below(items.rows()));
  for (int k = 1; k < clusters; ++k) {
    // Asked to stop: the distances stay as they are, and the rest of the centres come quickly.
    if (k == 1 || !run.stop.stop_requested()) add_centre(items, centres, k - 1, inverse_lengths, cover, run);
    choose(k, draw(items, cover, random));
    if (run.on_progress)
      run.on_progress({.stage = "choosing the first means", .iteration = k, .iterations = clusters});
  }
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
