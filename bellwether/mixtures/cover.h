#pragma once
// How well the centres chosen so far cover some items, and one shard's part of the choice of the next: what
// greedy k-means++ here (plus_plus.cpp) and over workers (plus_plus_parts.h) have in common.

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <bellwether/mixtures/candidates.h>

namespace bellwether::cover {

/// What is known of each item: the squared distance to the nearest chosen centre, which that is, and which of
/// the candidates last looked at are nearer.
struct ItemCover {
  std::vector<double> nearest = {};
  std::vector<int> owner = {};
  std::vector<std::uint16_t> nearer = {};

  explicit ItemCover(Index items = 0)
      : nearest(static_cast<std::size_t>(items), std::numeric_limits<double>::infinity()),
        owner(nearest.size(), 0),
        nearer(nearest.size(), 0) {}
};

/// How many rows are looked at together: narrowed, they fit in the first-level cache.
inline Index block_rows(Index columns) {
  return std::clamp<Index>(4096 / std::max<Index>(columns, 1) / 12 * 12, 24, 240);
}

/// One shard's part of a round: the potential with each candidate.
template <class RowsKind>
class Round {
 public:
  using Candidates = CandidatesFor<RowsKind>;
  /// `limits`: an item of owner k is left alone if 4 (D + slack) <= limits[k].
  Round(const Candidates& candidates, const NarrowItems& narrow, std::span<const double> limits, double slack,
        ItemCover& cover)
      : candidates_(candidates),
        count_(static_cast<std::size_t>(candidates.centres().rows())),
        narrow_(narrow),
        limits_(limits),
        slack_(slack),
        cover_(cover) {}

  PerCandidate run(const RowsKind& rows, Index begin) {
    const Index size = block_rows(rows.columns);
    for (Index first = 0; first < rows.rows; first += size) {
      const RowsKind block = rows.slice(first, std::min(size, rows.rows - first));
      choose(block.rows, begin + first);
      candidates_.look(block, begin + first, chosen_,
                       std::span(cover_.nearest).subspan(static_cast<std::size_t>(begin + first)), narrow_,
                       workspace_);
      measure(block, begin + first);
    }
    const double kept = std::accumulate(kept_.begin(), kept_.end(), 0.0);
    for (double& potential : potentials_) potential += kept;
    return potentials_;
  }

 private:
  static constexpr Index lanes = 8;

  /// Those items of the block that a candidate may be nearer to. Whether one may is as good as random, so the
  /// list is written without a branch on it; the others are summed in eight lanes, not to wait for each sum.
  void choose(Index rows, Index first) {
    chosen_.resize(static_cast<std::size_t>(rows));
    const double* nearest = cover_.nearest.data() + first;
    const int* owner = cover_.owner.data() + first;
    std::array<double, lanes> kept = kept_;
    std::size_t count = 0;
    const auto look_at = [&](Index i, Index lane) {
      const bool open = limits_[owner[i]] < 4 * (nearest[i] + slack_);
      chosen_[count] = static_cast<int>(i);
      count += open ? 1 : 0;
      kept[lane] += open ? 0.0 : nearest[i];
    };
    Index i = 0;
    for (; i + lanes <= rows; i += lanes)
#pragma GCC unroll 8
      for (Index lane = 0; lane < lanes; ++lane) look_at(i + lane, lane);
    for (Index lane = 0; i < rows; ++i, ++lane) look_at(i, lane);
    kept_ = kept;
    chosen_.resize(count);
  }

  void measure(const RowsKind& block, Index first) {
    PerCandidate values;
    for (std::size_t j = 0; j < chosen_.size(); ++j) {
      const Index item = first + chosen_[j];
      cover_.nearer[item] =
          candidates_.measure(block, first, chosen_, j, cover_.nearest[item], workspace_, values);
      for (std::size_t c = 0; c < count_; ++c) potentials_[c] += values[c];
    }
  }

  const Candidates& candidates_;
  std::size_t count_;
  const NarrowItems& narrow_;
  std::span<const double> limits_;
  double slack_;
  ItemCover& cover_;
  PerCandidate potentials_{};
  std::array<double, lanes> kept_{};
  std::vector<int> chosen_;
  typename Candidates::Workspace workspace_;
};

/// The first of the candidates whose potential, of all shards, is the smallest, to 1 part in 10^9.
int best_candidate(std::span<const PerCandidate> shard_potentials, int count);

/// An item nearer to its centre than half of that centre's distance to a candidate cannot change (triangle
/// inequality): with squares, 4 d(x, c)^2 <= d(c, candidate)^2. For each of the first `k` centres: the
/// nearest candidate, a little less, because the distances compared are rounded. `squared_distance(j,
/// centre)` is that of candidate j.
template <class SquaredDistance>
std::vector<double> limits_for(Index candidates, int k, const Metric& metric,
                               const SquaredDistance& squared_distance) {
  std::vector<double> limits(static_cast<std::size_t>(k), std::numeric_limits<double>::infinity());
  for (int j = 0; j < k; ++j) {
    for (Index c = 0; c < candidates; ++c) limits[j] = std::min(limits[j], squared_distance(c, j));
    limits[j] = limits[j] * (1 - 4 * metric.relative_error) - metric.absolute_error;
  }
  return limits;
}

/// The errors of squared distances in double. Dense rows are subtracted first, so that theirs are relative
/// (and what underflow can lose); sparse rows and directions multiply out: `reach` is the largest squared
/// length of a sparse item or given centre.
Metric metric_of(Index columns, bool sparse, double reach, std::span<const double> inverse_lengths,
                 bool directions);

/// As Random::weighted(), for a draw from [0, 1) that was made elsewhere.
Index weighted(std::span<const double> weights, double draw);

/// The largest squared length of some sparse rows; 0 of dense ones.
double squared_reach(const Rows& rows);

}  // namespace bellwether::cover
