#include <bellwether/bottleneck/kernels.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/bottleneck/kernels/moves.h>
#include <bellwether/bottleneck/kernels/variants.h>

namespace bellwether::bottleneck::kernels {
namespace {

// One set of functions for each instruction set. Four doubles to a vector on every machine, of which some
// make two vectors, and no fused multiply-adds, which some do not have: the same sums in the same order.
#define BELLWETHER_KERNELS(name, target)                                                                    \
  namespace name {                                                                                          \
  target void psi(const double* t, Index count, double alpha, double* out) {                                \
    if (alpha == 1) return psi_body<32, Order::one>(t, count, 0, out);                                      \
    psi_body<32, Order::below>(t, count, 1 - alpha, out);                                                   \
  }                                                                                                         \
  target void gains(const SparseRow& item, const Cells& cells, double alpha, double* out) {                 \
    if (alpha == 1) return gains_body<32, Order::one>(item, cells, 0, out);                                 \
    gains_body<32, Order::below>(item, cells, 1 - alpha, out);                                              \
  }                                                                                                         \
  target void log_plus_one(double* values, Index count) {                                                   \
    log_plus_one_body<32>(values, count);                                                                   \
  }                                                                                                         \
  target void exp_minus_one(const double* values, Index count, double* out) {                               \
    exp_minus_one_body<32>(values, count, out);                                                             \
  }                                                                                                         \
  target void tilted_all(const TiltedItem& item, const Cells& cells, double alpha, const double* raised,    \
                         double* excess, double* first, double* second) {                                   \
    const Form form = form_of(alpha);                                                                       \
    if (form == Form::half)                                                                                 \
      return tilted_all_body<32, Form::half>(item, cells, alpha, raised, excess, first, second);            \
    if (form == Form::powers)                                                                               \
      return tilted_all_body<32, Form::powers>(item, cells, alpha, raised, excess, first, second);          \
    tilted_all_body<32, Form::careful>(item, cells, alpha, raised, excess, first, second);                  \
  }                                                                                                         \
  target TiltedSums tilted_one(const TiltedItem& item, const double* sums, const double* psi, double alpha, \
                               double raised) {                                                             \
    const Form form = form_of(alpha);                                                                       \
    if (form == Form::half) return tilted_one_body<32, Form::half>(item, sums, psi, alpha, raised);         \
    if (form == Form::powers) return tilted_one_body<32, Form::powers>(item, sums, psi, alpha, raised);     \
    return tilted_one_body<32, Form::careful>(item, sums, psi, alpha, raised);                              \
  }                                                                                                         \
  target void bounds(const Bounds& all, Index count, double alpha) {                                        \
    bounds_body<32>(all, count, alpha);                                                                     \
  }                                                                                                         \
  constexpr Variant variant{psi, gains, log_plus_one, exp_minus_one, tilted_all, tilted_one, bounds};       \
  }

BELLWETHER_KERNELS(plain, )
#if defined(__x86_64__)
BELLWETHER_KERNELS(avx2, [[gnu::target("avx2")]])
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
#endif
  return all;
}

void psi(const double* t, Index count, double alpha, double* out) {
  return machine().psi(t, count, alpha, out);
}

void gains(const SparseRow& item, const Cells& cells, double alpha, double* out) {
  return machine().gains(item, cells, alpha, out);
}

void log_plus_one(double* values, Index count) {
  return machine().log_plus_one(values, count);
}

void exp_minus_one(const double* values, Index count, double* out) {
  return machine().exp_minus_one(values, count, out);
}

void tilted_sums(const TiltedItem& item, const Cells& cells, double alpha, const double* raised,
                 double* excess, double* first, double* second) {
  return machine().tilted_all(item, cells, alpha, raised, excess, first, second);
}

TiltedSums tilted_sums(const TiltedItem& item, const double* sums, const double* psi, double alpha,
                       double raised) {
  return machine().tilted_one(item, sums, psi, alpha, raised);
}

void bounds(const Bounds& all, Index count, double alpha) {
  return machine().bounds(all, count, alpha);
}

}  // namespace bellwether::bottleneck::kernels
