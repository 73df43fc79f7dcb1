#include <bellwether/mixtures/kernels.h>

#include <algorithm>
#include <limits>
#include <utility>

// Each loop is written once, on vectors of `Bytes` bytes, and instantiated for each instruction set; the
// machine's own is chosen when the first kernel is called. This file alone is compiled with contraction of
// a * b + c to fused multiply-adds.
#if defined(__x86_64__)
#define BELLWETHER_TARGETS 1
#endif
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

namespace bellwether::kernels {
namespace {

template <class T, int Bytes>
using Simd [[gnu::vector_size(Bytes)]] = T;

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class V, class T>
[[gnu::always_inline]] inline void store(T* to, const V& v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// sum of term(p) over count features: four running vectors, then the rest one by one.
template <int Bytes, class VectorTerm, class ScalarTerm>
[[gnu::always_inline]] inline double sum(Index count, VectorTerm vector_term, ScalarTerm scalar_term) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  V a{}, b{}, c{}, d{};
  Index p = 0;
  for (; p + 4 * lanes <= count; p += 4 * lanes) {
    a += vector_term(p);
    b += vector_term(p + lanes);
    c += vector_term(p + 2 * lanes);
    d += vector_term(p + 3 * lanes);
  }
  for (; p + lanes <= count; p += lanes) a += vector_term(p);
  const V all = (a + b) + (c + d);
  double total = 0;
  for (Index lane = 0; lane < lanes; ++lane) total += all[lane];
  for (; p < count; ++p) total += scalar_term(p);
  return total;
}

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

// ---- exp: e^x = 2^n e^r with n = round(x / ln 2), |r| <= ln(2) / 2, and e^r by its Taylor series to r^13,
// whose rest is below 2^-57.

constexpr double inverse_factorials[] = {
    1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
    1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       0.5,          1.0,         1.0};

template <int Bytes>
[[gnu::always_inline]] inline Simd<double, Bytes> exp_of(const Simd<double, Bytes>& x) {
  using V = Simd<double, Bytes>;
  using I = Simd<long long, Bytes>;
  // Adding 1.5 * 2^52 rounds to a whole number and leaves it in the low bits.
  constexpr double round = 0x1.8p52, ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  const V shifted = x * 0x1.71547652b82fep0 + round;
  const V n = shifted - round;
  const V r = (x - n * ln2_high) - n * ln2_low;
  V series = V{} + inverse_factorials[0];
#pragma GCC unroll 13
  for (int k = 1; k < 14; ++k) series = series * r + inverse_factorials[k];
  I bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  const I exponent = (bits + 1023) << 52;  // the low bits of `shifted` are n
  V power;
  __builtin_memcpy(&power, &exponent, sizeof power);
  return x > -708.0 ? V(series * power) : V{};
}

template <int Bytes>
[[gnu::always_inline]] inline double exp_shifted_body(double* values, double shift, Index count) {
  using V = Simd<double, Bytes>;
  constexpr Index lanes = Bytes / 8;
  V sum{};
  Index k = 0;
  for (; k + lanes <= count; k += lanes) {
    const V result = exp_of<Bytes>(load<V>(values + k) - shift);
    store(values + k, result);
    sum += result;
  }
  double total = 0;
  for (Index lane = 0; lane < lanes; ++lane) total += sum[lane];
  if (k == count) return total;
  // The rest goes through the same arithmetic, so that a value does not depend on its place.
  V rest = V{} - 1000.0;
  for (Index lane = 0; k + lane < count; ++lane) rest[lane] = values[k + lane] - shift;
  const V result = exp_of<Bytes>(rest);
  for (Index lane = 0; k + lane < count; ++lane) {
    values[k + lane] = result[lane];
    total += result[lane];
  }
  return total;
}

// ---- nearest_two: a matrix product whose tiles are reduced to the best two while still in registers.

constexpr Index rows_at_once = 6;  // 6 rows x 2 vectors of centres: 12 running products in 16 registers
constexpr float least = std::numeric_limits<float>::lowest();

/// The best two of each lane, over the centres seen so far.
template <int Bytes>
struct LaneBest {
  Simd<float, Bytes> score, second;
  Simd<int, Bytes> index;

  [[gnu::always_inline]] void offer(const Simd<float, Bytes>& candidate,
                                    const Simd<int, Bytes>& candidate_index) {
    const auto wins = candidate > score;
    const auto loser = wins ? score : candidate;
    second = second > loser ? second : loser;
    score = wins ? candidate : score;
    index = wins ? candidate_index : index;
  }
};

/// Lane i gets what lane i ^ Step has.
template <int Step, class V, int... Lanes>
[[gnu::always_inline]] inline V swap_lanes(const V& v, std::integer_sequence<int, Lanes...>) {
  return __builtin_shufflevector(v, v, (Lanes ^ Step)...);
}

/// The best two over all lanes: halves meet until one is left.
template <int Bytes, int Step = Bytes / 8>
[[gnu::always_inline]] inline TopTwo reduce(LaneBest<Bytes>& best) {
  if constexpr (Step == 0) {
    return {best.index[0], best.score[0], best.second[0]};
  } else {
    constexpr std::make_integer_sequence<int, Bytes / 4> lanes;
    const auto other_second = swap_lanes<Step>(best.second, lanes);
    best.offer(swap_lanes<Step>(best.score, lanes), swap_lanes<Step>(best.index, lanes));
    best.second = best.second > other_second ? best.second : other_second;
    return reduce<Bytes, Step / 2>(best);
  }
}

/// One tile of `Vectors` vectors of centres against `Rows` rows.
template <int Bytes, int Rows, int Vectors>
[[gnu::always_inline]] inline void tile(const float* panel, const float* offsets, const float* const* rows,
                                        Index columns, Index first_centre, LaneBest<Bytes>* best) {
  using V = Simd<float, Bytes>;
  constexpr int lanes = Bytes / 4;
  V products[Rows][Vectors];
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) products[r][v] = load<V>(offsets + v * lanes);
  for (Index p = 0; p < columns; ++p) {
    V centres[Vectors];
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) centres[v] = load<V>(panel + (p * Vectors + v) * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) products[r][v] += rows[r][p] * centres[v];
  }
  Simd<int, Bytes> index;
  for (int lane = 0; lane < lanes; ++lane) index[lane] = static_cast<int>(first_centre) + lane;
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) best[r].offer(products[r][v], index + v * lanes);
}

