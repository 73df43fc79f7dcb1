#include <bellwether/topics/kernels.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/topics/kernels/em_row.h>

namespace bellwether::topic_kernels {
namespace {

double plain(const RowStep& step) {
  return step.sums ? em_row_body<16, true>(step) : em_row_body<16, false>(step);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] double avx2(const RowStep& step) {
  return step.sums ? em_row_body<32, true>(step) : em_row_body<32, false>(step);
}

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
#endif

}  // namespace

double em_row(const RowStep& step) {
#if defined(__x86_64__)
  if (has_avx2()) return avx2(step);
#endif
  return plain(step);
}

}  // namespace bellwether::topic_kernels
