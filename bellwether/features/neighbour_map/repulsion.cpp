#include <bellwether/features/neighbour_map/repulsion.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

namespace bellwether::map_detail {
namespace {

constexpr std::size_t lanes = 4;
using Four [[gnu::vector_size(lanes * sizeof(double))]] = double;

// 1 / (1 + 2 far^2) is lost beside the smallest sum that occurs, and its square is 0.
constexpr double far = 1e150;

[[gnu::always_inline]] inline Four load(const double* from) {
  Four v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

[[gnu::always_inline]] inline double sum_of(const Four& v) {
  return (v[0] + v[2]) + (v[1] + v[3]);
}

[[gnu::always_inline]] inline Repulsion body(const PlacesByAxis& places, std::size_t i) {
  const Four x = Four{} + places.x[i], y = Four{} + places.y[i];
  Four weight{}, force_x{}, force_y{};
  for (std::size_t j = 0; j < places.x.size(); j += lanes) {
    const Four dx = x - load(places.x.data() + j), dy = y - load(places.y.data() + j);
    const Four w = 1.0 / (1.0 + (dx * dx + dy * dy));
    const Four square = w * w;
    weight += w;
    force_x += square * dx;
    force_y += square * dy;
  }
  return {sum_of(force_x), sum_of(force_y), sum_of(weight) - 1};  // w_ii = 1
}

Repulsion plain(const PlacesByAxis& places, std::size_t i) {
  return body(places, i);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] Repulsion avx2(const PlacesByAxis& places, std::size_t i) {
  return body(places, i);
}

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#endif

}  // namespace

PlacesByAxis::PlacesByAxis(const Matrix& places) {
  const auto count = static_cast<std::size_t>(places.rows());
  x.assign((count + lanes - 1) / lanes * lanes, far);
  y = x;
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = places(static_cast<Index>(i), 0);
    y[i] = places(static_cast<Index>(i), 1);
  }
}

Repulsion repulsion_of(const PlacesByAxis& places, Index i) {
#if defined(__x86_64__)
  if (has_avx2()) return avx2(places, static_cast<std::size_t>(i));
#endif
  return plain(places, static_cast<std::size_t>(i));
}

}  // namespace bellwether::map_detail
