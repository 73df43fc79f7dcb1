#include <bellwether/mixtures/plus_plus.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <numeric>

#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/kmeans.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

/// The squared distance of item i to a centre, as the library defines it for each kind of items.
double distance_of(const Rows& items, Index i, std::span<const double> inverse, const Vector& centre) {
  return items.visit([&](const auto& rows) {
    const auto row = rows.row(i);
    if constexpr (requires { row.columns; }) {
      double sum = inverse.empty() ? centre.squaredNorm() : 0.0;
      for (std::size_t j = 0; j < row.values.size(); ++j) {
        const double c = centre[row.columns[j]];
        sum += inverse.empty() ? row.values[j] * (row.values[j] - 2 * c) : row.values[j] * c;
      }
      return std::max(0.0, inverse.empty() ? sum : 2 - 2 * (inverse[i] * sum));
    } else {
      if (inverse.empty()) return kernels::squared_distance(row.data(), centre.data(), centre.size());
      return std::max(0.0, 2 - 2 * (inverse[i] * kernels::dot(row.data(), centre.data(), centre.size())));
    }
  });
}

/// Greedy k-means++ as its definition reads, for items of one shard: every distance to every candidate.
Matrix brute_force_start(const Rows& items, int clusters, int draws, Random random,
                         std::span<const double> inverse = {}) {
  const Index count = items.rows();
  const auto centre_at = [&](Index item) {
    return Vector((inverse.empty() ? 1.0 : inverse[item]) * dense_row(items, item));
  };
  Matrix centres(clusters, items.columns());
  centres.row(0) = centre_at(random.below(count)).transpose();
  std::vector<double> nearest(static_cast<std::size_t>(count), std::numeric_limits<double>::infinity());
  const auto with = [&](const Vector& centre) {
    std::vector<double> distances = nearest;
    for (Index i = 0; i < count; ++i)
      distances[i] = std::min(distances[i], distance_of(items, i, inverse, centre));
    return distances;
  };
  nearest = with(centres.row(0).transpose());
  for (int k = 1; k < clusters; ++k) {
    const double total = std::accumulate(nearest.begin(), nearest.end(), 0.0);
    std::vector<Index> drawn;
    std::vector<double> potentials;
    for (int c = 0; c < draws; ++c) {
      if (total > 0) random.weighted(std::vector<double>{total});  // the one shard
      drawn.push_back(total > 0 ? random.weighted(nearest) : random.below(count));
      const auto distances = with(centre_at(drawn.back()));
      potentials.push_back(std::accumulate(distances.begin(), distances.end(), 0.0));
    }
    const double least = *std::ranges::min_element(potentials);
    std::size_t winner = 0;
    while (potentials[winner] > least * (1 + 1e-9)) ++winner;
    centres.row(k) = centre_at(drawn[winner]).transpose();
    nearest = with(centres.row(k).transpose());
  }
  return centres;
}

/// Where bounds and single precision are easily fooled.
Matrix hard_items(Index rows, Index columns, std::uint64_t random_seed, int kind) {
  Matrix m = random_matrix(rows, columns, random_seed);
  switch (kind) {
    case 0:
      return m;
    case 1:
      return m.array().round();  // a grid: ties and duplicates
    case 2:
      return m.array() + 1e8;  // far from the origin
    case 3:
      return 1e-160 * m;  // squares underflow
    case 4:
      return 1e150 * m;  // squares near the limit
    case 5:
      return 1 + 1e-9 * m.array().round();  // all as good as equal
    default:
      m.topRows(rows / 2) *= 1e6;
      return m;  // two scales at once
  }
}

RC_GTEST_PROP(GreedyPlusPlus, ChoosesWhatBruteForceChooses, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Index rows = *rc::gen::inRange(2, 120), columns = *rc::gen::inRange(1, 40);
  const int clusters = *rc::gen::inRange(2, static_cast<int>(std::min<Index>(rows, 30)) + 1);
  const Matrix items = hard_items(rows, columns, seed, *rc::gen::inRange(0, 7));
  const int draws = usual_candidates(clusters);
  RC_ASSERT(plus_plus_start(items, clusters, Random(seed), {.threads = 1}) ==
            brute_force_start(items, clusters, draws, Random(seed)));
}

RC_GTEST_PROP(GreedyPlusPlus, ChoosesWhatBruteForceChoosesAmongSparseItemsAndDirections, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Index rows = *rc::gen::inRange(2, 120), columns = *rc::gen::inRange(1, 40);
  const int clusters = *rc::gen::inRange(2, static_cast<int>(std::min<Index>(rows, 30)) + 1);
  const double unit = *rc::gen::element(1.0, 0.1, 1e-160, 1e140);
  const Matrix items = unit * random_counts(rows, columns, 0.3, seed);
  const SparseMatrix sparse = to_sparse(items);
  const int draws = usual_candidates(clusters);
  const struct Run run = {.threads = 1};
  RC_ASSERT(plus_plus_start(sparse, clusters, Random(seed), run) ==
            brute_force_start(sparse, clusters, draws, Random(seed)));
  for (const Rows& kind : {Rows(items), Rows(sparse)}) {
    const auto inverse = inverse_lengths(kind, run);
    RC_ASSERT(plus_plus_start(kind, clusters, Random(seed), run, inverse) ==
              brute_force_start(kind, clusters, draws, Random(seed), inverse));
  }
}

/// Blobs that overlap a little, more of them than fit in one shard.
Matrix many_blobs(Index rows, Index columns, int blobs, std::uint64_t random_seed) {
  const Matrix centres = 6 * random_matrix(blobs, columns, random_seed);
  Matrix items = random_matrix(rows, columns, random_seed + 1);
  for (Index i = 0; i < rows; ++i) items.row(i) += centres.row(i % blobs);
  return items;
}

TEST(GreedyPlusPlus, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = many_blobs(9000, 5, 30, 1);
  const auto inverse = inverse_lengths(items, {.threads = 1});
  for (const auto& lengths : {std::span<const double>{}, std::span<const double>(inverse)}) {
    const Matrix one = plus_plus_start(items, 40, Random(2), {.threads = 1}, lengths);
    for (const int threads : {2, 4}) {
      Matrix several;
      on_threads(threads,
                 [&] { several = plus_plus_start(items, 40, Random(2), {.threads = threads}, lengths); });
      EXPECT_EQ(one, several);
    }
  }
}

TEST(GreedyPlusPlus, LeavesASmallerPotentialThanOneCandidateForEachCentre) {
  const Matrix items = many_blobs(2000, 2, 50, 3);
  double greedy = 0, plain = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const int draws : {1, usual_candidates(50)}) {
      Random random(seed);
      Matrix centres(50, 2);
      centres.row(0) = items.row(random.below(2000));
      add_greedy_centres(items, centres, 1, draws, random, {.threads = 1});
      (draws == 1 ? plain : greedy) += place_by_means(items, centres).objective;
    }
  }
  EXPECT_LT(greedy, 0.9 * plain);
}

TEST(GreedyPlusPlus, AStopStillGivesEveryCentre) {
  std::stop_source stop;
  stop.request_stop();
  const Matrix items = random_matrix(200, 3, 1);
  const Matrix start = plus_plus_start(items, 20, Random(1), {.threads = 1, .stop = stop.get_token()});
  for (Index k = 0; k < 20; ++k) {
    const auto same = [&](Index i) { return items.row(i) == start.row(k); };
    bool item = false;
    for (Index i = 0; i < items.rows(); ++i) item = item || same(i);
    EXPECT_TRUE(item) << "centre " << k;
  }
}

}  // namespace
}  // namespace bellwether
