#pragma once
// How well the centres chosen so far cover the items, where the items are here: one side of greedy k-means++
// (plus_plus.cpp). cover_on_device.h is the other.

#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/candidates.h>
#include <bellwether/mixtures/cover.h>

namespace bellwether::cover {

template <class RowsKind>
class Here {
 public:
  Here(const RowsKind& rows, const Metric& metric, const Run& run)
      : rows_(rows),
        items_(rows),
        metric_(metric),
        run_(run),
        cover_(rows.rows),
        potentials_(static_cast<std::size_t>(shard_count(items_))) {}

  /// Every item is measured, and the frame of single precision is laid around the centre. Returns the sum of
  /// each shard.
  std::vector<double> first(const Matrix& centre) {
    const Candidates first(centre, metric_, {centre.row(0).transpose(), 1});
    std::vector<double> sums(potentials_.size());
    each_shard([&](const RowsKind& rows, Index begin) {
      double sum = 0, most = 0;
      for (Index i = 0; i < rows.rows; ++i) {
        const double d = first.distance(rows.row(i), begin + i, 0);
        cover_.nearest[begin + i] = d;
        sum += d;
        most = std::max(most, d);
      }
      sums[number(begin)] = sum;
      potentials_[number(begin)][0] = most;
    });
    double most = 0;
    for (const auto& potentials : potentials_) most = std::max(most, potentials[0]);
    frame_ = {centre.row(0).transpose(), scale_for(std::sqrt(most))};
    narrow_ = narrow_items(rows_, metric_, frame_, run_);
    return sums;
  }

  /// Of each shard: what its sum would be with each of the candidates (cover.h says what limits are).
  std::span<const PerCandidate> look(const Matrix& candidates, std::span<const double> limits) {
    looked_ = std::make_unique<Candidates>(candidates, metric_, frame_);
    each_shard([&](const RowsKind& rows, Index begin) {
      Round<RowsKind> round(*looked_, narrow_, limits, 2 * metric_.absolute_error, cover_);
      potentials_[number(begin)] = round.run(rows, begin);
    });
    return potentials_;
  }

  /// One of the candidates last looked at is centre k now.
  void keep(int winner, int k) {
    each_shard([&](const RowsKind& rows, Index begin) {
      for (Index i = 0; i < rows.rows; ++i) {
        const auto nearer = cover_.nearer[begin + i];
        if (nearer == 0) continue;
        cover_.nearer[begin + i] = 0;
        if ((nearer >> winner & 1) == 0) continue;
        cover_.nearest[begin + i] = looked_->distance(rows.row(i), begin + i, winner);
        cover_.owner[begin + i] = k;
      }
    });
  }

  auto row(Index item) const { return rows_.row(item); }

  /// The squared distances of some items to the nearest centre.
  std::span<const double> nearest(Index first, Index count) const {
    return std::span<const double>(cover_.nearest)
        .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
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

  const RowsKind& rows_;
  Rows items_;
  Metric metric_;
  const Run& run_;
  ItemCover cover_;
  std::vector<PerCandidate> potentials_;  ///< of each shard
  std::unique_ptr<Candidates> looked_ = {};
  Frame frame_ = {};
  NarrowItems narrow_ = {};
};

}  // namespace bellwether::cover
