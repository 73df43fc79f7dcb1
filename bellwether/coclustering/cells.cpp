#include <bellwether/coclustering/cells.h>

#include <algorithm>

namespace bellwether::coclustering {

Cells::Cells(Index parts, int clusters, const CountLogs* logs)
    : parts_(parts),
      clusters_(clusters),
      logs_(logs),
      cells_(static_cast<std::size_t>(parts * clusters), 0),
      cache_(cells_.size()),
      sums_(static_cast<std::size_t>(clusters), 0),
      scratch_(static_cast<std::size_t>(clusters)) {}

void Cells::put(const Line& profile, double mass, int cluster) {
  for (std::size_t k = 0; k < profile.counts.size(); ++k)
    cells_[Index{profile.places[k]} * clusters_ + cluster] += profile.counts[k];
  sums_[cluster] += mass;
}

void Cells::ready() {
  for (std::size_t at = 0; at < cells_.size(); ++at) refresh(static_cast<Index>(at));
}

void Cells::refresh(Index at) {
  cache_[at] = logs_ ? f(cells_[at] + 1) - f(cells_[at]) : f(cells_[at]);
}

void Cells::add_whole(const Line& profile) {
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
  if (logs_)
    add_whole(profile);
  else
    add_real(profile);
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
  double sum = 0;
  for (Index s = 0; s < parts_; ++s) {
    const double* const row = cells_.data() + s * clusters_;
    double part = 0;
    for (int c = 0; c < clusters_; ++c) part += row[c];
    double kept = 0;
    for (int c = 0; c < clusters_; ++c)
      if (row[c] > 0) kept += row[c] * std::log(row[c] * total / (part * sums_[c]));
    sum += kept;
  }
  return sum / total;
}

}  // namespace bellwether::coclustering
