#include <bellwether/topics/kernels.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/topics/kernels/em_row.h>

namespace bellwether::topic_kernels {
namespace {

// Four doubles to a vector on every machine, of which some make two vectors: the same sums in the same order.
double plain(const RowStep& step) {
  return step.sums ? em_row_body<32, true>(step) : em_row_body<32, false>(step);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] double avx2(const RowStep& step) {
  return step.sums ? em_row_body<32, true>(step) : em_row_body<32, false>(step);
}

#endif

}  // namespace

std::vector<EmRow> em_row_variants() {
  std::vector<EmRow> all{plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back(avx2);
#endif
  return all;
}

double em_row(const RowStep& step) {
  static const EmRow widest = em_row_variants().back();
  return widest(step);
}

}  // namespace bellwether::topic_kernels
