#pragma once
// Distances, sums and single-precision copies of rows.

#include <span>

#include <bellwether/mixtures/kernels/simd.h>

namespace bellwether::kernels {
namespace {

template <int Bytes>
[[gnu::always_inline]] inline double squared_distance_body(const double* x, const double* y, Index count) {
  using V = Simd<double, Bytes>;
  return sum<Bytes>(
      count,
      [&](Index p) __attribute__((always_inline)) {
        const V difference = load<V>(x + p) - load<V>(y + p);
        return V(difference * difference);
      },
      [&](Index p) { return (x[p] - y[p]) * (x[p] - y[p]); });
}

template <int Bytes>
[[gnu::always_inline]] inline double dot_body(const double* x, const double* y, Index count) {
  using V = Simd<double, Bytes>;
  return sum<Bytes>(
      count, [&](Index p) __attribute__((always_inline)) { return V(load<V>(x + p) * load<V>(y + p)); },
      [&](Index p) { return x[p] * y[p]; });
}

template <int Bytes>
[[gnu::always_inline]] inline void add_scaled_body(double* into, double scale, const double* x, Index count) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  Index p = 0;
  for (; p + lanes <= count; p += lanes) store(into + p, V(load<V>(into + p) + scale * load<V>(x + p)));
  for (; p < count; ++p) into[p] += scale * x[p];
}

template <int Bytes>
[[gnu::always_inline]] inline void squared_distances_body(const double* rows, Index columns,
                                                          const double* centres, std::span<const int> which,
                                                          double* out) {
  for (std::size_t i = 0; i < which.size(); ++i, rows += columns)
    if (which[i] >= 0) out[i] = squared_distance_body<Bytes>(rows, centres + which[i] * columns, columns);
}

template <int Bytes>
[[gnu::always_inline]] inline void add_rows_body(double* sums, const double* rows, Index columns,
                                                 std::span<const int> which) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  for (std::size_t i = 0; i < which.size(); ++i, rows += columns) {
    double* into = sums + which[i] * columns;
    Index p = 0;
    for (; p + lanes <= columns; p += lanes) store(into + p, V(load<V>(into + p) + load<V>(rows + p)));
    for (; p < columns; ++p) into[p] += rows[p];
  }
}

template <int Bytes>
[[gnu::always_inline]] inline void narrow_rows_body(const double* rows, Index columns,
                                                    std::span<const int> chosen, const double* shift,
                                                    double scale, float* out, double* squared_norms) {
  using V = Simd<double, Bytes>;
  for (std::size_t i = 0; i < chosen.size(); ++i, out += columns) {
    const double* x = rows + chosen[i] * columns;
    squared_norms[i] = sum<Bytes>(
        columns,
        [&](Index p) __attribute__((always_inline)) {
          const V value = (load<V>(x + p) - load<V>(shift + p)) * scale;
          store(out + p, __builtin_convertvector(value, Simd<float, Bytes / 2>));
          return V(value * value);
        },
        [&](Index p) {
          const double value = (x[p] - shift[p]) * scale;
          out[p] = static_cast<float>(value);
          return value * value;
        });
  }
}

template <int Bytes>
[[gnu::always_inline]] inline void narrow_body(const double* x, double scale, Index count, float* out) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  Index p = 0;
  for (; p + lanes <= count; p += lanes)
    store(out + p, __builtin_convertvector(V(load<V>(x + p) * scale), Simd<float, Bytes / 2>));
  for (; p < count; ++p) out[p] = static_cast<float>(x[p] * scale);
}

}  // namespace
}  // namespace bellwether::kernels
