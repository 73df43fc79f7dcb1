#include <bellwether/mixtures/starts.h>

#include <algorithm>
#include <numeric>
#include <set>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/many_items.h>
#include <bellwether/mixtures/plus_plus.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
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

namespace {

/// k-means++ behind the `given` first of the centres, perhaps none.
void add_centres(const Rows& items, Matrix& centres, int given, Random& random, const Run& run,
                 std::span<const double> inverse_lengths) {
  if (is_many(items.rows())) {
    centres = rounds_of_many(Holder(items, {}, run), centres.topRows(given), static_cast<int>(centres.rows()),
                             !inverse_lengths.empty(), random);
    return;
  }
  if (given == 0) {
    const Index first = random.below(items.rows());
    const double scale = inverse_lengths.empty() ? 1.0 : inverse_lengths[first];
    centres.row(0) = scale * dense_row(items, first).transpose();
  }
  add_greedy_centres(items, centres, std::max(given, 1), usual_candidates(static_cast<int>(centres.rows())),
                     random, run, inverse_lengths);
}

}  // namespace

Matrix plus_plus_start(const Rows& items, int clusters, Random random, const Run& run,
                       std::span<const double> inverse_lengths) {
  Matrix centres(clusters, items.columns());
  add_centres(items, centres, 0, random, run, inverse_lengths);
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
  require_seeds_fit(items.rows(), seeds, clusters);
}

void require_seeds_fit(Index items, std::span<const int> seeds, int clusters) {
  require(seeds.empty() || std::ssize(seeds) == items,
          "there are {} seeds for {} items: give one for each, {} where nothing is known", seeds.size(),
          items, unlabelled);
  for (std::size_t i = 0; i < seeds.size(); ++i)
    require(seeds[i] >= unlabelled && seeds[i] < clusters,
            "item {} is seeded with cluster {}, but clusters are 0 to {}: ask for more, or renumber", i,
            seeds[i], clusters - 1);
}

Matrix seeded_start(const Rows& items, std::span<const int> seeds, int clusters, Start start, Random random,
                    const Run& run, std::span<const double> inverse_lengths) {
  const Holder holder(items, seeds, run);
  const bool directions = !inverse_lengths.empty();
  const auto add = [&](Matrix& centres, int given) {
    add_centres(items, centres, given, random, run, inverse_lengths);
  };
  const auto draw = [&](int count) { return random_start(items, count, random); };
  return around_seeds(holder.sum<SeedStep>({clusters, directions}), start, directions, add, draw);
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
