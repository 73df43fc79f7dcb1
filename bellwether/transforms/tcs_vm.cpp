#include <bellwether/transforms/tcs_vm.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/classes.h>
#include <bellwether/transforms/tcs_vm/search.h>

namespace bellwether {
namespace {

using namespace tcs_vm_detail;

/// To compare maps by what is clustered after them, neither the last digits nor the last steps are needed.
constexpr double enough_to_compare = 1e-4;
constexpr int steps_to_compare = 50;

/// The row of the `known`-th item that has a label.
Index row_of(std::span<const int> labels, Index known) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] != unlabelled && known-- == 0) return static_cast<Index>(i);
  return -1;
}

/// Rows of length 1; by the largest value first, so that squares neither overflow nor vanish.
void scale_to_length_one(Classes& classes, std::span<const int> labels) {
  for (Index i = 0; i < classes.items.rows(); ++i) {
    auto row = classes.items.row(i);
    const double largest = row.size() > 0 ? row.cwiseAbs().maxCoeff() : 0.0;
    require(largest > 0,
            "row {} of the items is all zeros and has no direction: remove it, or learn with a method that "
            "needs none (tcs-gm)",
            row_of(labels, i) + 1);
    row /= largest;
    row /= row.norm();
  }
}

Classes directions_of(const Rows& items, std::span<const int> labels, const TcsVmOptions& options) {
  check_options(options, "tcs-vm");
  Classes classes = classes_of(items, labels);
  require<InvalidOption>(
      options.rank <= classes.items.cols(),
      "tcs-vm: rank is {}, but the items have {} features: it is at most that, or 0 for as "
      "many",
      options.rank, classes.items.cols());
  scale_to_length_one(classes, labels);
  return classes;
}

/// The identity; of lower rank, the directions in which the items are largest.
Matrix start_of(const Matrix& directions, int rank) {
  const Index features = directions.cols();
  if (rank == 0 || rank == features) return Matrix::Identity(features, features);
  const SymmetricEigen eigen(directions.transpose() * directions);
  return eigen.eigenvectors().rightCols(rank);
}

double reference_gamma_of(const Classes& classes, const Matrix& start, std::optional<double> kappa) {
  const Problem problem(classes.items, classes.labels, classes.count, 0, kappa);
  const double slope = problem.evaluate(start).gradient.norm() / 2;
  return slope > 0 ? slope : 1;  // one class: any weight keeps L at the start
}

std::string in_words(Index vanished, std::span<const int> labels) {
  if (vanished < 0) return {};
  return fmt::format(
      "the map shrinks row {} of the items to nothing, where it has no direction, so the search ended there: "
      "use a larger gamma, or a larger rank",
      row_of(labels, vanished) + 1);
}

Solution search(const Problem& problem, TcsVmSearch how, const Matrix& start, const Limits& limits) {
  return how == TcsVmSearch::joint ? search_jointly(problem, start, limits)
                                   : search_by_turns(problem, start, limits);
}

/// A map for each gamma of the grid, each search from the map before.
std::vector<LinearMap> learn_path(const HeldOut& held, const TcsVmOptions& options, const Run& run) {
  const Classes classes = directions_of(held.items, held.labels, options);
  Matrix start = start_of(classes.items, options.rank);
  const double reference = reference_gamma_of(classes, start, options.kappa);
  const Limits limits{std::min(options.iterations, steps_to_compare),
                      std::max(options.tolerance, enough_to_compare),
                      [&](int, double) { return !run.stop.stop_requested(); }};
  std::vector<LinearMap> maps;
  for (const double gamma : gamma_grid()) {
    const Problem problem(classes.items, classes.labels, classes.count, gamma * reference, options.kappa);
    start = search(problem, options.search, start, limits).map;
    maps.push_back({.name = "tcs-vm", .map = start});
  }
  return maps;
}

/// In decades around the reference, on classes held out; the reference if there are too few.
TuningCurve tune_gamma(const Rows& items, std::span<const int> labels, const TcsVmOptions& options,
                       const Run& run) {
  std::vector<Regularisation> settings;
  for (const double gamma : gamma_grid()) settings.push_back({gamma, 1});
  return tune(
      classes_of(items, labels), settings,
      [&](const HeldOut& held, const Run& inner) { return learn_path(held, options, inner); },
      Geometry::directions, {options.splits, options.restarts, options.random_seed}, run);
}

TcsVmResult learn(const Rows& items, std::span<const int> labels, const TcsVmOptions& options,
                  const Limits& limits, TuningCurve curve) {
  const Classes classes = directions_of(items, labels, options);
  const Matrix start = start_of(classes.items, options.rank);
  TcsVmResult result;
  result.gamma = options.gamma ? *options.gamma
                               : (curve.possible ? curve.chosen().gamma : 1) *
                                     reference_gamma_of(classes, start, options.kappa);
  result.curve = std::move(curve);
  const Problem problem(classes.items, classes.labels, classes.count, result.gamma, options.kappa);
  Solution solution = search(problem, options.search, start, limits);

  result.kappa = problem.centres_at(solution.map).kappa;
  result.objective = {"regularised surprise at the classes", Goal::minimise, solution.trace.back(),
                      std::move(solution.trace)};
  result.map = {"tcs-vm", std::move(solution.map), {}};
  result.iterations = solution.iterations;
  result.converged = solution.converged;
  result.stopped = solution.stopped;
  result.warning = in_words(solution.vanished, labels);
  return result;
}

}  // namespace

TcsVmResult tcs_vm(const Rows& items, std::span<const int> labels, const TcsVmOptions& options,
                   const Run& run) {
  const Limits limits{options.iterations, options.tolerance, [&](int iteration, double value) {
                        if (run.on_progress)
                          run.on_progress({.stage = "learning a map",
                                           .iteration = iteration,
                                           .iterations = options.iterations,
                                           .objective = value});
                        return !run.stop.stop_requested();
                      }};
  TcsVmResult result;
  TuningCurve curve;
  if (!options.gamma) {
    directions_of(items, labels, options);  // says what is wrong with the items before they are tried
    curve = tune_gamma(items, labels, options, run);
  }
  on_threads(run.threads, [&] { result = learn(items, labels, options, limits, std::move(curve)); });
  return result;
}

double tcs_vm_reference_gamma(const Rows& items, std::span<const int> labels, const TcsVmOptions& options,
                              const Run& run) {
  double gamma = 0;
  on_threads(run.threads, [&] {
    const Classes classes = directions_of(items, labels, options);
    gamma = reference_gamma_of(classes, start_of(classes.items, options.rank), options.kappa);
  });
  return gamma;
}

}  // namespace bellwether
