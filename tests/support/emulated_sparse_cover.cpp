// Greedy k-means++ of sparse directions on the emulated device.

#include <algorithm>
#include <limits>

#include <tests/support/emulated_sparse.h>

namespace bellwether::emulated {
namespace {

constexpr std::int64_t most_candidates = 16;

SparseHeld& of(void* held) {
  return *static_cast<SparseHeld*>(held);
}

double distance(const SparseHeld& rows, std::int64_t i, const double* centre) {
  return std::max(0.0, 2 - 2 * (rows.inverse[i] * rows.product(i, centre)));
}

int cover_first(void* held, std::int64_t shard_rows, const double* centre, double* shard_sums, char*) {
  SparseHeld& rows = of(held);
  rows.cover_shard = shard_rows;
  rows.chosen = 1;
  rows.nearest.resize(static_cast<std::size_t>(rows.rows));
  rows.owner.assign(rows.nearest.size(), 0);
  rows.nearer.assign(rows.nearest.size(), 0);
  for (std::int64_t i = 0; i < rows.rows; ++i) {
    if (i % shard_rows == 0) shard_sums[i / shard_rows] = 0;
    rows.nearest[i] = distance(rows, i, centre);
    shard_sums[i / shard_rows] += rows.nearest[i];
  }
  return bellwether_device_done;
}

void look_at_shard(SparseHeld& rows, std::int64_t begin, const BellwetherDeviceLook& look,
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
      const double d = distance(rows, i, look.centres + c * rows.columns);
      if (d < rows.nearest[i]) rows.nearer[i] |= 1u << c;
      potentials[c] += std::min(d, rows.nearest[i]);
    }
  }
  double kept = 0;
  for (const double lane : lanes) kept += lane;
  for (std::int64_t c = 0; c < most_candidates; ++c) potentials[c] += kept;
}

int cover_look(void* held, const BellwetherDeviceLook* look, char*) {
  SparseHeld& rows = of(held);
  rows.candidates.assign(look->centres, look->centres + look->candidates * rows.columns);
  for (std::int64_t begin = 0; begin < rows.rows; begin += rows.cover_shard)
    look_at_shard(rows, begin, *look, look->potentials + begin / rows.cover_shard * most_candidates);
  return bellwether_device_done;
}

int cover_keep(void* held, std::int32_t winner, char*) {
  SparseHeld& rows = of(held);
  for (std::int64_t i = 0; i < rows.rows; ++i) {
    if ((rows.nearer[i] >> winner & 1) == 0) continue;
    rows.nearest[i] = distance(rows, i, &rows.candidates[static_cast<std::size_t>(winner * rows.columns)]);
    rows.owner[i] = rows.chosen;
  }
  ++rows.chosen;
  return bellwether_device_done;
}

int cover_nearest(void* held, std::int64_t first, std::int64_t count, double* nearest, char*) {
  std::copy_n(of(held).nearest.begin() + first, count, nearest);
  return bellwether_device_done;
}

int cover_drawn(void* held, const BellwetherDeviceDrawn* drawn, char*) {
  SparseHeld& rows = of(held);
  if (drawn->first == 0) {
    rows.drawn_nearest.assign(static_cast<std::size_t>(rows.rows), std::numeric_limits<float>::infinity());
    rows.owner.assign(rows.drawn_nearest.size(), 0);
  }
  for (std::int64_t i = 0; i < rows.rows; ++i)
    for (std::int32_t c = 0; c < drawn->count; ++c) {
      const auto d = static_cast<float>(distance(rows, i, drawn->centres + c * rows.columns) * drawn->unit);
      if (!(d < rows.drawn_nearest[i])) continue;
      rows.drawn_nearest[i] = d;
      rows.owner[i] = drawn->first + c;
    }
  std::ranges::copy(rows.drawn_nearest, drawn->nearest);
  std::ranges::copy(rows.owner, drawn->owner);
  return bellwether_device_done;
}

}  // namespace

void add_sparse_cover(BellwetherDeviceFunctions& functions) {
  functions.sparse_cover_first = cover_first;
  functions.sparse_cover_look = cover_look;
  functions.sparse_cover_keep = cover_keep;
  functions.sparse_cover_nearest = cover_nearest;
  functions.sparse_cover_drawn = cover_drawn;
}

}  // namespace bellwether::emulated
