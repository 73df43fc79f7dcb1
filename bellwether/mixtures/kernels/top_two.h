#pragma once
// The best two centres of each row: a matrix product whose tiles are reduced while still in registers.

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/kernels/simd.h>

namespace bellwether::kernels {
namespace {

constexpr Index rows_at_once = 6;  // 6 rows x 2 vectors of centres: 12 running products in 16 registers
constexpr float least = std::numeric_limits<float>::lowest();

/// Tiles of two vectors of `lanes` centres, and one of a single vector if that is enough for the rest.
inline PackedCentres pack_for_lanes(const Matrix& centres, const Vector& offsets, Index lanes) {
  const Index clusters = centres.rows(), columns = centres.cols();
  const Index padded = (clusters + lanes - 1) / lanes * lanes;
  PackedCentres packed{clusters, columns};
  packed.panels.assign(static_cast<std::size_t>(padded * columns), 0.0f);
  packed.offsets.assign(static_cast<std::size_t>(padded), least);
  for (Index k = 0; k < clusters; ++k) {
    const Index first = k / (2 * lanes) * (2 * lanes);
    const Index width = std::min(2 * lanes, padded - first);
    float* panel = packed.panels.data() + first * columns + (k - first);
    for (Index p = 0; p < columns; ++p) panel[p * width] = static_cast<float>(centres(k, p));
    packed.offsets[k] = static_cast<float>(offsets[k]);
  }
  return packed;
}

/// The best two of each lane, over the centres seen so far.
template <int Bytes>
struct LaneBest {
  Simd<float, Bytes> score, second;
  Simd<int, Bytes> index;

  [[gnu::always_inline]] void offer(const Simd<float, Bytes>& candidate,
                                    const Simd<int, Bytes>& candidate_index) {
    const auto wins = candidate > score;
    const auto loser = wins ? score : candidate;
    second = second > loser ? second : loser;
    score = wins ? candidate : score;
    index = wins ? candidate_index : index;
  }
};

/// Lane i gets what lane i ^ Step has.
template <int Step, class V, int... Lanes>
[[gnu::always_inline]] inline V swap_lanes(const V& v, std::integer_sequence<int, Lanes...>) {
  return __builtin_shufflevector(v, v, (Lanes ^ Step)...);
}

/// The best two over all lanes: halves meet until one is left.
template <int Bytes, int Step = Bytes / 8>
[[gnu::always_inline]] inline TopTwo reduce(LaneBest<Bytes>& best) {
  if constexpr (Step == 0) {
    return {best.index[0], best.score[0], best.second[0]};
  } else {
    constexpr std::make_integer_sequence<int, Bytes / 4> lanes;
    const auto other_second = swap_lanes<Step>(best.second, lanes);
    best.offer(swap_lanes<Step>(best.score, lanes), swap_lanes<Step>(best.index, lanes));
    best.second = best.second > other_second ? best.second : other_second;
    return reduce<Bytes, Step / 2>(best);
  }
}

/// One tile of `Vectors` vectors of centres against `Rows` rows.
template <int Bytes, int Rows, int Vectors>
[[gnu::always_inline]] inline void tile(const float* panel, const float* offsets, const float* const* rows,
                                        Index columns, Index first_centre, LaneBest<Bytes>* best) {
  using V = Simd<float, Bytes>;
  constexpr int lanes = Bytes / 4;
  V products[Rows][Vectors];
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) products[r][v] = load<V>(offsets + v * lanes);
  for (Index p = 0; p < columns; ++p) {
    V centres[Vectors];
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) centres[v] = load<V>(panel + (p * Vectors + v) * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) products[r][v] += rows[r][p] * centres[v];
  }
  Simd<int, Bytes> index;
  for (int lane = 0; lane < lanes; ++lane) index[lane] = static_cast<int>(first_centre) + lane;
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) best[r].offer(products[r][v], index + v * lanes);
}

template <int Bytes, int Rows>
[[gnu::always_inline]] inline void nearest_two_rows(const PackedCentres& centres, const float* rows,
                                                    TopTwo* out) {
  constexpr Index lanes = Bytes / 4;
  const float* row[Rows];
  LaneBest<Bytes> best[Rows];
  for (int r = 0; r < Rows; ++r) {
    row[r] = rows + r * centres.columns;
    best[r] = {Simd<float, Bytes>{} + least, Simd<float, Bytes>{} + least, Simd<int, Bytes>{}};
  }
  const float* panel = centres.panels.data();
  const float* offsets = centres.offsets.data();
  Index first = 0;
  for (; first + lanes < centres.clusters; first += 2 * lanes)
    tile<Bytes, Rows, 2>(panel + first * centres.columns, offsets + first, row, centres.columns, first, best);
  if (first < centres.clusters)
    tile<Bytes, Rows, 1>(panel + first * centres.columns, offsets + first, row, centres.columns, first, best);
  for (int r = 0; r < Rows; ++r) out[r] = reduce<Bytes>(best[r]);
}

template <int Bytes>
[[gnu::always_inline]] inline void nearest_two_body(const PackedCentres& centres, const float* rows,
                                                    Index count, TopTwo* out,
                                                    std::span<const double> upcoming) {
  constexpr Index line = 64 / sizeof(double);
  const Index groups = std::max<Index>(1, count / rows_at_once);
  const Index share = (std::ssize(upcoming) / line + groups) / groups * line;
  Index i = 0, fetched = 0;
  for (; i + rows_at_once <= count; i += rows_at_once) {
    const Index until = std::min(fetched + share, std::ssize(upcoming));
    for (; fetched < until; fetched += line) __builtin_prefetch(upcoming.data() + fetched, 0, 2);
    nearest_two_rows<Bytes, rows_at_once>(centres, rows + i * centres.columns, out + i);
  }
  for (; i < count; ++i) nearest_two_rows<Bytes, 1>(centres, rows + i * centres.columns, out + i);
}

}  // namespace
}  // namespace bellwether::kernels
