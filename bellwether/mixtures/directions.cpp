#include <bellwether/mixtures/directions.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/devices/device_items.h>
#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {
namespace {

/// Whether a sum of squares has neither overflowed nor underflowed.
bool is_safe(double sum) {
  return sum > 1e-280 && sum < 1e280;
}

/// ||x||, without overflow or underflow on the way; NaN if a value is not finite.
double length(std::span<const double> values) {
  const double sum = kernels::dot(values.data(), values.data(), std::ssize(values));
  if (is_safe(sum)) return std::sqrt(sum);
  if (std::isnan(sum)) return sum;
  double largest = 0, scaled = 0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  if (largest == 0) return 0;
  for (const double v : values) scaled += (v / largest) * (v / largest);
  return largest * std::sqrt(scaled);
}

std::span<const double> stored_values(std::span<const double> row) {
  return row;
}
std::span<const double> stored_values(const SparseRow& row) {
  return row.values;
}

}  // namespace

std::vector<double> inverse_lengths(const Rows& items, const Run& run, Index first) {
  std::vector<double> inverse(static_cast<std::size_t>(items.rows()));
  const auto visit_shard = [&](const Shard& shard) {
    shard.rows.visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        const double norm = length(stored_values(rows.row(i)));
        if (!std::isfinite(norm)) require_finite(items);
        require(norm == 0 || norm > 1e-300,
                "item {} is too short to have a direction, its length is {}: multiply all values by a common "
                "factor",
                first + shard.begin + i, norm);
        require(norm > 0,
                "item {} is all zeros and has no direction: remove it, or choose a method that needs none "
                "(kmeans, gm)",
                first + shard.begin + i);
        inverse[shard.begin + i] = 1 / norm;
      }
    });
  };
  for_each_shard(items, visit_shard, run);
  return inverse;
}

std::vector<double> inverse_lengths(const DeviceItems& items, const Run& run) {
  std::vector<double> inverse(static_cast<std::size_t>(items.rows()));
  items.call(&BellwetherDeviceFunctions::squares, inverse.data());
  const auto turn = [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (is_safe(inverse[i])) {
        inverse[i] = 1 / std::sqrt(inverse[i]);
        continue;
      }
      if (!std::isfinite(inverse[i])) require_finite(*items.source());
      const Matrix row = items.row(i).transpose();
      inverse[i] = inverse_lengths(row, {.threads = 1}, i)[0];
    }
  };
  for_each_block(items.rows(), turn, run);
  return inverse;
}

std::vector<double> inverse_lengths(const Part& part) {
  constexpr Index block = 4096;
  std::vector<double> inverse(static_cast<std::size_t>(part.rows()));
  for_each_parallel(static_cast<int>((part.rows() + block - 1) / block), [&](int number) {
    const Index first = number * block;
    part.look_at(first, std::min(block, part.rows() - first), [&](const Shard& shard) {
      std::ranges::copy(inverse_lengths(shard.rows, {.threads = 1}, part.begin() + first),
                        inverse.begin() + first);
    });
  });
  return inverse;
}

Matrix unit_rows(Matrix directions) {
  for (Index k = 0; k < directions.rows(); ++k) {
    const auto row = directions.row(k);
    const double norm = length({row.data(), static_cast<std::size_t>(row.size())});
    require(norm > 1e-300, "the first direction of cluster {} is all zeros", k);
    directions.row(k) /= norm;
  }
  return directions;
}

double sum_length(std::span<const double> sum) {
  const std::size_t count = sum.size(), whole = count / 4 * 4;
  double lanes[4] = {};
  for (std::size_t p = 0; p < whole; p += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] += sum[p + lane] * sum[p + lane];
  double even = lanes[0] + lanes[2], odd = lanes[1] + lanes[3];
  if (count - whole >= 2) {
    even += sum[whole] * sum[whole];
    odd += sum[whole + 1] * sum[whole + 1];
  }
  double squares = even + odd;
  if (count % 2 == 1) squares += sum[count - 1] * sum[count - 1];
  return std::sqrt(squares);
}

Vector dense_direction(const Rows& items, std::span<const double> inverse_lengths, Index item) {
  return dense_row(items, item) * inverse_lengths[item];
}

Matrix start_directions(Start start, const Rows& items, std::span<const double> inverse_lengths, int clusters,
                        Random random, const Run& run, const Seeds& seeds) {
  if (seeds.any()) return seeded_start(items, seeds.labels, clusters, start, random, run, inverse_lengths);
  if (start == Start::random) return unit_rows(random_start(items, clusters, random));
  return plus_plus_start(items, clusters, random, run, inverse_lengths);
}

}  // namespace bellwether
