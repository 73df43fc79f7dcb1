#include <bellwether/features/neighbour_map.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/neighbour_map/affinities.h>
#include <bellwether/features/neighbour_map/gradient.h>
#include <bellwether/features/svd.h>

namespace bellwether {
namespace {

using map_detail::map_divergence;
using map_detail::map_gradient;

constexpr int traced_every = 10;

void centre(Matrix& rows) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  rows.rowwise() -= mean;
}

/// Units do not matter, but squares of very large or small values would be lost: the largest becomes 1. From
/// the first item on, because the mean of equal items need not be equal to them.
Matrix centred_and_scaled(const Matrix& items) {
  Matrix scaled = items;
  if (const double size = items.cwiseAbs().maxCoeff(); size > 0) scaled /= size;
  const Eigen::RowVectorXd first = scaled.row(0);
  scaled.rowwise() -= first;
  centre(scaled);
  if (const double size = scaled.cwiseAbs().maxCoeff(); size > 0) scaled /= size;
  return scaled;
}

/// The first two principal components, the first with a standard deviation of 1e-4: so near to each other,
/// places are free to find their way. Items on a line would stay on it, and get a second coordinate by
/// chance.
Matrix start_of(const Matrix& items, std::uint64_t random_seed) {
  constexpr double deviation = 1e-4;
  const Index n = items.rows();
  Matrix places = Matrix::Zero(n, 2);
  if (items.isZero(0)) return places;
  const int dimensions = static_cast<int>(std::min<Index>({2, n, items.cols()}));
  const Svd svd = fit_svd(items, {.dimensions = dimensions});
  places.leftCols(dimensions) = project(svd, items);
  const double factor = deviation * std::sqrt(static_cast<double>(n)) / places.col(0).norm();
  places *= factor;
  Random random(random_seed);
  if (dimensions < 2 || svd.singular_values[1] == 0)
    for (Index i = 0; i < n; ++i) places(i, 1) = deviation * random.normal();
  centre(places);
  return places;
}

/// Belkina's n / exaggeration is for a gradient without the factor 4. Twice that did best, or nearly, on 10
/// to 1500 items, blobs and noise alike; the usual floor of 50 flings few items about.
double learning_rate_for(const NeighbourMapOptions& options, Index items) {
  if (options.learning_rate) return *options.learning_rate;
  return static_cast<double>(items) / (2 * options.exaggeration);
}

/// Gradient descent with momentum, and for each coordinate a gain that grows while it keeps its direction.
class Descent {
 public:
  Descent(Index items, double rate)
      : rate_(rate), gains_(Matrix::Ones(items, 2)), step_(Matrix::Zero(items, 2)) {}

  void move(Matrix& places, const Matrix& slope, double momentum) {
    constexpr double least_gain = 0.01;
    for (Index at = 0; at < places.size(); ++at) {
      double& gain = gains_.data()[at];
      double& step = step_.data()[at];
      const bool onwards = (slope.data()[at] > 0) != (step > 0);
      gain = std::max(onwards ? gain + 0.2 : gain * 0.8, least_gain);
      step = momentum * step - rate_ * gain * slope.data()[at];
      places.data()[at] += step;
    }
    centre(places);
  }

 private:
  double rate_;
  Matrix gains_, step_;
};

void descend(const SparseMatrix& affinities, const NeighbourMapOptions& options, NeighbourMap& map,
             const Run& run) {
  Descent descent(map.places.rows(), learning_rate_for(options, map.places.rows()));
  for (int round = 0;; ++round) {
    const bool exaggerated = round < options.exaggerated;
    const auto [slope, normaliser] =
        map_gradient(affinities, map.places, exaggerated ? options.exaggeration : 1, run);
    const bool last = round == options.iterations || run.stop.stop_requested();
    if (last || round % traced_every == 0) {
      map.divergence = map_divergence(affinities, map.places, normaliser);
      map.trace.push_back(map.divergence);
      if (run.on_progress)
        run.on_progress({.stage = "drawing a map",
                         .iteration = round,
                         .iterations = options.iterations,
                         .objective = map.divergence});
    }
    if (last) return;
    descent.move(map.places, slope, exaggerated ? 0.5 : 0.8);
  }
}

}  // namespace

NeighbourMap neighbour_map(const Matrix& items, const NeighbourMapOptions& options, const Run& run) {
  check_options(options, "the map");
  require_finite(items);
  NeighbourMap map{.places = Matrix::Zero(items.rows(), 2)};
  if (items.rows() < 2 || items.cols() == 0) return map;
  on_threads(run.threads, [&] {
    const Matrix scaled = centred_and_scaled(items);
    const double perplexity = map_detail::possible_perplexity(options.perplexity, items.rows());
    const SparseMatrix affinities =
        map_detail::symmetric_shares(map_detail::neighbour_shares(scaled, perplexity, run));
    map.places = start_of(scaled, options.random_seed);
    descend(affinities, options, map, run);
  });
  return map;
}

}  // namespace bellwether