template <int Bytes, int Rows>
[[gnu::always_inline]] inline void nearest_two_rows(const PackedCentres& centres, const float* rows,
                                                    TopTwo* out) {
  constexpr Index lanes = Bytes / 4;
  const float* row[Rows];
  LaneBest<Bytes> best[Rows];
  for (int r = 0; r < Rows; ++r) {
    row[r] = rows + r * centres.columns;
    best[r] = {Simd<float, Bytes>{} + least, Simd<float, Bytes>{} + least, Simd<int, Bytes>{}};
  }
  const float* panel = centres.panels.data();
  const float* offsets = centres.offsets.data();
  Index first = 0;
  for (; first + lanes < centres.clusters; first += 2 * lanes)
    tile<Bytes, Rows, 2>(panel + first * centres.columns, offsets + first, row, centres.columns, first, best);
  if (first < centres.clusters)
    tile<Bytes, Rows, 1>(panel + first * centres.columns, offsets + first, row, centres.columns, first, best);
  for (int r = 0; r < Rows; ++r) out[r] = reduce<Bytes>(best[r]);
}

template <int Bytes>
[[gnu::always_inline]] inline void nearest_two_body(const PackedCentres& centres, const float* rows,
                                                    Index count, TopTwo* out,
                                                    std::span<const double> upcoming) {
  constexpr Index line = 64 / sizeof(double);
  const Index groups = std::max<Index>(1, count / rows_at_once);
  const Index share = (std::ssize(upcoming) / line + groups) / groups * line;
  Index i = 0, fetched = 0;
  for (; i + rows_at_once <= count; i += rows_at_once) {
    const Index until = std::min(fetched + share, std::ssize(upcoming));
    for (; fetched < until; fetched += line) __builtin_prefetch(upcoming.data() + fetched, 0, 2);
    nearest_two_rows<Bytes, rows_at_once>(centres, rows + i * centres.columns, out + i);
  }
  for (; i < count; ++i) nearest_two_rows<Bytes, 1>(centres, rows + i * centres.columns, out + i);
}

// ---- One set of functions for each instruction set.

struct Kernels {
  int bytes;  // of a vector
  double (*squared_distance)(const double*, const double*, Index);
  double (*dot)(const double*, const double*, Index);
  void (*add_scaled)(double*, double, const double*, Index);
  void (*squared_distances)(const double*, Index, const double*, std::span<const int>, double*);
  void (*add_rows)(double*, const double*, Index, std::span<const int>);
  void (*narrow_rows)(const double*, Index, std::span<const int>, const double*, double, float*, double*);
  void (*narrow)(const double*, double, Index, float*);
  double (*exp_shifted)(double*, double, Index);
  void (*nearest_two)(const PackedCentres&, const float*, Index, TopTwo*, std::span<const double>);
};

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
  target void nearest_(const PackedCentres& c, const float* rows, Index n, TopTwo* out,                  \
                       std::span<const double> next) {                                                   \
    nearest_two_body<bytes>(c, rows, n, out, next);                                                      \
  }                                                                                                      \
  constexpr Kernels table{bytes,     distance_,    dot_,    add_, distances_,                            \
                          add_rows_, narrow_rows_, narrow_, exp_, nearest_};                             \
  }

BELLWETHER_KERNELS(plain, , 16)
#ifdef BELLWETHER_TARGETS
BELLWETHER_KERNELS(avx2, [[gnu::target("avx2,fma")]], 32)
BELLWETHER_KERNELS(avx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]], 64)
#endif

const Kernels& machine() {
#ifdef BELLWETHER_TARGETS
  static const Kernels& chosen = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                                         __builtin_cpu_supports("avx512vl")
                                     ? avx512::table
                                 : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                                     ? avx2::table
                                     : plain::table;
  return chosen;
#else
  return plain::table;
#endif
}

}  // namespace

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

PackedCentres pack(const Matrix& centres, const Vector& offsets) {
  const Index lanes = machine().bytes / 4, clusters = centres.rows(), columns = centres.cols();
  const Index padded = (clusters + lanes - 1) / lanes * lanes;
  PackedCentres packed{clusters, columns};
  packed.panels.assign(static_cast<std::size_t>(padded * columns), 0.0f);
  packed.offsets.assign(static_cast<std::size_t>(padded), least);
  for (Index k = 0; k < clusters; ++k) {
    // Tiles of two vectors, and one of a single vector if that is enough for the rest.
    const Index first = k / (2 * lanes) * (2 * lanes);
    const Index width = std::min(2 * lanes, padded - first);
    float* panel = packed.panels.data() + first * columns + (k - first);
    for (Index p = 0; p < columns; ++p) panel[p * width] = static_cast<float>(centres(k, p));
    packed.offsets[k] = static_cast<float>(offsets[k]);
  }
  return packed;
}

void nearest_two(const PackedCentres& centres, const float* rows, Index count, TopTwo* out,
                 std::span<const double> upcoming) {
  machine().nearest_two(centres, rows, count, out, upcoming);
}

}  // namespace bellwether::kernels
