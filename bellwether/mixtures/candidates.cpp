#include <bellwether/mixtures/candidates.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include <bellwether/engine/shards.h>

namespace bellwether {
namespace {

/// ||x - c||^2 = 2 - 2 x . c for unit vectors.
double from_cosine(double cosine) {
  return std::max(0.0, 2 - 2 * cosine);
}

/// Asks for the row's first lines, which will be measured soon.
void fetch(std::span<const double> row) {
  const std::size_t count = std::min<std::size_t>(row.size(), 64);
  for (std::size_t p = 0; p < count; p += 8) __builtin_prefetch(row.data() + p);
}

/// The chosen rows of a block as the frame has them. `inverse`: of the block's rows; empty: not directions.
void narrow_rows(const DenseRows& block, std::span<const double> inverse, std::span<const int> chosen,
                 const Frame& frame, float* out, double* squared_norms) {
  if (inverse.empty())
    return kernels::narrow_rows(block.values, block.columns, chosen, frame.shift.data(), frame.scale, out,
                                squared_norms);
  for (std::size_t j = 0; j < chosen.size(); ++j, out += block.columns)
    kernels::narrow(block.row(chosen[j]).data(), inverse[chosen[j]], block.columns, out);
}

}  // namespace

NarrowItems narrow_items(const DenseRows& rows, const Metric& metric, const Frame& frame, const Run& run) {
  NarrowItems items;
  if (rows.stored() > Index{1} << 28) return items;
  items.values.resize(static_cast<std::size_t>(rows.stored()));
  items.squared_norms.resize(metric.directions() ? 0 : static_cast<std::size_t>(rows.rows));
  const auto visit_shard = [&](const Shard& shard) {
    std::vector<int> all(static_cast<std::size_t>(shard.rows.rows()));
    std::iota(all.begin(), all.end(), 0);
    narrow_rows(rows.slice(shard.begin, shard.rows.rows()), metric.from(shard.begin), all, frame,
                items.values.data() + shard.begin * rows.columns, items.squared_norms.data() + shard.begin);
  };
  for_each_shard(rows, visit_shard, run);
  return items;
}

double squared_distance(std::span<const double> row, double inverse, const Metric& metric,
                        std::span<const double> centre, double) {
  if (metric.directions())
    return from_cosine(inverse * kernels::dot(row.data(), centre.data(), std::ssize(row)));
  return kernels::squared_distance(row.data(), centre.data(), std::ssize(row));
}

/// ||x - c||^2 = ||c||^2 + sum over the nonzeros of x (x - 2 c).
double squared_distance(const SparseRow& row, double inverse, const Metric& metric,
                        std::span<const double> centre, double squared_norm) {
  double sum = metric.directions() ? 0.0 : squared_norm;
  for (std::size_t j = 0; j < row.values.size(); ++j) {
    const double c = centre[row.columns[j]];
    sum += metric.directions() ? row.values[j] * c : row.values[j] * (row.values[j] - 2 * c);
  }
  return metric.directions() ? from_cosine(inverse * sum) : std::max(0.0, sum);
}

DenseCandidates::DenseCandidates(Matrix centres, const Metric& metric, const Frame& frame)
    : centres_(std::move(centres)), metric_(metric), frame_(frame) {
  if (metric.directions()) {
    packed_ = kernels::pack_candidates(centres_, Vector::Zero(centres_.rows()));
    return;
  }
  const Matrix narrow = (centres_.rowwise() - frame.shift.transpose()) * frame.scale;
  const Vector squared_norms = narrow.rowwise().squaredNorm();
  packed_ = kernels::pack_candidates(narrow, -0.5 * squared_norms);
  error_ = score_error(centres_.cols(), squared_norms.maxCoeff(), frame.scale);
}

/// In the frame, ||x - c||^2 = ||x||^2 - 2 s for the score s = x . c - ||c||^2 / 2, so c is not nearer than D
/// if s <= (||x||^2 - D) / 2. That is between 0 and ||x||^2 / 2, because the first centre lies at 0, and
/// rounding it to single precision costs at most 2^-24 ||x||^2. Directions: 2 - 2 s for the cosine s, whose
/// error is that of unit vectors.
float DenseCandidates::threshold(double squared_norm, double nearest) const {
  if (metric_.directions()) {
    const double error = static_cast<double>(centres_.cols() + 10) * (0x1p-24 + 0x1p-50);
    return static_cast<float>(1 - 0.5 * nearest - error);
  }
  const double error = error_.at(squared_norm) + 0x1p-24 * squared_norm;
  return static_cast<float>(0.5 * (squared_norm - frame_.scale * frame_.scale * nearest) - error);
}

void DenseCandidates::look(const DenseRows& block, Index first, std::span<const int> chosen,
                           std::span<const double> nearest, const NarrowItems& narrow, Workspace& w) const {
  w.thresholds.resize(chosen.size());
  w.masks.resize(chosen.size());
  const float* rows = narrow.values.data() + first * block.columns;
  const double* norms = narrow.squared_norms.data() + first;
  std::span<const int> places = chosen;
  if (narrow.values.empty()) {
    w.places.resize(chosen.size());
    std::iota(w.places.begin(), w.places.end(), 0);
    w.narrow.resize(chosen.size() * static_cast<std::size_t>(block.columns));
    w.squared_norms.resize(chosen.size());
    narrow_rows(block, metric_.from(first), chosen, frame_, w.narrow.data(), w.squared_norms.data());
    rows = w.narrow.data();
    norms = w.squared_norms.data();
    places = w.places;
  }
  for (std::size_t j = 0; j < chosen.size(); ++j)
    w.thresholds[j] = threshold(metric_.directions() ? 1.0 : norms[places[j]], nearest[chosen[j]]);
  kernels::scores_above(packed_, rows, places, w.thresholds.data(), w.masks.data());
  for (std::size_t j = 0; j < chosen.size(); ++j)
    if (w.masks[j] != 0) fetch(block.row(chosen[j]));
}

std::uint16_t DenseCandidates::measure(const DenseRows& block, Index first, std::span<const int> chosen,
                                       std::size_t j, double nearest, const Workspace& w,
                                       PerCandidate& values) const {
  values.fill(nearest);
  std::uint16_t nearer = 0;
  for (unsigned left = w.masks[j]; left != 0; left &= left - 1) {
    const int c = std::countr_zero(left);
    const double d = distance(block.row(chosen[j]), first + chosen[j], c);
    if (!(d < nearest)) continue;
    values[c] = d;
    nearer |= static_cast<std::uint16_t>(1u << c);
  }
  return nearer;
}

double DenseCandidates::distance(std::span<const double> row, Index item, int candidate) const {
  return squared_distance(row, metric_.inverse(item), metric_,
                          {centres_.row(candidate).data(), static_cast<std::size_t>(centres_.cols())}, 0);
}

SparseCandidates::SparseCandidates(Matrix centres, const Metric& metric, const Frame&)
    : centres_(std::move(centres)),
      by_feature_(centres_.transpose()),
      squared_norms_(centres_.rowwise().squaredNorm()),
      metric_(metric) {}

/// Each candidate's sum has the additions of squared_distance(), in its order.
std::uint16_t SparseCandidates::measure(const SparseRows& block, Index first, std::span<const int> chosen,
                                        std::size_t j, double nearest, const Workspace&,
                                        PerCandidate& values) const {
  const SparseRow row = block.row(chosen[j]);
  const Index count = by_feature_.cols();
  PerCandidate sums{};
  if (!metric_.directions()) std::copy_n(squared_norms_.data(), count, sums.begin());
  for (std::size_t v = 0; v < row.values.size(); ++v) {
    const double x = row.values[v];
    const double* features = by_feature_.row(row.columns[v]).data();
    if (metric_.directions())
      for (Index c = 0; c < count; ++c) sums[c] += x * features[c];
    else
      for (Index c = 0; c < count; ++c) sums[c] += x * (x - 2 * features[c]);
  }
  const double inverse = metric_.inverse(first + chosen[j]);
  std::uint16_t nearer = 0;
  values.fill(nearest);
  for (Index c = 0; c < count; ++c) {
    const double d = metric_.directions() ? from_cosine(inverse * sums[c]) : std::max(0.0, sums[c]);
    if (!(d < nearest)) continue;
    values[c] = d;
    nearer |= static_cast<std::uint16_t>(1u << c);
  }
  return nearer;
}

double SparseCandidates::distance(const SparseRow& row, Index item, int candidate) const {
  return squared_distance(row, metric_.inverse(item), metric_,
                          {centres_.row(candidate).data(), static_cast<std::size_t>(centres_.cols())},
                          squared_norms_[candidate]);
}

}  // namespace bellwether
