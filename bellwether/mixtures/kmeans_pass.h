#pragma once
// One round of k-means over a shard, and the update that follows: what the search (kmeans.cpp) and workers
// (kmeans_parts.h) have in common.

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <bellwether/engine/clustering.h>
#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/row_sums.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether::kmeans_pass {

/// What is remembered of each item from one round to the next.
struct Memory {
  std::vector<int> labels;  ///< `unlabelled` before the first round
  /// No other mean is nearer than this (times the frame's scale); for a held item infinity, so that it is
  /// never searched. Empty: every item is searched (lloyd).
  std::vector<float> next;
  std::span<const int> held;  ///< clusters that items must stay in; empty: none

  bool holds(Index item) const { return !held.empty() && held[item] != unlabelled; }
};

/// How far the means moved in the last update, times the frame's scale: the most, by which of them, and the
/// most of all others.
struct Movement {
  int fastest = 0;
  double most = 0;
  double second = 0;
  double of_others(int label) const { return label == fastest ? second : most; }
};

struct Model {
  Matrix means = {};
  Movement moved = {};
  int refills = 0;
  int round = 0;  ///< updates made
};

void visit(Movement& moved, auto&& numbers) {
  numbers(moved.fastest), numbers(moved.most), numbers(moved.second);
}
void visit(Model& model, auto&& numbers) {
  numbers(model.means), numbers(model.moved), numbers(model.refills), numbers(model.round);
}

struct Statistics {
  Matrix sums;
  Vector counts;
  double objective = 0;
  double worst = -1;   ///< the largest squared distance of an item that may move to its mean
  Vector misfit = {};  ///< that item; empty if none may

  bool unsettled() const { return counts.minCoeff() == 0 && misfit.size() > 0; }
};

void visit(Statistics& s, auto&& numbers) {
  numbers(s.sums), numbers(s.counts), numbers(s.objective), numbers(s.worst), numbers(s.misfit);
}

inline void merge(Statistics& into, const Statistics& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.objective += from.objective;
  if (from.worst > into.worst) {
    into.worst = from.worst;
    into.misfit = from.misfit;
  }
}

/// Rows of one block fit in the first-level cache when narrowed, and come in whole groups of the kernel's
/// six.
inline Index block_rows(Index columns) {
  return std::clamp<Index>(4096 / std::max<Index>(columns, 1) / 6 * 6, 24, 240);
}

/// One shard's pass. For each item: how far is its own mean now; can another one be nearer (Hamerly's bound);
/// only if so, search them all.
template <class RowsKind>
class Pass {
 public:
  /// `centres` are the model's means laid out, `scale` is that of their frame.
  Pass(const Model& model, const CentresFor<RowsKind>& centres, double scale, const RowsKind& rows,
       Index begin, Memory& memory)
      : model_(model), centres_(centres), scale_(scale), rows_(rows), begin_(begin), memory_(memory) {
    statistics_.sums = Matrix::Zero(model.means.rows(), model.means.cols());
    statistics_.counts = Vector::Zero(model.means.rows());
  }

  Statistics run() {
    const Index size = block_rows(rows_.columns);
    for (Index first = 0; first < rows_.rows; first += size)
      visit_block(first, std::min(size, rows_.rows - first));
    if (worst_item_ >= 0) statistics_.misfit = dense_row(rows_, worst_item_);
    return std::move(statistics_);
  }

 private:
  void visit_block(Index first, Index count) {
    const RowsKind block = rows_.slice(first, count);
    const auto labels = std::span(memory_.labels).subspan(begin_ + first, count);
    distances_.resize(static_cast<std::size_t>(count));
    choose(block, labels, begin_ + first);
    search_chosen(block, labels, begin_ + first);
    count_items(block, labels, first);
  }

  /// Those items of the block that another mean may be nearest to. Whether a bound holds is as good as
  /// random, so the list is written without a branch on it.
  void choose(const RowsKind& block, std::span<const int> labels, Index first) {
    chosen_.resize(static_cast<std::size_t>(block.rows));
    if (memory_.next.empty() && memory_.held.empty()) {
      std::iota(chosen_.begin(), chosen_.end(), 0);
      return;
    }
    // Rows without a label yet are skipped, and their bound, 0, cannot hold.
    std::ranges::fill(distances_, 0.0);
    centres_.squared_distances(block, labels, distances_.data());
    std::size_t count = 0;
    for (Index i = 0; i < block.rows; ++i) {
      chosen_[count] = static_cast<int>(i);
      const bool skip = memory_.next.empty() ? memory_.holds(first + i)
                                             : bound_holds(labels[i], distances_[i], memory_.next[first + i]);
      count += skip ? 0 : 1;
    }
    chosen_.resize(count);
  }

  bool bound_holds(int label, double distance, float& next) const {
    const double bound = (static_cast<double>(next) - model_.moved.of_others(label)) * (1 - 1e-6);
    next = static_cast<float>(bound);
    // A bound below 0 says nothing; its square must not say more.
    const double kept = std::max(bound, 0.0) * (1 - 1e-6);
    return distance * scale_ * scale_ < kept * kept;
  }

  void search_chosen(const RowsKind& block, std::span<int> labels, Index first) {
    found_.resize(chosen_.size());
    const Index after = first - begin_ + block.rows;
    const RowsKind upcoming = rows_.slice(after, std::min(block.rows, rows_.rows - after));
    centres_.nearest(block, chosen_, upcoming, workspace_, found_.data());
    for (std::size_t c = 0; c < chosen_.size(); ++c) {
      const int i = chosen_[c];
      const int before = std::exchange(labels[i], found_[c].centre);
      // An item that stays had its distance measured against its bound.
      if (memory_.next.empty() || labels[i] != before)
        distances_[i] = centres_.squared_distance(block.row(i), labels[i]);
      // Rounded down, as every bound must be.
      if (!memory_.next.empty()) memory_.next[first + i] = static_cast<float>(found_[c].next * (1 - 1e-6));
    }
  }

  /// In the items' own order, so that the sums do not depend on which of them were searched.
  void count_items(const RowsKind& block, std::span<const int> labels, Index first) {
    add_rows(statistics_.sums, block, labels);
    for (Index i = 0; i < block.rows; ++i) {
      statistics_.counts[labels[i]] += 1;
      statistics_.objective += distances_[i];
      if (distances_[i] > statistics_.worst && !memory_.holds(begin_ + first + i)) {
        statistics_.worst = distances_[i];
        worst_item_ = first + i;
      }
    }
  }

  const Model& model_;
  const CentresFor<RowsKind>& centres_;
  double scale_;
  const RowsKind& rows_;
  Index begin_;
  Memory& memory_;
  Statistics statistics_;
  Index worst_item_ = -1;
  std::vector<double> distances_;  ///< of the block's items to their means
  std::vector<int> chosen_;        ///< those whose nearest mean has to be searched
  std::vector<Nearest> found_;
  typename CentresFor<RowsKind>::Workspace workspace_;
};

/// mu_k = S_k / n_k. The first empty cluster is given the worst-fitting item: J can only fall. `scale`: of
/// the frame that bounds are kept in.
Model update(Model model, const Statistics& s, double scale);

}  // namespace bellwether::kmeans_pass
