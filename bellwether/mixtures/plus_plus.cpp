#include <bellwether/mixtures/plus_plus.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/candidates.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

/// What is known of each item: the squared distance to the nearest chosen centre, which that is, and which of
/// the candidates last looked at are nearer. Of each shard: the sum of its distances.
struct Cover {
  std::vector<double> nearest;
  std::vector<int> owner;
  std::vector<std::uint16_t> nearer;
  std::vector<double> shard_sums;
  std::vector<PerCandidate> shard_potentials;  ///< what shard_sums would be with each candidate

  explicit Cover(const Rows& items)
      : nearest(static_cast<std::size_t>(items.rows()), std::numeric_limits<double>::infinity()),
        owner(nearest.size(), 0),
        nearer(nearest.size(), 0),
        shard_sums(static_cast<std::size_t>(shard_count(items)), 0.0),
        shard_potentials(shard_sums.size()) {}
};

/// How many rows are looked at together: narrowed, they fit in the first-level cache.
Index block_rows(Index columns) {
  return std::clamp<Index>(4096 / std::max<Index>(columns, 1) / 12 * 12, 24, 240);
}

/// One shard's part of a round: the potential with each candidate.
template <class RowsKind>
class Round {
 public:
  using Candidates = CandidatesFor<RowsKind>;
  /// `limits`: an item of owner k is left alone if 4 (D + slack) <= limits[k].
  Round(const Candidates& candidates, const NarrowItems& narrow, std::span<const double> limits, double slack,
        Cover& cover)
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
      candidates_.look(block, begin + first, chosen_, cover_.nearest, narrow_, workspace_);
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
  Cover& cover_;
  PerCandidate potentials_{};
  std::array<double, lanes> kept_{};
  std::vector<int> chosen_;
  typename Candidates::Workspace workspace_;
};

/// An item with probability proportional to its squared distance.
Index draw(const Rows& items, const Cover& cover, Random& random) {
  const double total = std::accumulate(cover.shard_sums.begin(), cover.shard_sums.end(), 0.0);
  if (!(total > 0)) return random.below(items.rows());
  const Index number = random.weighted(cover.shard_sums);
  const Shard chosen = shard(items, number);
  return chosen.begin +
         random.weighted({cover.nearest.data() + chosen.begin, static_cast<std::size_t>(chosen.rows.rows())});
}

/// The first of those whose potential is the smallest, to 1 part in 10^9.
int best_candidate(const Cover& cover, int count) {
  PerCandidate totals{};
  for (const PerCandidate& shard : cover.shard_potentials)
    for (int c = 0; c < count; ++c) totals[c] += shard[c];
  const double least = *std::min_element(totals.begin(), totals.begin() + count);
  const auto wins = [&](double total) { return total <= least * (1 + 1e-9); };
  return static_cast<int>(std::find_if(totals.begin(), totals.begin() + count, wins) - totals.begin());
}

template <class RowsKind>
class Search {
 public:
  Search(const RowsKind& rows, Matrix& centres, const Metric& metric, const Run& run)
      : rows_(rows), items_(rows), centres_(centres), metric_(metric), run_(run), cover_(items_) {}

  /// Centre 0: every item is measured, and the frame of single precision is laid around it.
  void cover_first() {
    const Candidates first(centres_.topRows(1), metric_, {centres_.row(0).transpose(), 1});
    each_shard([&](const RowsKind& rows, Index begin) {
      double sum = 0, most = 0;
      for (Index i = 0; i < rows.rows; ++i) {
        const double d = first.distance(rows.row(i), begin + i, 0);
        cover_.nearest[begin + i] = d;
        sum += d;
        most = std::max(most, d);
      }
      cover_.shard_sums[number(begin)] = sum;
      cover_.shard_potentials[number(begin)][0] = most;
    });
    double most = 0;
    for (const auto& potentials : cover_.shard_potentials) most = std::max(most, potentials[0]);
    frame_ = {centres_.row(0).transpose(), scale_for(std::sqrt(most))};
    narrow_ = narrow_items(rows_, metric_, frame_, run_);
    squared_norms_.push_back(centres_.row(0).squaredNorm());
  }

  /// A centre that is given: no item can be left alone.
  void cover_given(int k) {
    const Candidates given(centres_.middleRows(k, 1), metric_, frame_);
    keep(given, std::vector<double>(static_cast<std::size_t>(k), -1.0), 0, k);
    squared_norms_.push_back(centres_.row(k).squaredNorm());
  }

  void add(int k, int draws, Random& random) {
    std::vector<Index> drawn;
    for (int c = 0; c < draws; ++c) {
      const Index item = draw(items_, cover_, random);
      if (std::ranges::find(drawn, item) == drawn.end()) drawn.push_back(item);
    }
    Matrix rows(std::ssize(drawn), items_.columns());
    for (std::size_t c = 0; c < drawn.size(); ++c)
      rows.row(static_cast<Index>(c)) = metric_.inverse(drawn[c]) * dense_row(items_, drawn[c]).transpose();
    const Candidates candidates(std::move(rows), metric_, frame_);
    const std::vector<double> limits = limits_for(drawn, k);
    const int winner = keep(candidates, limits, static_cast<int>(drawn.size()), k);
    centres_.row(k) = candidates.centres().row(winner);
    squared_norms_.push_back(centres_.row(k).squaredNorm());
  }

