#pragma once
// The loops that kernels.h declares, once for each instruction set.

#include <bellwether/bottleneck/kernels.h>
#include <bellwether/bottleneck/kernels/functions.h>

namespace bellwether::bottleneck::kernels {
namespace {

/// Orders so near to 1 that a power less the number itself would keep too few digits.
constexpr double careful_from = 0.98;

enum class Order { one, below };

/// psi(t), t > 0.
template <int Bytes, Order order>
[[gnu::always_inline]] inline Simd<double, Bytes> psi_of(const Simd<double, Bytes>& t, double e) {
  if constexpr (order == Order::one) return t * log_of<Bytes>(t);
  return t * expm1_of<Bytes>(log_of<Bytes>(t) * -e) * (-1 / e);
}

/// Calls `body(k, lanes)` for whole vectors, then for what is left.
template <int Bytes, class Body>
[[gnu::always_inline]] inline void in_vectors(Index count, Body body) {
  constexpr Index lanes = Bytes / 8;
  Index k = 0;
  for (; k + lanes <= count; k += lanes) body(k, lanes);
  if (k < count) body(k, count - k);
}

/// Up to `lanes` values, the rest as `filling`: through the same arithmetic, wherever a value stands.
template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> load_some(const double* from, Index lanes, double filling) {
  using V = Simd<double, Bytes>;
  if (lanes == Bytes / 8) return load<V>(from);
  V v = V{} + filling;
  for (Index lane = 0; lane < lanes; ++lane) v[lane] = from[lane];
  return v;
}
template <int Bytes>
[[gnu::always_inline]] inline void store_some(double* to, const Simd<double, Bytes>& v, Index lanes) {
  if (lanes == Bytes / 8) return store(to, v);
  for (Index lane = 0; lane < lanes; ++lane) to[lane] = v[lane];
}

template <int Bytes, Order order>
[[gnu::always_inline]] inline void psi_body(const double* t, Index count, double e, double* out) {
  using V = Simd<double, Bytes>;
  in_vectors<Bytes>(
      count, [&](Index k, Index lanes) __attribute__((always_inline)) {
        const V value = load_some<Bytes>(t + k, lanes, 1);
        store_some<Bytes>(out + k, value > 0 ? psi_of<Bytes, order>(value, e) : V{}, lanes);
      });
}

template <int Bytes, Order order>
[[gnu::always_inline]] inline void gains_body(const SparseRow& item, const Cells& cells, double e,
                                              double* gains) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  for (Index c = 0; c < cells.width; c += lanes) store(gains + c, V{});
  for (std::size_t k = 0; k < item.values.size(); ++k) {
    const double* const sums = cells.sums(item.columns[k]);
    const double* const psi = sums + cells.width;
    const double p = item.values[k];
    for (Index c = 0; c < cells.width; c += lanes)
      store(gains + c,
            load<V>(gains + c) + (psi_of<Bytes, order>(load<V>(sums + c) + p, e) - load<V>(psi + c)));
  }
}

template <int Bytes>
[[gnu::always_inline]] inline void log_plus_one_body(double* values, Index count) {
  in_vectors<Bytes>(
      count, [&](Index k, Index lanes) __attribute__((always_inline)) {
        store_some<Bytes>(values + k, log1p_of<Bytes>(load_some<Bytes>(values + k, lanes, 0)), lanes);
      });
}

template <int Bytes>
[[gnu::always_inline]] inline void exp_minus_one_body(const double* values, Index count, double* out) {
  in_vectors<Bytes>(
      count, [&](Index k, Index lanes) __attribute__((always_inline)) {
        store_some<Bytes>(out + k, expm1_of<Bytes>(load_some<Bytes>(values + k, lanes, 0)), lanes);
      });
}

/// One cell's part in TiltedSums.
template <int Bytes>
struct Tilted {
  Simd<double, Bytes> excess, first, second;
};

enum class Form { half, powers, careful };

inline Form form_of(double alpha) {
  return alpha == 0.5 ? Form::half : alpha < careful_from ? Form::powers : Form::careful;
}

struct Exponents {
  explicit Exponents(double alpha) : e(1 - alpha), inverse(1 / alpha) {}
  double e, inverse;
};

/// `powers`: with A^(1/a - 2) everything else is products. `careful`: all relative to what there would be at
/// a = 1, t = S + p: A = t^a (1 + B), B = [e (psi(t) - psi(S) - psi(p)) + (lambda - 1) p^a] / t^a.
template <int Bytes, Form form, class V>
[[gnu::always_inline]] inline Tilted<Bytes> tilted_of(const V& sum, const V& psi_sum, const V& p,
                                                      const V& psi_p, const V& raised, const Exponents& x) {
  const V power = p - x.e * psi_p;  // p^a
  const V item = power + raised * power;
  if constexpr (form == Form::careful) {
    const V t = sum + p;
    const V psi_t = psi_of<Bytes, Order::below>(t, x.e);
    const V whole = t - x.e * psi_t;
    const V more = (x.e * (psi_t - psi_sum - psi_p) + raised * power) / whole;
    const V excess = expm1_of<Bytes>(log1p_of<Bytes>(more) * x.inverse);
    const V share = item / (whole + whole * more);
    const V first = (t + t * excess) * share;
    return {t * excess, first, first * share};
  } else {
    const V all = (sum - x.e * psi_sum) + item;
    if constexpr (form == Form::half) return {all * all - sum - p, all * item, item * item};
    const V lowest = exp_of<Bytes>(log_of<Bytes>(all) * (x.inverse - 2));
    const V first = all * lowest;
    return {all * first - sum - p, first * item, lowest * item * item};
  }
}

template <int Bytes, Form form>
[[gnu::always_inline]] inline void tilted_all_body(const TiltedItem& item, const Cells& cells, double alpha,
                                                   const double* raised, double* excess, double* first,
                                                   double* second) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  const Exponents exponents(alpha);
  for (Index c = 0; c < cells.width; c += lanes) {
    store(excess + c, V{});
    store(first + c, V{});
    store(second + c, V{});
  }
  for (std::size_t k = 0; k < item.row.values.size(); ++k) {
    const double* const sums = cells.sums(item.row.columns[k]);
    const double* const psi = sums + cells.width;
    const V p = V{} + item.row.values[k], psi_p = V{} + item.psi[k];
    for (Index c = 0; c < cells.width; c += lanes) {
      const auto term = tilted_of<Bytes, form, V>(load<V>(sums + c), load<V>(psi + c), p, psi_p,
                                                  load<V>(raised + c), exponents);
      store(excess + c, load<V>(excess + c) + term.excess);
      store(first + c, load<V>(first + c) + term.first);
      store(second + c, load<V>(second + c) + term.second);
    }
  }
}

