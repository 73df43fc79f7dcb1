#pragma once
// Scores of a few candidates for many rows, reduced to one bit each while still in registers.

#include <bellwether/mixtures/kernels/simd.h>
#include <bellwether/mixtures/nearer.h>

namespace bellwether::kernels {
namespace {

/// All lanes or-ed together: halves meet until one is left.
template <int Bytes>
[[gnu::always_inline]] inline int any_lane(const Simd<int, Bytes>& v) {
  if constexpr (Bytes == 8) {
    return v[0] | v[1];
  } else {
    using Half = Simd<int, Bytes / 2>;
    Half halves[2];
    __builtin_memcpy(halves, &v, sizeof v);
    return any_lane<Bytes / 2>(Half(halves[0] | halves[1]));
  }
}

/// `Rows` rows against `Vectors` vectors of candidates.
template <int Bytes, int Rows, int Vectors>
[[gnu::always_inline]] inline void scores_above_tile(const PackedCandidates& candidates, const float* rows,
                                                     const int* which, const float* thresholds,
                                                     std::uint16_t* masks) {
  using V = Simd<float, Bytes>;
  using Bits = Simd<int, Bytes>;
  constexpr int lanes = Bytes / 4;
  const Index columns = candidates.columns;
  const float* panel = candidates.panel.data();
  const float* row[Rows];
  for (int r = 0; r < Rows; ++r) row[r] = rows + which[r] * columns;
  V scores[Rows][Vectors];
#pragma GCC unroll 12
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) scores[r][v] = load<V>(candidates.offsets.data() + v * lanes);
  for (Index p = 0; p < columns; ++p) {
    V features[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) features[v] = load<V>(panel + p * most_candidates + v * lanes);
#pragma GCC unroll 12
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) scores[r][v] += row[r][p] * features[v];
  }
  Bits bits;
  for (int lane = 0; lane < lanes; ++lane) bits[lane] = 1 << lane;
#pragma GCC unroll 12
  for (int r = 0; r < Rows; ++r) {
    Bits above{};
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      const Bits below = scores[r][v] <= thresholds[r];  // false for NaN, which proves nothing
      above |= ~below & (bits << (v * lanes));
    }
    masks[r] = static_cast<std::uint16_t>(any_lane<Bytes>(above));
  }
}

template <int Bytes, int Vectors>
[[gnu::always_inline]] inline void scores_above_rows(const PackedCandidates& candidates, const float* rows,
                                                     std::span<const int> which, const float* thresholds,
                                                     std::uint16_t* masks) {
  constexpr int at_once = Vectors == 1 ? 8 : 12 / Vectors;  // their scores and addresses fit in registers
  const Index count = std::ssize(which);
  Index i = 0;
  for (; i + at_once <= count; i += at_once)
    scores_above_tile<Bytes, at_once, Vectors>(candidates, rows, which.data() + i, thresholds + i, masks + i);
  for (; i < count; ++i)
    scores_above_tile<Bytes, 1, Vectors>(candidates, rows, which.data() + i, thresholds + i, masks + i);
  const auto used = static_cast<std::uint16_t>((1u << candidates.count) - 1);
  for (i = 0; i < count; ++i) masks[i] &= used;
}

template <int Bytes>
[[gnu::always_inline]] inline void scores_above_body(const PackedCandidates& candidates, const float* rows,
                                                     std::span<const int> which, const float* thresholds,
                                                     std::uint16_t* masks) {
  constexpr int lanes = Bytes / 4;
  if (candidates.count <= lanes)
    return scores_above_rows<Bytes, 1>(candidates, rows, which, thresholds, masks);
  if constexpr (lanes < most_candidates) {
    if (candidates.count <= 2 * lanes)
      return scores_above_rows<Bytes, 2>(candidates, rows, which, thresholds, masks);
  }
  if constexpr (2 * lanes < most_candidates)
    scores_above_rows<Bytes, 4>(candidates, rows, which, thresholds, masks);
}

}  // namespace
}  // namespace bellwether::kernels
