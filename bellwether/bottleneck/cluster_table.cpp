#include <bellwether/bottleneck/cluster_table.h>

#include <algorithm>
#include <cmath>

#include <bellwether/bottleneck/csiszar.h>
#include <bellwether/coclustering/stages.h>

namespace bellwether::bottleneck {

double size_cost(double n) {
  return n > 0 ? std::log1p(n) + n * std::log1p(1 / n) : 0;
}

double size_cost(double n, double w) {
  return w * std::log(n + w) + (n > 0 ? n * std::log1p(w / n) : 0);
}

SibItems::SibItems(Distributions distributions, Information kind, double alpha, std::vector<double> weights)
    : distributions_(std::move(distributions)), kind_(kind), alpha_(alpha), weights_(std::move(weights)) {
  if (!tilted()) return;
  psi_.resize(distributions_.values.size());
  kernels::psi(distributions_.values.data(), static_cast<Index>(psi_.size()), alpha, psi_.data());
}

std::vector<Index> SibItems::by_content(std::span<const int> labels) const {
  const coclustering::Lines lines{distributions_.starts, distributions_.columns, distributions_.values, {}};
  return coclustering::ordered_by_content(lines, labels);
}

ClusterTable::ClusterTable(const SibItems& items, int clusters)
    : items_(items),
      clusters_(clusters),
      width_(kernels::width_of(clusters)),
      alpha_(items.alpha()),
      e_(1 - items.alpha()),
      cells_(static_cast<std::size_t>(2 * items.features() * width_), 0.0),
      counts_(static_cast<std::size_t>(items.features() * clusters), 0),
      sizes_(static_cast<std::size_t>(width_), 1.0) {
  for (auto* room : {&psi_, &masses_, &log_sizes_, &size_costs_}) room->assign(sizes_.size(), 0.0);
}

void ClusterTable::fill(std::span<const int> labels, std::span<const Index> order) {
  std::ranges::fill(cells_, 0.0);
  std::ranges::fill(counts_, 0);
  std::fill_n(sizes_.begin(), clusters_, 0.0);
  for (const Index i : order) {
    const SparseRow row = items_.row(i);
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      cells_[2 * Index{row.columns[k]} * width_ + labels[i]] += row.values[k];
      ++counts_[Index{row.columns[k]} * clusters_ + labels[i]];
    }
    sizes_[labels[i]] += items_.weight(i);
  }
  finish();
}

void ClusterTable::fill(const Matrix& sums, std::span<const double> sizes) {
  for (Index x = 0; x < items_.features(); ++x)
    for (int c = 0; c < clusters_; ++c) cells_[2 * x * width_ + c] = sums(c, x);
  std::ranges::copy(sizes, sizes_.begin());
  finish();
}

/// What follows from the sums.
void ClusterTable::finish() {
  std::ranges::fill(psi_, 0.0);
  for (Index x = 0; x < items_.features(); ++x) {
    double* const row = cells_.data() + 2 * x * width_;
    kernels::psi(row, width_, alpha_, row + width_);
    for (int c = 0; c < clusters_; ++c) psi_[c] += row[width_ + c];
  }
  for (int c = 0; c < clusters_; ++c) refresh(c);
}

void ClusterTable::refresh(int cluster) {
  const double n = sizes_[cluster];
  log_sizes_[cluster] = n > 0 ? n * std::log(n) : 0;
  size_costs_[cluster] = size_cost(n);
  masses_[cluster] = entropy_mass(n, psi_[cluster]);
}

double ClusterTable::entropy_mass(double size, double psi) const {
  if (size == 0) return 0;
  return size * std::log(size) + (e_ == 0 ? -psi : size * std::log1p(-e_ * psi / size) / e_);
}

ClusterSums ClusterTable::sums() const {
  return {cells_.data(), items_.features(), 2 * width_,
          std::span(sizes_).first(static_cast<std::size_t>(clusters_))};
}

void ClusterTable::take_out(const SparseRow& item, int cluster, std::vector<double>& sums,
                            std::vector<double>& psi) const {
  const std::size_t count = item.values.size();
  sums.resize(count);
  psi.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Index x = item.columns[k];
    // The last item to have it leaves nothing, whatever rounding says.
    const bool last = counts_[x * clusters_ + cluster] <= 1;
    sums[k] = last ? 0 : std::max(cells_[2 * x * width_ + cluster] - item.values[k], 0.0);
  }
  kernels::psi(sums.data(), static_cast<Index>(count), alpha_, psi.data());
}

void ClusterTable::move(Index i, int from, int to) {
  const SparseRow row = items_.row(i);
  const std::size_t count = row.values.size();
  std::vector<double> sums, psi;
  const auto put = [&](int cluster, int counted) {
    for (std::size_t k = 0; k < count; ++k) {
      const Index x = row.columns[k];
      double* const cell = cells_.data() + 2 * x * width_ + cluster;
      psi_[cluster] += psi[k] - cell[width_];
      cell[0] = sums[k];
      cell[width_] = psi[k];
      counts_[x * clusters_ + cluster] += counted;
    }
    sizes_[cluster] += counted * items_.weight(i);
    refresh(cluster);
  };
  take_out(row, from, sums, psi);
  put(from, -1);
  for (std::size_t k = 0; k < count; ++k)
    sums[k] = cells_[2 * Index{row.columns[k]} * width_ + to] + row.values[k];
  kernels::psi(sums.data(), static_cast<Index>(count), alpha_, psi.data());
  put(to, 1);
}

double ClusterTable::information(std::vector<double>& tilts) const {
  const ClusterSums all = sums();
  if (!items_.tilted()) return information_of(items_.kind(), all, alpha_);
  if (alpha_ > 0.98) return CsiszarDual(all, alpha_).maximum(tilts, 1e-13);
  std::vector<double> powers(cells_.size());
  for (Index x = 0; x < items_.features(); ++x) {
    const double* const row = cells_.data() + 2 * x * width_;
    for (int c = 0; c < clusters_; ++c) powers[2 * x * width_ + c] = row[c] - e_ * row[width_ + c];
  }
  return CsiszarDual(all, powers, alpha_).maximum(tilts, 1e-13);
}

}  // namespace bellwether::bottleneck
