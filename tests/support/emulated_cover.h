#pragma once
// Greedy k-means++ and k-means|| over rows that the emulated device holds, dense or sparse.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <bellwether/devices/interface.h>

namespace bellwether::emulated {

struct Cover {
  std::int64_t cover_shard = 0;
  std::vector<double> nearest = {}, candidates = {};
  std::vector<std::int32_t> owner = {};
  std::vector<unsigned> nearer = {};
  std::vector<float> drawn_nearest = {};
  std::int32_t chosen = 0;
};

/// The functions of the interface for a kind of rows, which are a Cover with `rows`, `columns` and
/// `distance(row, centre)`.
template <class Held>
struct CoverOf {
  static constexpr std::int64_t most_candidates = 16;
  static Held& of(void* held) { return *static_cast<Held*>(held); }

  static int first(void* held, std::int64_t shard_rows, const double* centre, double* shard_sums, char*) {
    Held& rows = of(held);
    rows.cover_shard = shard_rows;
    rows.chosen = 1;
    rows.nearest.resize(static_cast<std::size_t>(rows.rows));
    rows.owner.assign(rows.nearest.size(), 0);
    rows.nearer.assign(rows.nearest.size(), 0);
    for (std::int64_t i = 0; i < rows.rows; ++i) {
      if (i % shard_rows == 0) shard_sums[i / shard_rows] = 0;
      rows.nearest[i] = rows.distance(i, centre);
      shard_sums[i / shard_rows] += rows.nearest[i];
    }
    return bellwether_device_done;
  }

  static void look_at_shard(Held& rows, std::int64_t begin, const BellwetherDeviceLook& look,
                            double* potentials) {
    double lanes[8] = {};
    std::fill_n(potentials, most_candidates, 0.0);
    for (std::int64_t i = begin; i < std::min(begin + rows.cover_shard, rows.rows); ++i) {
      rows.nearer[i] = 0;
      if (!(look.limits[rows.owner[i]] < 4 * (rows.nearest[i] + look.slack))) {
        lanes[(i - begin) % look.block_rows % 8] += rows.nearest[i];
        continue;
      }
      for (std::int32_t c = 0; c < look.candidates; ++c) {
        const double d = rows.distance(i, look.centres + c * rows.columns);
        if (d < rows.nearest[i]) rows.nearer[i] |= 1u << c;
        potentials[c] += std::min(d, rows.nearest[i]);
      }
    }
    double kept = 0;
    for (const double lane : lanes) kept += lane;
    for (std::int64_t c = 0; c < most_candidates; ++c) potentials[c] += kept;
  }

  static int look(void* held, const BellwetherDeviceLook* look, char*) {
    Held& rows = of(held);
    rows.candidates.assign(look->centres, look->centres + look->candidates * rows.columns);
    for (std::int64_t begin = 0; begin < rows.rows; begin += rows.cover_shard)
      look_at_shard(rows, begin, *look, look->potentials + begin / rows.cover_shard * most_candidates);
    return bellwether_device_done;
  }

  static int keep(void* held, std::int32_t winner, char*) {
    Held& rows = of(held);
    for (std::int64_t i = 0; i < rows.rows; ++i) {
      if ((rows.nearer[i] >> winner & 1) == 0) continue;
      rows.nearest[i] = rows.distance(i, &rows.candidates[static_cast<std::size_t>(winner * rows.columns)]);
      rows.owner[i] = rows.chosen;
    }
    ++rows.chosen;
    return bellwether_device_done;
  }

  static int nearest(void* held, std::int64_t first, std::int64_t count, double* nearest, char*) {
    std::copy_n(of(held).nearest.begin() + first, count, nearest);
    return bellwether_device_done;
  }

  static int drawn(void* held, const BellwetherDeviceDrawn* drawn, char*) {
    Held& rows = of(held);
    if (drawn->first == 0) {
      rows.drawn_nearest.assign(static_cast<std::size_t>(rows.rows), std::numeric_limits<float>::infinity());
      rows.owner.assign(rows.drawn_nearest.size(), 0);
    }
    for (std::int64_t i = 0; i < rows.rows; ++i)
      for (std::int32_t c = 0; c < drawn->count; ++c) {
        const auto d = static_cast<float>(rows.distance(i, drawn->centres + c * rows.columns) * drawn->unit);
        if (!(d < rows.drawn_nearest[i])) continue;
        rows.drawn_nearest[i] = d;
        rows.owner[i] = drawn->first + c;
      }
    std::ranges::copy(rows.drawn_nearest, drawn->nearest);
    std::ranges::copy(rows.owner, drawn->owner);
    return bellwether_device_done;
  }
};

}  // namespace bellwether::emulated