  /// Asked to stop: the distances stay as they are, and the rest of the centres come quickly.
  void add_hastily(int k, Random& random) {
    const Index item = draw(items_, cover_, random);
    centres_.row(k) = metric_.inverse(item) * dense_row(items_, item).transpose();
  }

 private:
  using Candidates = CandidatesFor<RowsKind>;

  std::size_t number(Index begin) const { return static_cast<std::size_t>(begin / shard_rows(items_)); }

  template <class Visit>
  void each_shard(const Visit& visit) {
    const auto one = [&](const Shard& shard) {
      visit(rows_.slice(shard.begin, shard.rows.rows()), shard.begin);
    };
    for_each_shard(items_, one, run_);
  }

  /// An item nearer to its centre than half of that centre's distance to a candidate cannot change (triangle
  /// inequality): with squares, 4 d(x, c)^2 <= d(c, candidate)^2. For each centre: the nearest candidate.
  std::vector<double> limits_for(std::span<const Index> drawn, int k) const {
    std::vector<double> limits(static_cast<std::size_t>(k), std::numeric_limits<double>::infinity());
    for (int j = 0; j < k; ++j) {
      const std::span<const double> centre(centres_.row(j).data(), static_cast<std::size_t>(centres_.cols()));
      for (const Index item : drawn)
        limits[j] = std::min(limits[j], squared_distance(rows_.row(item), metric_.inverse(item), metric_,
                                                         centre, squared_norms_[j]));
      // The distances compared are rounded: what is left alone must be so by more than their errors.
      limits[j] = limits[j] * (1 - 4 * metric_.relative_error) - metric_.absolute_error;
    }
    return limits;
  }

  /// Finds the best of the candidates and makes it centre k.
  int keep(const Candidates& candidates, std::span<const double> limits, int count, int k) {
    each_shard([&](const RowsKind& rows, Index begin) {
      Round<RowsKind> round(candidates, narrow_, limits, 2 * metric_.absolute_error, cover_);
      cover_.shard_potentials[number(begin)] = round.run(rows, begin);
    });
    const int winner = best_candidate(cover_, std::max(1, count));
    each_shard([&](const RowsKind& rows, Index begin) {
      for (Index i = 0; i < rows.rows; ++i) {
        const auto nearer = cover_.nearer[begin + i];
        if (nearer == 0) continue;
        cover_.nearer[begin + i] = 0;
        if ((nearer >> winner & 1) == 0) continue;
        cover_.nearest[begin + i] = candidates.distance(rows.row(i), begin + i, winner);
        cover_.owner[begin + i] = k;
      }
      cover_.shard_sums[number(begin)] = cover_.shard_potentials[number(begin)][winner];
    });
    return winner;
  }

  const RowsKind& rows_;
  Rows items_;
  Matrix& centres_;
  Metric metric_;
  const Run& run_;
  Cover cover_;
  Frame frame_ = {};
  NarrowItems narrow_ = {};
  std::vector<double> squared_norms_ = {};  ///< of the centres
};

/// The errors of squared distances in double. Dense rows are subtracted first, so that theirs are relative
/// (and what underflow can lose); sparse rows and directions multiply out.
Metric metric_for(const Rows& items, const Matrix& centres, int given,
                  std::span<const double> inverse_lengths, const Run& run) {
  const auto terms = static_cast<double>(items.columns() + 8);
  Metric metric{inverse_lengths, terms * 0x1p-1070, terms * 0x1p-50};
  if (metric.directions()) metric.absolute_error = 8 * terms * 0x1p-50;
  if (metric.directions() || !items.sparse()) return metric;

  std::vector<double> largest(static_cast<std::size_t>(shard_count(items)), 0.0);
  const auto visit_shard = [&](const Shard& shard) {
    shard.rows.visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        double square = 0;
        if constexpr (requires { rows.row(i).values; })
          for (const double v : rows.row(i).values) square += v * v;
        double& most = largest[static_cast<std::size_t>(shard.begin / shard_rows(items))];
        most = std::max(most, square);
      }
    });
  };
  for_each_shard(items, visit_shard, run);
  const double reach =
      std::max(*std::ranges::max_element(largest), centres.topRows(given).rowwise().squaredNorm().maxCoeff());
  metric.absolute_error += 8 * terms * 0x1p-50 * reach;
  return metric;
}

}  // namespace

int usual_candidates(int clusters) {
  return std::min(2 + static_cast<int>(std::log(clusters)), kernels::most_candidates);
}

void add_greedy_centres(const Rows& items, Matrix& centres, int given, int candidates, Random& random,
                        const Run& run, std::span<const double> inverse_lengths) {
  const auto clusters = static_cast<int>(centres.rows());
  if (given >= clusters) return;
  const Metric metric = metric_for(items, centres, given, inverse_lengths, run);
  items.visit([&](const auto& rows) {
    Search search(rows, centres, metric, run);
    search.cover_first();
    for (int k = 1; k < clusters; ++k) {
      if (run.stop.stop_requested()) {
        if (k >= given) search.add_hastily(k, random);
        continue;
      }
      if (k < given) {
        search.cover_given(k);
        continue;
      }
      search.add(k, candidates, random);
      if (run.on_progress)
        run.on_progress({.stage = "choosing the first means", .iteration = k, .iterations = clusters});
    }
  });
}

}  // namespace bellwether
