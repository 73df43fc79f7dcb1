#include <bellwether/bottleneck/kernels.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <bellwether/bottleneck/kernels/moves.h>

namespace bellwether::bottleneck::kernels {
namespace {

// One set of functions for each instruction set.
#define BELLWETHER_KERNELS(name, target, bytes)                                                             \
  namespace name {                                                                                          \
  target void psi(const double* t, Index count, double alpha, double* out) {                                \
    if (alpha == 1) return psi_body<bytes, Order::one>(t, count, 0, out);                                   \
    psi_body<bytes, Order::below>(t, count, 1 - alpha, out);                                                \
  }                                                                                                         \
  target void gains(const SparseRow& item, const Cells& cells, double alpha, double* out) {                 \
    if (alpha == 1) return gains_body<bytes, Order::one>(item, cells, 0, out);                              \
    gains_body<bytes, Order::below>(item, cells, 1 - alpha, out);                                           \
  }                                                                                                         \
  target void log_plus_one(double* values, Index count) {                                                   \
    log_plus_one_body<bytes>(values, count);                                                                \
  }                                                                                                         \
  target void exp_minus_one(const double* values, Index count, double* out) {                               \
    exp_minus_one_body<bytes>(values, count, out);                                                          \
  }                                                                                                         \
  target void tilted_all(const TiltedItem& item, const Cells& cells, double alpha, const double* raised,    \
                         double* excess, double* first, double* second) {                                   \
    const Form form = form_of(alpha);                                                                       \
    if (form == Form::half)                                                                                 \
      return tilted_all_body<bytes, Form::half>(item, cells, alpha, raised, excess, first, second);         \
    if (form == Form::powers)                                                                               \
      return tilted_all_body<bytes, Form::powers>(item, cells, alpha, raised, excess, first, second);       \
    tilted_all_body<bytes, Form::careful>(item, cells, alpha, raised, excess, first, second);               \
  }                                                                                                         \
  target TiltedSums tilted_one(const TiltedItem& item, const double* sums, const double* psi, double alpha, \
                               double raised) {                                                             \
    const Form form = form_of(alpha);                                                                       \
    if (form == Form::half) return tilted_one_body<bytes, Form::half>(item, sums, psi, alpha, raised);      \
    if (form == Form::powers) return tilted_one_body<bytes, Form::powers>(item, sums, psi, alpha, raised);  \
    return tilted_one_body<bytes, Form::careful>(item, sums, psi, alpha, raised);                           \
  }                                                                                                         \
  target void bounds(const Bounds& all, Index count, double alpha) {                                        \
    bounds_body<bytes>(all, count, alpha);                                                                  \
  }                                                                                                         \
  }

BELLWETHER_KERNELS(plain, , 16)
#if defined(__x86_64__)
BELLWETHER_KERNELS(avx2, [[gnu::target("avx2,fma")]], 32)

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
#define BELLWETHER_CALL(call) return has_avx2() ? avx2::call : plain::call
#else
#define BELLWETHER_CALL(call) return plain::call
#endif

}  // namespace

void psi(const double* t, Index count, double alpha, double* out) {
  BELLWETHER_CALL(psi(t, count, alpha, out));
}

void gains(const SparseRow& item, const Cells& cells, double alpha, double* out) {
  BELLWETHER_CALL(gains(item, cells, alpha, out));
}

void log_plus_one(double* values, Index count) {
  BELLWETHER_CALL(log_plus_one(values, count));
}

void exp_minus_one(const double* values, Index count, double* out) {
  BELLWETHER_CALL(exp_minus_one(values, count, out));
}

void tilted_sums(const TiltedItem& item, const Cells& cells, double alpha, const double* raised,
                 double* excess, double* first, double* second) {
  BELLWETHER_CALL(tilted_all(item, cells, alpha, raised, excess, first, second));
}

TiltedSums tilted_sums(const TiltedItem& item, const double* sums, const double* psi, double alpha,
                       double raised) {
  BELLWETHER_CALL(tilted_one(item, sums, psi, alpha, raised));
}

void bounds(const Bounds& all, Index count, double alpha) {
  BELLWETHER_CALL(bounds(all, count, alpha));
}

}  // namespace bellwether::bottleneck::kernels
