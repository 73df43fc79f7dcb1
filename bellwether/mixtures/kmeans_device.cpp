#include <bellwether/mixtures/kmeans_device.h>

#include <algorithm>
#include <utility>

#include <bellwether/engine/iterate.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/spherical_pass.h>

namespace bellwether {
namespace {

using Functions = BellwetherDeviceFunctions;

/// As many rounds as the host may wait for: a stop is seen in between.
constexpr int rounds_at_once = 16;

void begin(const DeviceItems& items, const Matrix& start, std::span<const int> held, int iterations,
           double tolerance) {
  const Shape shape{items.rows(), items.columns(), items.rows() * items.columns(), start.rows()};
  const BellwetherDeviceSearch search{.clusters = static_cast<std::int32_t>(start.rows()),
                                      .shard_rows = shard_rows(shape),
                                      .centres = start.data(),
                                      .held = held.empty() ? nullptr : held.data(),
                                      .iterations = iterations,
                                      .tolerance = tolerance};
  items.call(&Functions::begin, &search);
}

}  // namespace

void lay(const DeviceItems& items, const Frame& frame) {
  items.call(&Functions::frame, frame.shift.data(), frame.scale, nullptr);
}

void lay(const DeviceItems& items, std::span<const double> inverse_lengths) {
  const Vector origin = Vector::Zero(items.columns());
  items.call(&Functions::frame, origin.data(), 1.0, inverse_lengths.data());
}

KMeansResult kmeans_on_device(const DeviceItems& items, const Matrix& start, std::span<const int> held,
                              const KMeansOptions& options, const Run& run) {
  begin(items, start, held, options.iterations, options.tolerance);
  BellwetherDeviceProgress progress{};
  for (int rounds = 1; progress.ended == 0; rounds = std::min(2 * rounds, rounds_at_once)) {
    const bool last = run.stop.stop_requested();
    items.call(&Functions::go_on, last ? 1 : rounds, last ? 1 : 0, &progress);
    if (run.on_progress)
      run.on_progress({.iteration = progress.iterations,
                       .iterations = options.iterations,
                       .objective = progress.objective});
  }

  KMeansResult result;
  result.clusters = options.clusters;
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  Fit<Matrix> fit{Matrix(start.rows(), start.cols()),
                  std::vector<double>(static_cast<std::size_t>(progress.iterations) + 1), progress.iterations,
                  progress.converged != 0};
  items.call(&Functions::finish, fit.model.data(), fit.trace.data(), result.labels.data());
  record(fit, "sum of squared distances", Goal::minimise, result);
  result.refills = progress.refills;
  result.means = std::move(fit.model);
  return result;
}

SphericalResult spherical_on_device(const DeviceItems& items, std::span<const double> inverse_lengths,
                                    const Matrix& start, std::span<const int> held,
                                    const SphericalOptions& options, const Run& run) {
  using spherical_pass::Model;
  using spherical_pass::Statistics;
  begin(items, start, held, options.iterations, options.tolerance);
  const auto assess = [&](const Model& model) {
    Statistics s{Matrix(model.directions.rows(), model.directions.cols()), Vector(model.directions.rows())};
    BellwetherDeviceSums sums{};
    sums.sums = s.sums.data();
    sums.counts = s.counts.data();
    items.call(&Functions::sum, model.directions.data(), &sums);
    s.objective = sums.objective;
    s.worst = sums.worst;
    if (sums.misfit >= 0) s.misfit = items.row(sums.misfit) * inverse_lengths[sums.misfit];
    return s;
  };
  // As if for sparse rows: what dense ones want laid out, the device lays out itself.
  const auto update = [](Model model, const Statistics& s) {
    return spherical_pass::update(std::move(model), s, true);
  };
  auto fit = alternate(Model(start, true, 0), assess, update, {options.iterations, options.tolerance}, run);

  SphericalResult result;
  result.clusters = options.clusters;
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  items.call(&Functions::labels, result.labels.data());
  record(fit, "sum of cosines", Goal::maximise, result);
  result.refills = fit.model.refills;
  result.directions = std::move(fit.model.directions);
  return result;
}

}  // namespace bellwether
