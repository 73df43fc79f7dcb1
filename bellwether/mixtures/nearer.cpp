#include <bellwether/mixtures/nearer.h>

// As kernels/top_two.cpp: written once, instantiated for each instruction set, with fused multiply-adds. What
// comes out only ever proves that an item need not be measured in double, so its last bits cannot show.
#if defined(__x86_64__)
#define BELLWETHER_TARGETS 1
#endif
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/mixtures/kernels/nearer.h>

namespace bellwether::kernels {
namespace {

using ScoresAbove = void (*)(const PackedCandidates&, const float*, std::span<const int>, const float*,
                             std::uint16_t*);

#define BELLWETHER_SCORES_ABOVE(name, target, bytes)                                                  \
  target void name(const PackedCandidates& candidates, const float* rows, std::span<const int> which, \
                   const float* thresholds, std::uint16_t* masks) {                                   \
    scores_above_body<bytes>(candidates, rows, which, thresholds, masks);                             \
  }

BELLWETHER_SCORES_ABOVE(plain, , 16)
#ifdef BELLWETHER_TARGETS
BELLWETHER_SCORES_ABOVE(avx2, [[gnu::target("avx2,fma")]], 32)
BELLWETHER_SCORES_ABOVE(avx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]], 64)
#endif

ScoresAbove machine() {
#ifdef BELLWETHER_TARGETS
  static const ScoresAbove chosen = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                                            __builtin_cpu_supports("avx512vl")
                                        ? avx512
                                    : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? avx2
                                                                                                      : plain;
  return chosen;
#else
  return plain;
#endif
}

}  // namespace

PackedCandidates pack_candidates(const Matrix& candidates, const Vector& offsets) {
  PackedCandidates packed{static_cast<int>(candidates.rows()), candidates.cols()};
  packed.panel.assign(static_cast<std::size_t>(most_candidates * candidates.cols()), 0.0f);
  packed.offsets.assign(most_candidates, 0.0f);
  for (Index c = 0; c < candidates.rows(); ++c) {
    for (Index p = 0; p < candidates.cols(); ++p)
      packed.panel[p * most_candidates + c] = static_cast<float>(candidates(c, p));
    packed.offsets[c] = static_cast<float>(offsets[c]);
  }
  return packed;
}

void scores_above(const PackedCandidates& candidates, const float* rows, std::span<const int> which,
                  const float* thresholds, std::uint16_t* masks) {
  machine()(candidates, rows, which, thresholds, masks);
}

}  // namespace bellwether::kernels
