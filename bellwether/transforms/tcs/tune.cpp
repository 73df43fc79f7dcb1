#include <bellwether/transforms/tcs/tune.h>

#include <algorithm>

#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/tcs/minimise.h>

namespace bellwether {
namespace {

constexpr double small_gap = 1e-5;  ///< relative gap: what is clustered does not tell finer maps apart
constexpr double middle_tau = 0.3;  ///< where none can be tried
constexpr Index most_folded = 500;

bool has_anchor(Regulariser regulariser) {
  return regulariser == Regulariser::identity || regulariser == Regulariser::l1;
}

/// The anchor of items whose variance within classes is 1 on average.
double unit_of_tau(const Classes& classes) {
  const double within = within_covariance(classes).trace();
  return within > 0 ? static_cast<double>(classes.items.cols()) / within : 1;
}

std::vector<double> taus_to_try(const TcsGmOptions& options) {
  if (options.tau) return {*options.tau};
  if (!has_anchor(options.regulariser)) return {1.0};
  return {0.1, middle_tau, 1.0};
}

LinearMap map_of(const TcsSolution& solution, TcsForm form) {
  if (form == TcsForm::diagonal) return {.name = "tcs-gm", .weights = solution.metric.col(0).cwiseSqrt()};
  return {.name = "tcs-gm", .map = symmetric_root(solution.metric)};
}

/// The maps of one anchor after the other, each along a path of gammas.
std::vector<LinearMap> learn_settings(const HeldOut& held, const TcsGmOptions& options, const Run& run) {
  const Classes classes = classes_of(held.items, held.labels);
  const TcsProblem problem =
      options.form == TcsForm::full ? tcs_problem(classes) : tcs_diagonal_problem(held.items, held.labels);
  std::vector<LinearMap> maps;
  for (const double share : taus_to_try(options)) {
    const double tau = options.tau ? share : share * unit_of_tau(classes);
    std::vector<double> gammas = gamma_grid();
    const double reference = gamma_reference(problem, options.regulariser, tau, run);
    for (double& gamma : gammas) gamma = options.gamma ? *options.gamma * held.share : gamma * reference;
    if (options.gamma) gammas.resize(1);
    for (const TcsSolution& solution : path(problem, options.regulariser, gammas, tau,
                                            std::max(small_gap, options.tolerance), options.iterations, run))
      maps.push_back(map_of(solution, options.form));
  }
  return maps;
}

}  // namespace

TcsTuned tune_tcs_gm(const TcsProblem& problem, const Rows& items, std::span<const int> labels,
                     const TcsGmOptions& options, const Run& run) {
  TcsTuned tuned{.tau = options.tau.value_or(1)};
  const bool tunable = !options.gamma || (!options.tau && has_anchor(options.regulariser));
  if (options.gamma) tuned.gamma = *options.gamma;
  if (!tunable) return tuned;
  require<InvalidOption>(
      !problem.workers,
      "gamma and tau are chosen by clusters of classes that are held out, which needs all items in "
      "one place: give them ({}, {}), as a sample of the items finds them",
      remedy("gamma", 1), remedy("tau", 1));

  Regularisation chosen{1, options.tau.value_or(middle_tau)};
  double unit = 1;
  if (items.columns() <= most_folded) {
    const Classes classes = classes_of(items, labels);
    if (!options.tau) unit = unit_of_tau(classes);
    std::vector<Regularisation> settings;
    for (const double tau : taus_to_try(options))
      for (const double gamma : options.gamma ? std::vector{1.0} : gamma_grid())
        settings.push_back({gamma, tau});
    tuned.curve = tune(
        classes, settings,
        [&](const HeldOut& held, const Run& inner) { return learn_settings(held, options, inner); },
        Geometry::distances, {options.splits, options.restarts, options.random_seed}, run);
    if (tuned.curve.possible) chosen = tuned.curve.chosen();
  }
  tuned.tau = options.tau ? *options.tau : chosen.tau * unit;
  if (!options.gamma)
    tuned.gamma = chosen.gamma * gamma_reference(problem, options.regulariser, tuned.tau, run);
  return tuned;
}

}  // namespace bellwether
