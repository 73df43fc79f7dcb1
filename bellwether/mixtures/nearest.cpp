#include <bellwether/mixtures/nearest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/devices/device_items.h>
#include <bellwether/engine/shards.h>

namespace bellwether {
namespace {

Extent extent_of_kind(const DenseRows& rows) {
  const auto first = rows.matrix().row(0).transpose();
  Extent extent{Vector::Zero(rows.columns), first, first};
  for (Index i = 0; i < rows.rows; ++i) {
    const auto row = rows.matrix().row(i).transpose();
    extent.sums += row;
    extent.least = extent.least.cwiseMin(row);
    extent.most = extent.most.cwiseMax(row);
  }
  return extent;
}

Extent extent_of_kind(const SparseRows& rows) {
  Extent extent;
  for (Index j = rows.starts[0]; j < rows.starts[rows.rows]; ++j) {
    extent.squares += rows.values[j] * rows.values[j];
    extent.largest = std::max(extent.largest, std::abs(rows.values[j]));
  }
  return extent;
}

Extent merged_extents(const std::vector<Extent>& shards, Index first, Index last) {
  if (last - first == 1) return shards[static_cast<std::size_t>(first)];
  const Index middle = first + (last - first) / 2;
  Extent left = merged_extents(shards, first, middle);
  merge(left, merged_extents(shards, middle, last));
  return left;
}

/// All distances one by one in double: what decides when single precision cannot.
template <class Row, class Centres>
Nearest nearest_of_all(const Row& row, const Centres& centres, int clusters, double scale) {
  double best = std::numeric_limits<double>::infinity(), second = best;
  int centre = 0;
  for (int k = 0; k < clusters; ++k) {
    const double distance = centres.squared_distance(row, k);
    if (distance < best) {
      second = best;
      best = distance;
      centre = k;
    } else {
      second = std::min(second, distance);
    }
  }
  return {centre, std::sqrt(second) * scale};
}

}  // namespace

double scale_for(double radius) {
  if (!(radius > 0) || !std::isfinite(radius)) return 1;
  return std::ldexp(1.0, -std::clamp(std::ilogb(radius) + 1, -1000, 1000));
}

/// With u = 2^-24, a score's error is at most (P + 4) u (||x|| R + R^2 / 2) (1 + small): P products and sums,
/// the rounding of x, mu and the offset to single precision; ||x|| R is at most (||x||^2 + R^2) / 2. To that
/// comes the error of the distances in double that have the last word, (P + 4) 2^-53 (||x|| + R)^2 each, and
/// what underflow can lose in either (a scale whose square overflows makes the bound infinite: then double
/// decides always).
ScoreError score_error(Index columns, double squared_reach, double scale) {
  const auto terms = static_cast<double>(columns + 8);
  return {terms * (0.5 * 0x1p-24 + 0x1p-50),
          terms * (0x1p-24 * squared_reach + 0x1p-50 * squared_reach + 0x1p-120 + 0x1p-1074 * scale * scale)};
}

void merge(Extent& into, const Extent& from) {
  into.sums += from.sums;
  // What is not a number stays.
  const auto less = [](double a, double b) { return a < b || std::isnan(a) ? a : b; };
  const auto more = [](double a, double b) { return a > b || std::isnan(a) ? a : b; };
  into.least = into.least.binaryExpr(from.least, less);
  into.most = into.most.binaryExpr(from.most, more);
  into.squares += from.squares;
  into.largest = std::max(into.largest, from.largest);
}

Extent extent_of(const Rows& rows) {
  return rows.visit([](const auto& kind) { return extent_of_kind(kind); });
}

Extent extent_of(const DeviceItems& items) {
  const Shape shape{items.rows(), items.columns(), items.rows() * items.columns()};
  const Index count = shard_count(shape);
  Matrix least(count, items.columns()), most(count, items.columns()), sums(count, items.columns());
  const BellwetherDeviceExtent into{shard_rows(shape), least.data(), most.data(), sums.data()};
  items.call(&BellwetherDeviceFunctions::extent, &into);
  std::vector<Extent> shards;
  for (Index s = 0; s < count; ++s)
    shards.push_back({sums.row(s).transpose(), least.row(s).transpose(), most.row(s).transpose()});
  return merged_extents(shards, 0, count);
}

std::optional<Frame> frame_from(const Extent& extent, Index rows, Index columns, bool sparse) {
  Frame frame{Vector::Zero(columns)};
  double largest_square = extent.squares;
  if (sparse) {
    frame.scale = scale_for(std::max(std::sqrt(extent.squares), extent.largest));  // squares may vanish
  } else {
    frame.shift = extent.sums / static_cast<double>(rows);
    const double radius =
        std::max((extent.most - frame.shift).maxCoeff(), (frame.shift - extent.least).maxCoeff());
    frame.scale = scale_for(radius);
    largest_square = extent.sums.sum() + radius * radius * static_cast<double>(columns);
  }
  if (!std::isfinite(largest_square)) return std::nullopt;
  return frame;
}

void throw_too_large() {
  throw InvalidInput(
      "the values are too large, a squared distance would overflow: divide them all by a common factor");
}

Frame frame_of(const Rows& items, const Run& run) {
  const auto extent_of_shard = [](const Shard& shard) { return extent_of(shard.rows); };
  const Extent extent = run.held != nullptr && run.held->holds(items)
                            ? extent_of(*run.held)
                            : sum_over_shards(items, extent_of_shard, run);
  const auto frame = frame_from(extent, items.rows(), items.columns(), items.sparse());
  if (!frame) {
    require_finite(items);
    throw_too_large();
  }
  return *frame;
}

void require_squares(const Frame& frame) {
  require(
      frame.scale <= 0x1p536,  // differences below 2^-537, squares below the least double
      "the values differ by less than 1e-161, a squared distance would be 0: multiply them all by a common "
      "factor");
}

DenseCentres::DenseCentres(const Matrix& means, const Frame& frame) : means_(means), frame_(frame) {
  const Matrix narrow = (means.rowwise() - frame.shift.transpose()) * frame.scale;
  const Vector squared_norms = narrow.rowwise().squaredNorm();
  packed_ = kernels::pack(narrow, -0.5 * squared_norms);
  error_ = score_error(means.cols(), squared_norms.maxCoeff(), frame.scale);
}

double DenseCentres::squared_distance(std::span<const double> row, int centre) const {
  return kernels::squared_distance(row.data(), means_.row(centre).data(), means_.cols());
}

void DenseCentres::squared_distances(const DenseRows& rows, std::span<const int> labels, double* out) const {
  kernels::squared_distances(rows.values, rows.columns, means_.data(), labels, out);
}

void DenseCentres::nearest(const DenseRows& rows, std::span<const int> chosen, const DenseRows& upcoming,
                           Workspace& w, Nearest* out) const {
  w.narrow.resize(chosen.size() * static_cast<std::size_t>(rows.columns));
  w.squared_norms.resize(chosen.size());
  w.tops.resize(chosen.size());
  kernels::narrow_rows(rows.values, rows.columns, chosen, frame_.shift.data(), frame_.scale, w.narrow.data(),
                       w.squared_norms.data());
  kernels::nearest_two(packed_, w.narrow.data(), std::ssize(chosen), w.tops.data(),
                       {upcoming.values, static_cast<std::size_t>(upcoming.stored())});
  for (std::size_t i = 0; i < chosen.size(); ++i)
    out[i] = decide(rows.row(chosen[i]), w.tops[i], w.squared_norms[i]);
}

Nearest DenseCentres::decide(std::span<const double> row, const kernels::TopTwo& top,
                             double squared_norm) const {
  const double error = error_.at(squared_norm);
  const double gap = static_cast<double>(top.score) - static_cast<double>(top.second);
  if (!(gap > 2 * error)) return nearest_of_all(row, *this, static_cast<int>(means_.rows()), frame_.scale);
  const double next = squared_norm - 2 * (static_cast<double>(top.second) + error);
  return {top.best, std::sqrt(std::max(0.0, next))};
}

SparseCentres::SparseCentres(const Matrix& means, const Frame& frame)
    : by_feature_(means.transpose()), squared_norms_(means.rowwise().squaredNorm()), scale_(frame.scale) {
  reach_ = std::sqrt(squared_norms_.maxCoeff());
}

/// ||x - mu||^2 = ||mu||^2 + sum over the nonzeros of x (x - 2 mu).
double SparseCentres::squared_distance(const SparseRow& row, int centre) const {
  double sum = squared_norms_[centre];
  for (std::size_t j = 0; j < row.values.size(); ++j)
    sum += row.values[j] * (row.values[j] - 2 * by_feature_(row.columns[j], centre));
  return std::max(0.0, sum);
}

void SparseCentres::squared_distances(const SparseRows& rows, std::span<const int> labels,
                                      double* out) const {
  for (Index i = 0; i < rows.rows; ++i)
    if (labels[i] >= 0) out[i] = squared_distance(rows.row(i), labels[i]);
}

void SparseCentres::nearest(const SparseRows& rows, std::span<const int> chosen, const SparseRows&,
                            Workspace& w, Nearest* out) const {
  w.scores.resize(static_cast<std::size_t>(by_feature_.cols()));
  for (const int i : chosen) *out++ = nearest_of(rows.row(i), w.scores);
}

Nearest SparseCentres::nearest_of(const SparseRow& row, std::vector<double>& scores) const {
  const Index clusters = by_feature_.cols();
  for (Index k = 0; k < clusters; ++k) scores[k] = -0.5 * squared_norms_[k];
  double squared_norm = 0;
  for (std::size_t j = 0; j < row.values.size(); ++j) {
    kernels::add_scaled(scores.data(), row.values[j], by_feature_.row(row.columns[j]).data(), clusters);
    squared_norm += row.values[j] * row.values[j];
  }

  int best = 0;
  double second = -std::numeric_limits<double>::infinity();
  for (Index k = 1; k < clusters; ++k) {
    if (scores[k] > scores[best]) {
      second = scores[best];
      best = static_cast<int>(k);
    } else {
      second = std::max(second, scores[k]);
    }
  }
  const double norm = std::sqrt(squared_norm) + reach_;
  const double error = static_cast<double>(row.values.size() + 8) * 0x1p-51 * norm * norm;
  if (scores[best] - second <= 2 * error)
    return nearest_of_all(row, *this, static_cast<int>(clusters), scale_);
  return {best, std::sqrt(std::max(0.0, squared_norm - 2 * (second + error))) * scale_};
}

}  // namespace bellwether
