#include <bellwether/mixtures/plus_plus.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/candidates.h>
#include <bellwether/mixtures/cover.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

using cover::Round;

/// Of each item, and of each shard: the sum of its distances.
struct Cover : cover::ItemCover {
  std::vector<double> shard_sums;
  std::vector<PerCandidate> shard_potentials;  ///< what shard_sums would be with each candidate

  explicit Cover(const Rows& items)
      : ItemCover(items.rows()),
        shard_sums(static_cast<std::size_t>(shard_count(items)), 0.0),
        shard_potentials(shard_sums.size()) {}
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

  std::vector<double> limits_for(std::span<const Index> drawn, int k) const {
    return cover::limits_for(std::ssize(drawn), k, metric_, [&](Index c, int j) {
      const std::span<const double> centre(centres_.row(j).data(), static_cast<std::size_t>(centres_.cols()));
      const Index item = drawn[c];
      return squared_distance(rows_.row(item), metric_.inverse(item), metric_, centre, squared_norms_[j]);
    });
  }

  /// Finds the best of the candidates and makes it centre k.
  int keep(const Candidates& candidates, std::span<const double> limits, int count, int k) {
    each_shard([&](const RowsKind& rows, Index begin) {
      Round<RowsKind> round(candidates, narrow_, limits, 2 * metric_.absolute_error, cover_);
      cover_.shard_potentials[number(begin)] = round.run(rows, begin);
    });
    const int winner = cover::best_candidate(cover_.shard_potentials, std::max(1, count));
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

Metric metric_for(const Rows& items, const Matrix& centres, int given,
                  std::span<const double> inverse_lengths, const Run& run) {
  const bool directions = !inverse_lengths.empty();
  double reach = 0;
  if (!directions && items.sparse()) {
    std::vector<double> largest(static_cast<std::size_t>(shard_count(items)), 0.0);
    const auto visit_shard = [&](const Shard& shard) {
      largest[static_cast<std::size_t>(shard.begin / shard_rows(items))] = cover::squared_reach(shard.rows);
    };
    for_each_shard(items, visit_shard, run);
    reach = std::max(*std::ranges::max_element(largest),
                     centres.topRows(given).rowwise().squaredNorm().maxCoeff());
  }
  return cover::metric_of(items.columns(), items.sparse(), reach, inverse_lengths, directions);
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
