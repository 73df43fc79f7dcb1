#include <bellwether/features/neighbour_map/gradient.h>

#include <algorithm>
#include <cmath>

#include <bellwether/features/neighbour_map/blocks.h>
#include <bellwether/features/neighbour_map/repulsion.h>

namespace bellwether::map_detail {
namespace {

/// Where no pair of places has any weight, all are as far apart as can be told.
constexpr double least_normaliser = 1e-300;

/// Calls `visit(j, p_ij, squared distance)` for the neighbours of i.
template <class Visit>
void for_each_neighbour(const SparseMatrix& affinities, const Matrix& places, Index i, const Visit& visit) {
  const auto row = static_cast<std::size_t>(i);
  for (std::int64_t at = affinities.starts[row]; at < affinities.starts[row + 1]; ++at) {
    const Index j = affinities.column_of[static_cast<std::size_t>(at)];
    const double dx = places(i, 0) - places(j, 0), dy = places(i, 1) - places(j, 1);
    visit(j, affinities.values[static_cast<std::size_t>(at)], dx * dx + dy * dy);
  }
}

}  // namespace

MapGradient map_gradient(const SparseMatrix& affinities, const Matrix& places, double exaggeration,
                         const Run& run) {
  const Index n = places.rows();
  const PlacesByAxis by_axis(places);
  Matrix attraction = Matrix::Zero(n, 2), repulsion(n, 2);
  Vector weights(n);
  for_each_row(
      n,
      [&](Index i) {
        for_each_neighbour(affinities, places, i, [&](Index j, double p, double distance) {
          const double pull = p / (1 + distance);
          attraction(i, 0) += pull * (places(i, 0) - places(j, 0));
          attraction(i, 1) += pull * (places(i, 1) - places(j, 1));
        });
        const Repulsion push = repulsion_of(by_axis, i);
        repulsion(i, 0) = push.x;
        repulsion(i, 1) = push.y;
        weights[i] = push.weight;
      },
      run);
  MapGradient made;
  for (Index i = 0; i < n; ++i) made.normaliser += weights[i];
  made.normaliser = std::max(made.normaliser, least_normaliser);
  made.slope = 4 * (exaggeration * attraction - repulsion / made.normaliser);
  return made;
}

double map_divergence(const SparseMatrix& affinities, const Matrix& places, double normaliser) {
  double sum = 0;
  for (Index i = 0; i < places.rows(); ++i)
    for_each_neighbour(affinities, places, i, [&](Index, double p, double distance) {
      if (p > 0) sum += p * (std::log(p * normaliser) + std::log1p(distance));
    });
  return sum;
}

}  // namespace bellwether::map_detail
