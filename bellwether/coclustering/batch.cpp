#include <bellwether/coclustering/batch.h>

#include <algorithm>
#include <limits>

namespace bellwether::coclustering {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

}  // namespace

Batch::Batch(std::span<const View> views, std::vector<int>& labels, int clusters)
    : views_(views),
      labels_(labels),
      clusters_(clusters),
      lines_(views.size()),
      sizes_(static_cast<std::size_t>(clusters), 0),
      scores_(static_cast<std::size_t>(clusters)) {
  for (const View& view : views) {
    profiles_.emplace_back(view);
    auto& cells = cells_.emplace_back(view.table.begin(), view.table.end());
    cells.resize(static_cast<std::size_t>(view.parts * clusters), 0);
    auto& sums = sums_.emplace_back(static_cast<std::size_t>(clusters), 0.0);
    for (std::size_t at = 0; at < cells.size(); ++at) sums[at % sums.size()] += cells[at];
    logs_.emplace_back(cells.size());
  }
  if (std::ranges::any_of(views, [](const View& view) { return view.table.empty(); })) count_all();
}

void Batch::clear() {
  for (auto& cells : cells_) std::ranges::fill(cells, 0.0);
  for (auto& sums : sums_) std::ranges::fill(sums, 0.0);
  std::ranges::fill(sizes_, 0);
}

void Batch::count_all() {
  clear();
  for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i) {
    for (std::size_t v = 0; v < views_.size(); ++v) lines_[v] = profiles_[v].of(i);
    put(i, labels_[i]);
  }
}

/// Counts the element, whose profiles are at hand, for a cluster.
void Batch::put(Index element, int cluster) {
  double mass = 0;
  for (std::size_t v = 0; v < views_.size(); ++v) {
    const Line& line = lines_[v];
    for (std::size_t k = 0; k < line.counts.size(); ++k)
      cells_[v][Index{line.places[k]} * clusters_ + cluster] += line.counts[k];
    sums_[v][cluster] += views_[v].lines->masses[element];
    mass += views_[v].lines->masses[element];
  }
  if (mass > 0) ++sizes_[cluster];
}

void Batch::take_logs() {
  for (std::size_t v = 0; v < views_.size(); ++v)
    for (std::size_t at = 0; at < cells_[v].size(); ++at) {
      const double cell = cells_[v][at];
      logs_[v][at] = cell > 0 ? std::log(cell / sums_[v][at % static_cast<std::size_t>(clusters_)]) : never;
    }
}

int Batch::choose(Index element) {
  std::ranges::fill(scores_, 0.0);
  double mass = 0;
  for (std::size_t v = 0; v < views_.size(); ++v) {
    const Line& line = lines_[v] = profiles_[v].of(element);
    mass += views_[v].lines->masses[element];
    for (std::size_t k = 0; k < line.counts.size(); ++k) {
      const double* const logs = logs_[v].data() + Index{line.places[k]} * clusters_;
      const double scaled = views_[v].weight * line.counts[k];
      for (int c = 0; c < clusters_; ++c) scores_[c] += scaled * logs[c];
    }
  }
  const int old = labels_[element];
  if (mass == 0) return old;
  const auto best = static_cast<int>(std::ranges::max_element(scores_) - scores_.begin());
  return scores_[best] > scores_[old] + least_gain ? best : old;
}

/// sum of lambda p(x) D(p(Z~|x) || p(Z~|x~)), by the profiles before the sweep.
void Batch::measure_misfits() {
  misfits_.assign(labels_.size(), 0);
  for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i)
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Line line = profiles_[v].of(i);
      for (std::size_t k = 0; k < line.counts.size(); ++k)
        misfits_[i] += views_[v].weight * line.counts[k] *
                       (std::log(line.counts[k] / views_[v].lines->masses[i]) -
                        logs_[v][Index{line.places[k]} * clusters_ + labels_[i]]);
    }
}

/// An empty cluster is given the element that loses most, from a cluster with more than one: the partition
/// becomes finer, and J cannot rise.
Index Batch::refill() {
  if (std::ranges::find(sizes_, 0) == sizes_.end()) return 0;
  measure_misfits();
  Index moved = 0;
  for (int c = 0; c < clusters_; ++c) {
    if (sizes_[c] > 0) continue;
    Index worst = -1;
    for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i) {
      const bool may_leave = misfits_[i] > 0 && sizes_[labels_[i]] > 1;
      if (may_leave && (worst < 0 || misfits_[i] > misfits_[worst])) worst = i;
    }
    if (worst < 0) break;  // every element fits perfectly: nothing to gain
    --sizes_[labels_[worst]];
    ++sizes_[c];
    labels_[worst] = c;
    misfits_[worst] = 0;
    ++moved;
  }
  refills_ += static_cast<int>(moved);
  if (moved > 0) count_all();
  return moved;
}

Index Batch::sweep() {
  take_logs();
  clear();
  Index moved = 0;
  for (Index i = 0; i < static_cast<Index>(labels_.size()); ++i) {
    const int chosen = choose(i);
    moved += chosen != labels_[i] ? 1 : 0;
    labels_[i] = chosen;
    put(i, chosen);
  }
  return moved + refill();
}

double Batch::information() const {
  double sum = 0;
  for (std::size_t v = 0; v < views_.size(); ++v)
    for (Index s = 0; s < views_[v].parts; ++s) {
      const double* const row = cells_[v].data() + s * clusters_;
      double part = 0, kept = 0;
      for (int c = 0; c < clusters_; ++c) part += row[c];
      for (int c = 0; c < clusters_; ++c)
        if (row[c] > 0) kept += row[c] * std::log(row[c] * views_[v].total / (part * sums_[v][c]));
      sum += views_[v].weight * kept;
    }
  return sum;
}

}  // namespace bellwether::coclustering
