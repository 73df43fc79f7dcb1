#include <bellwether/mixtures/kernels.h>

#include <algorithm>

// Each loop is written once, on vectors of `Bytes` bytes, and instantiated for each instruction set; the
// machine's own is chosen when the first kernel is called. Nothing here is contracted to fused multiply-adds,
// which not every machine has and every compiler places differently: all give the same bits.
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/mixtures/kernels/columns.h>
#include <bellwether/mixtures/kernels/exponential.h>
#include <bellwether/mixtures/kernels/rows.h>
#include <bellwether/mixtures/kernels/variants.h>

namespace bellwether::kernels {
namespace {

// One set of functions for each instruction set.

#define BELLWETHER_KERNELS(name, target, bytes)                                                          \
  namespace name {                                                                                       \
  using Which = std::span<const int>;                                                                    \
  target double distance_(const double* x, const double* y, Index n) {                                   \
    return squared_distance_body<bytes>(x, y, n);                                                        \
  }                                                                                                      \
  target double dot_(const double* x, const double* y, Index n) {                                        \
    return dot_body<bytes>(x, y, n);                                                                     \
  }                                                                                                      \
  target void add_(double* into, double s, const double* x, Index n) {                                   \
    add_scaled_body<bytes>(into, s, x, n);                                                               \
  }                                                                                                      \
  target void distances_(const double* rows, Index n, const double* centres, Which which, double* out) { \
    squared_distances_body<bytes>(rows, n, centres, which, out);                                         \
  }                                                                                                      \
  target void add_rows_(double* sums, const double* rows, Index n, Which which) {                        \
    add_rows_body<bytes>(sums, rows, n, which);                                                          \
  }                                                                                                      \
  target void narrow_rows_(const double* rows, Index n, Which chosen, const double* shift, double scale, \
                           float* out, double* norms) {                                                  \
    narrow_rows_body<bytes>(rows, n, chosen, shift, scale, out, norms);                                  \
  }                                                                                                      \
  target void narrow_(const double* x, double s, Index n, float* out) {                                  \
    narrow_body<bytes>(x, s, n, out);                                                                    \
  }                                                                                                      \
  target double exp_(double* values, double shift, Index n) {                                            \
    return exp_shifted_body<bytes>(values, shift, n);                                                    \
  }                                                                                                      \
  target void exp_rows_(double* values, const double* shifts, Index rows, Index n, double* sums) {       \
    exp_rows_body<bytes>(values, shifts, rows, n, sums);                                                 \
  }                                                                                                      \
  target void scaled_(const double* block, Index stride, Index n, Index items, const double* c,          \
                      const double* scales, double* out) {                                               \
    scaled_distances_body<bytes>(block, stride, n, items, c, scales, out);                               \
  }                                                                                                      \
  target void whitened_(const double* block, Index stride, Index n, Index items, const double* c,        \
                        const double* root, double* room, double* out) {                                 \
    whitened_distances_body<bytes>(block, stride, n, items, c, root, room, out);                         \
  }                                                                                                      \
  constexpr Variant variant{bytes,        distance_, dot_, add_,      distances_, add_rows_,             \
                            narrow_rows_, narrow_,   exp_, exp_rows_, scaled_,    whitened_};            \
  static_assert(strip % strip_items<bytes> == 0);                                                        \
  }

BELLWETHER_KERNELS(plain, , 16)
#if defined(__x86_64__)
BELLWETHER_KERNELS(avx2, [[gnu::target("avx2")]], 32)
BELLWETHER_KERNELS(avx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx2")]], 64)
#endif

const Variant& machine() {
  static const Variant chosen = variants().back();
  return chosen;
}

}  // namespace

std::vector<Variant> variants() {
  std::vector<Variant> all{plain::variant};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back(avx2::variant);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    all.push_back(avx512::variant);
#endif
  return all;
}

double squared_distance(const double* x, const double* y, Index count) {
  return machine().squared_distance(x, y, count);
}

double dot(const double* x, const double* y, Index count) {
  return machine().dot(x, y, count);
}

void add_scaled(double* into, double scale, const double* x, Index count) {
  machine().add_scaled(into, scale, x, count);
}

void squared_distances(const double* rows, Index columns, const double* centres, std::span<const int> which,
                       double* out) {
  machine().squared_distances(rows, columns, centres, which, out);
}

void add_rows(double* sums, const double* rows, Index columns, std::span<const int> which) {
  machine().add_rows(sums, rows, columns, which);
}

void narrow_rows(const double* rows, Index columns, std::span<const int> chosen, const double* shift,
                 double scale, float* out, double* squared_norms) {
  machine().narrow_rows(rows, columns, chosen, shift, scale, out, squared_norms);
}

void narrow(const double* x, double scale, Index count, float* out) {
  machine().narrow(x, scale, count, out);
}

double exp_shifted(double* values, double shift, Index count) {
  return machine().exp_shifted(values, shift, count);
}

void exp_rows(double* values, const double* shifts, Index rows, Index columns, double* sums) {
  machine().exp_rows(values, shifts, rows, columns, sums);
}

void scaled_distances(const double* block, Index stride, Index columns, Index items, const double* centre,
                      const double* scales, double* out) {
  machine().scaled_distances(block, stride, columns, items, centre, scales, out);
}

void whitened_distances(const double* block, Index stride, Index columns, Index items, const double* centre,
                        const double* root, double* room, double* out) {
  machine().whitened_distances(block, stride, columns, items, centre, root, room, out);
}

}  // namespace bellwether::kernels
