#include <bellwether/mixtures/kmeans.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
namespace {

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

template <class RowsKind>
struct Model {
  Matrix means;
  CentresFor<RowsKind> centres;
  double scale = 1;  ///< the frame's: bounds are in its unit, where single precision can hold them
  Movement moved = {};
  int refills = 0;
};

struct Statistics {
  Matrix sums;
  Vector counts;
  double objective = 0;
  double worst = -1;   ///< the largest squared distance of an item that may move to its mean
  Vector misfit = {};  ///< that item; empty if none may

  bool unsettled() const { return counts.minCoeff() == 0 && misfit.size() > 0; }
};

void merge(Statistics& into, const Statistics& from) {
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
Index block_rows(Index columns) {
  return std::clamp<Index>(4096 / std::max<Index>(columns, 1) / 6 * 6, 24, 240);
}

/// One shard's pass. For each item: how far is its own mean now; can another one be nearer (Hamerly's bound);
/// only if so, search them all.
template <class RowsKind>
class Pass {
 public:
  Pass(const Model<RowsKind>& model, const RowsKind& rows, Index begin, Memory& memory)
      : model_(model), rows_(rows), begin_(begin), memory_(memory) {
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
    model_.centres.squared_distances(block, labels, distances_.data());
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
    return distance * model_.scale * model_.scale < kept * kept;
  }

  void search_chosen(const RowsKind& block, std::span<int> labels, Index first) {
    found_.resize(chosen_.size());
    const Index after = first - begin_ + block.rows;
    const RowsKind upcoming = rows_.slice(after, std::min(block.rows, rows_.rows - after));
    model_.centres.nearest(block, chosen_, upcoming, workspace_, found_.data());
    for (std::size_t c = 0; c < chosen_.size(); ++c) {
      const int i = chosen_[c];
      const int before = std::exchange(labels[i], found_[c].centre);
      // An item that stays had its distance measured against its bound.
      if (memory_.next.empty() || labels[i] != before)
        distances_[i] = model_.centres.squared_distance(block.row(i), labels[i]);
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

  const Model<RowsKind>& model_;
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

Movement movement(const Matrix& before, const Matrix& after, double scale) {
  Movement moved;
  for (int k = 0; k < before.rows(); ++k) {
    const double distance = ((after.row(k) - before.row(k)) * scale).norm() * (1 + 1e-12);
    if (distance > moved.most) {
      moved.second = moved.most;
      moved.most = distance;
      moved.fastest = k;
    } else {
      moved.second = std::max(moved.second, distance);
    }
  }
  return moved;
}

/// mu_k = S_k / n_k. The first empty cluster is given the worst-fitting item: J can only fall.
template <class RowsKind>
Model<RowsKind> update(Model<RowsKind> model, const Statistics& s, const Frame& frame) {
  Matrix means = model.means;
  bool refilled = false;
  for (int k = 0; k < means.rows(); ++k) {
    if (s.counts[k] > 0) {
      means.row(k) = s.sums.row(k) / s.counts[k];
    } else if (!refilled && s.misfit.size() > 0) {
      means.row(k) = s.misfit.transpose();
      refilled = true;
    }
  }
  const Movement moved = movement(model.means, means, frame.scale);
  CentresFor<RowsKind> centres(means, frame);
  return {std::move(means), std::move(centres), frame.scale, moved, model.refills + (refilled ? 1 : 0)};
}

template <class RowsKind>
KMeansResult search(const RowsKind& rows, const Frame& frame, const Matrix& start, std::span<const int> held,
                    const KMeansOptions& options, const Run& run) {
  const auto count = static_cast<std::size_t>(rows.rows);
  Memory memory{std::vector<int>(count, unlabelled), {}, held};
  if (options.search == KMeansSearch::bounded) memory.next.assign(count, 0);
  if (!held.empty()) memory.labels.assign(held.begin(), held.end());
  for (std::size_t i = 0; i < memory.next.size(); ++i)
    if (memory.holds(static_cast<Index>(i))) memory.next[i] = std::numeric_limits<float>::infinity();

  const auto accumulate = [&](const Model<RowsKind>& model, const Shard& shard) {
    return shard.rows.visit([&](const auto& part) -> Statistics {
      if constexpr (std::is_same_v<std::decay_t<decltype(part)>, RowsKind>)
        return Pass<RowsKind>(model, part, shard.begin, memory).run();
      else
        return {};
    });
  };
  const auto step = [&](Model<RowsKind> model, const Statistics& s) {
    return update(std::move(model), s, frame);
  };
  auto fit = iterate(rows, Model<RowsKind>{start, CentresFor<RowsKind>(start, frame), frame.scale},
                     accumulate, step, {options.iterations, options.tolerance}, run, start.rows());

  KMeansResult result;
  result.clusters = options.clusters;
  result.labels = std::move(memory.labels);
  record(fit, "sum of squared distances", Goal::minimise, result);
  result.refills = fit.model.refills;
  result.means = std::move(fit.model.means);
  return result;
}

KMeansResult search(const Rows& items, const Frame& frame, const Matrix& start, std::span<const int> held,
                    const KMeansOptions& options, const Run& run) {
  return items.visit([&](const auto& rows) { return search(rows, frame, start, held, options, run); });
}

}  // namespace

KMeansResult kmeans(const Rows& items, const KMeansOptions& options, const Run& run, const Seeds& seeds) {
  check_options(options, "kmeans");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  Frame frame;
  on_threads(run.threads, [&] { frame = frame_of(items, run); });
  require_squares(frame);
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix start =
        seeds.any() ? seeded_start(items, seeds.labels, options.clusters, options.start, random, inner)
                    : start_means(options.start, items, options.clusters, random, inner);
    return search(items, frame, start, seeds.held(), options, inner);
  };
  const int restarts = restarts_worth_making(seeds, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, items, once, run);
}

KMeansResult kmeans_from(const Rows& items, const Matrix& means, const KMeansOptions& options, const Run& run,
                         const Seeds& seeds) {
  check_options(options, "kmeans");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  require_start_shape(items, means, options.clusters);
  const auto once = [&](const Random&, const Run& inner) {
    const Frame frame = frame_of(items, inner);
    require_squares(frame);
    return search(items, frame, means, seeds.held(), options, inner);
  };
  return best_of_restarts(1, options.random_seed, items, once, run);
}

Placement place_by_means(const Rows& items, const Matrix& means, const Run& run) {
  KMeansOptions options;
  options.clusters = static_cast<int>(means.rows());
  options.iterations = 0;  // one pass: labels, no update
  KMeansResult placed;
  const Run pass{.threads = run.threads};
  on_threads(run.threads, [&] { placed = search(items, frame_of(items, pass), means, {}, options, pass); });
  return {std::move(placed.labels), {}, placed.objective.value};
}

}  // namespace bellwether
