// nearest_two() for each instruction set. This file alone is compiled with contraction of a * b + c to fused
// multiply-adds: its scores are single precision, differ from machine to machine in the last bits, and decide
// nothing that a proved bound on their error does not (mixtures/nearest.h).

#include <bellwether/mixtures/kernels.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/mixtures/kernels/top_two.h>

namespace bellwether::kernels {
namespace {

using Next = std::span<const double>;
struct Scorer {
  int bytes;  // of a vector
  void (*nearest_two)(const PackedCentres&, const float*, Index, TopTwo*, Next);
};

void plain(const PackedCentres& centres, const float* rows, Index count, TopTwo* out, Next next) {
  nearest_two_body<16>(centres, rows, count, out, next);
}
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void avx2(const PackedCentres& centres, const float* rows, Index count,
                                      TopTwo* out, Next next) {
  nearest_two_body<32>(centres, rows, count, out, next);
}
[[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void avx512(const PackedCentres& centres,
                                                                  const float* rows, Index count, TopTwo* out,
                                                                  Next next) {
  nearest_two_body<64>(centres, rows, count, out, next);
}
#endif

Scorer widest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return {64, avx512};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {32, avx2};
#endif
  return {16, plain};
}

const Scorer& machine() {
  static const Scorer chosen = widest();
  return chosen;
}

}  // namespace

PackedCentres pack(const Matrix& centres, const Vector& offsets) {
  return pack_for_lanes(centres, offsets, machine().bytes / 4);
}

void nearest_two(const PackedCentres& centres, const float* rows, Index count, TopTwo* out,
                 std::span<const double> upcoming) {
  machine().nearest_two(centres, rows, count, out, upcoming);
}

}  // namespace bellwether::kernels
