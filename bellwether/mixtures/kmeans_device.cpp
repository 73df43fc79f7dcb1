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

/// What a round over sparse items says; the device keeps the rest.
struct Cosines {
  Vector counts;
  double objective = 0, worst = 2;
  Index misfit = -1;

  bool unsettled() const { return counts.minCoeff() == 0 && misfit >= 0; }
};

}  // namespace

void lay(const DeviceItems& items, const Frame& frame) {
  items.call(&Functions::frame, frame.shift.data(), frame.scale, nullptr);
}

void lay(const DeviceItems& items, std::span<const double> inverse_lengths) {
  const Vector origin = Vector::Zero(items.columns());
  items.call(&Functions::frame, origin.data(), 1.0, inverse_lengths.data());
}

void lay(const SparseDeviceItems& items, std::span<const double> inverse_lengths) {
  items.call(&Functions::sparse_lay, inverse_lengths.data());
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

SphericalResult spherical_on_device(const SparseDeviceItems& items, const Rows& rows,
                                    std::span<const double> inverse_lengths, const Matrix& start,
                                    std::span<const int> held, const SphericalOptions& options,
                                    const Run& run) {
  const BellwetherDeviceDirections search{.clusters = static_cast<std::int32_t>(start.rows()),
                                          .shard_rows = shard_rows(rows, start.rows()),
                                          .directions = start.data(),
                                          .held = held.empty() ? nullptr : held.data()};
  items.call(&Functions::directions_begin, &search);
  const auto assess = [&](int) {
    Cosines found{Vector(start.rows())};
    BellwetherDeviceCosines cosines{};
    cosines.counts = found.counts.data();
    items.call(&Functions::directions_round, &cosines);
    found.objective = cosines.objective;
    found.worst = cosines.worst;
    found.misfit = cosines.misfit;
    return found;
  };
  const auto turn = [&](int refills, const Cosines& found) {
    const int refilled = spherical_pass::refilled_cluster(found.counts, found.misfit >= 0, found.worst);
    const Vector direction = refilled < 0 ? Vector() : dense_direction(rows, inverse_lengths, found.misfit);
    items.call(&Functions::directions_turn, std::int32_t{refilled}, direction.data());
    return refills + (refilled < 0 ? 0 : 1);
  };
  auto fit = alternate(0, assess, turn, {options.iterations, options.tolerance}, run);

  SphericalResult result;
  result.clusters = options.clusters;
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  result.directions.resize(start.rows(), start.cols());
  items.call(&Functions::directions_end, result.directions.data(), result.labels.data());
  record(fit, "sum of cosines", Goal::maximise, result);
  result.refills = fit.model;
  return result;
}

}  // namespace bellwether