template <int Bytes>
[[gnu::always_inline]] inline double total(const Simd<double, Bytes>& v) {
  double sum = 0;
  for (int lane = 0; lane < Bytes / 8; ++lane) sum += v[lane];
  return sum;
}

/// What is left over is filled with S = 1, p = 0: it adds nothing.
template <int Bytes, Form form>
[[gnu::always_inline]] inline TiltedSums tilted_one_body(const TiltedItem& item, const double* sums,
                                                         const double* psi, double alpha, double raised) {
  using V = Simd<double, Bytes>;
  const Exponents exponents(alpha);
  Tilted<Bytes> sum{};
  in_vectors<Bytes>(
      static_cast<Index>(item.row.values.size()), [&](Index k, Index lanes) __attribute__((always_inline)) {
        const auto term = tilted_of<Bytes, form, V>(
            load_some<Bytes>(sums + k, lanes, 1), load_some<Bytes>(psi + k, lanes, 0),
            load_some<Bytes>(item.row.values.data() + k, lanes, 0), load_some<Bytes>(item.psi + k, lanes, 0),
            V{} + raised, exponents);
        sum.excess += term.excess;
        sum.first += term.first;
        sum.second += term.second;
      });
  return {total<Bytes>(sum.excess), total<Bytes>(sum.first), total<Bytes>(sum.second)};
}

template <int Bytes>
[[gnu::always_inline]] inline void bounds_body(const Bounds& all, Index count, double alpha) {
  using V = Simd<double, Bytes>;
  const double e = 1 - alpha;
  in_vectors<Bytes>(
      count, [&](Index k, Index lanes) __attribute__((always_inline)) {
        const V n = load_some<Bytes>(all.sizes + k, lanes, 1),
                excess = load_some<Bytes>(all.excess + k, lanes, 0);
        const V u = load_some<Bytes>(all.tilts + k, lanes, 0);
        const V mass = n + 1 + excess;
        const V m = load_some<Bytes>(all.first + k, lanes, 0.5) /
                    mass;  // the item's part of Q; 1 / (n + 1) at the best
        // Both parts relative to the best, 1 / (n + 1) and n / (n + 1); far from it, either may have no
        // digits left.
        const V ratio = m * (n + 1), others = (1 - ratio) / n;
        const V log_item = log_of<Bytes>(ratio),
                log_cluster = log1p_of<Bytes>(others > -1 ? others : V{} - 1 + 0x1p-52);
        const V gap = -log_item - n * log_cluster;
        const V value = load_some<Bytes>(all.size_costs + k, lanes, 0) +
                        (u - alpha * (n + 1) * log1p_of<Bytes>(excess / (n + 1))) * (1 / e);
        store_some<Bytes>(all.low + k, value + (gap < 1 ? gap * (alpha / e) : V{}), lanes);
        store_some<Bytes>(all.high + k, value + gap * (1 / e), lanes);
        const V squares = load_some<Bytes>(all.second + k, lanes, 0.25) / mass;
        const V slope = (m + (1 / alpha - 1) * squares - m * m * (1 / alpha)) / (m - m * m);  // of the logit
        const V limit = V{} + 1 / alpha;
        store_some<Bytes>(all.tilts + k,
                          u + (log_cluster - log_item) / (slope > 0.5 && slope < limit ? slope : limit),
                          lanes);
      });
}

}  // namespace
}  // namespace bellwether::bottleneck::kernels
