#include <bellwether/coclustering/cells.h>

#include <algorithm>

namespace bellwether::coclustering {

Cells::Cells(const View& view, int clusters)
    : parts_(view.parts),
      clusters_(clusters),
      logs_(view.logs),
      steps_(view.logs != nullptr && view.other.empty()),
      cells_(view.table.begin(), view.table.end()),
      sums_(static_cast<std::size_t>(clusters), 0),
      scratch_(static_cast<std::size_t>(clusters)) {
  cells_.resize(static_cast<std::size_t>(parts_ * clusters), 0);
  cache_.resize(cells_.size());
}

void Cells::put(const Line& profile, int cluster) {
  for (std::size_t k = 0; k < profile.counts.size(); ++k)
    cells_[Index{profile.places[k]} * clusters_ + cluster] += profile.counts[k];
}

void Cells::ready() {
  for (std::size_t at = 0; at < cells_.size(); ++at) {
    refresh(static_cast<Index>(at));
    sums_[at % sums_.size()] += cells_[at];
  }
}

void Cells::refresh(Index at) {
  cache_[at] = steps_ ? f(cells_[at] + 1) - f(cells_[at]) : f(cells_[at]);
}

void Cells::add_steps(const Line& profile) {
  double* const out = scratch_.data();
  for (std::size_t k = 0; k < profile.counts.size(); ++k) {
    const Index row = Index{profile.places[k]} * clusters_;
    const double count = profile.counts[k];
    if (count == 1) {
      const double* const step = cache_.data() + row;
      for (int c = 0; c < clusters_; ++c) out[c] += step[c];
    } else {
      const double* const cell = cells_.data() + row;
      for (int c = 0; c < clusters_; ++c) out[c] += (*logs_)(cell[c] + count) - (*logs_)(cell[c]);
    }
  }
}

void Cells::add_whole(const Line& profile) {
  double* const out = scratch_.data();
  for (std::size_t k = 0; k < profile.counts.size(); ++k) {
    const Index row = Index{profile.places[k]} * clusters_;
    const double count = profile.counts[k];
    const double* const cell = cells_.data() + row;
    const double* const before = cache_.data() + row;
    for (int c = 0; c < clusters_; ++c) out[c] += (*logs_)(cell[c] + count) - before[c];
  }
}

void Cells::add_real(const Line& profile) {
  double* const out = scratch_.data();
  for (std::size_t k = 0; k < profile.counts.size(); ++k) {
    const Index row = Index{profile.places[k]} * clusters_;
    const double count = profile.counts[k];
    const double* const cell = cells_.data() + row;
    const double* const before = cache_.data() + row;
    for (int c = 0; c < clusters_; ++c) out[c] += real_log(cell[c] + count) - before[c];
  }
}

void Cells::add_gains(const Line& profile, double mass, double weight, std::vector<double>& gains) {
  std::ranges::fill(scratch_, 0.0);
  if (steps_) {
    add_steps(profile);
  } else if (logs_) {
    add_whole(profile);
  } else {
    add_real(profile);
  }
  for (int c = 0; c < clusters_; ++c) gains[c] += weight * (scratch_[c] - (f(sums_[c] + mass) - f(sums_[c])));
}

double Cells::gain_left_out(const Line& profile, double mass, double weight, int cluster) const {
  double sum = 0;
  for (std::size_t k = 0; k < profile.counts.size(); ++k) {
    const double cell = cells_[Index{profile.places[k]} * clusters_ + cluster];
    sum += f(cell) - f(cell - profile.counts[k]);
  }
  return weight * (sum - (f(sums_[cluster]) - f(sums_[cluster] - mass)));
}

void Cells::move(const Line& profile, double mass, int from, int to) {
  for (std::size_t k = 0; k < profile.counts.size(); ++k) {
    const Index row = Index{profile.places[k]} * clusters_;
    cells_[row + from] -= profile.counts[k];
    cells_[row + to] += profile.counts[k];
    refresh(row + from);
    refresh(row + to);
  }
  sums_[from] -= mass;
  sums_[to] += mass;
}

double Cells::information(double total) const {
  double kept = 0;
  for (Index s = 0; s < parts_; ++s) {
    double row = 0, part = 0;
    for (int c = 0; c < clusters_; ++c) {
      row += f(cells_[s * clusters_ + c]);
      part += cells_[s * clusters_ + c];
    }
    kept += row - f(part);
  }
  double clusters = 0;
  for (const double sum : sums_) clusters += f(sum);
  return (kept - (clusters - f(total))) / total;
}

}  // namespace bellwether::coclustering
