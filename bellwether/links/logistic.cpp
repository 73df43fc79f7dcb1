#include <bellwether/links/logistic.h>

#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/links/logistic_choice.h>
#include <bellwether/links/seeds_and_means.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {
namespace {

/// The items' mean, and their root mean squared distance from it.
LogisticModel blank_for(const Rows& items, int clusters, const Run& run) {
  require_squares(frame_of(items, run));
  const std::vector<int> together(static_cast<std::size_t>(items.rows()), 0);
  const Matrix mean = means_of(items, together, 1);
  const double scatter = place_by_means(items, mean, run).objective;
  const double length = std::sqrt(scatter / static_cast<double>(items.rows()));
  return blank_model(clusters, mean.row(0).transpose(), length > 0 ? length : 1.0, 1);
}

void label(const LogisticModel& model, const Rows& items, std::span<const int> held, Clustering& result,
           const Run& run) {
  const auto for_each = [&](const VisitScores& visit) { for_each_scores(model, items, visit, run); };
  label_by_scores(items.rows(), for_each, held, result);
}

/// What there is to learn from, and into `model` the penalty.
ExampleSet learned_from(const Rows& items, const SeededClusters& known, const std::vector<int>& found,
                        const LogisticOptions& options, LogisticModel& model, const Run& run) {
  if (!known.any()) {
    model.penalty = options.penalty.value_or(LogisticSettings{}.penalty);
    return examples_of(items, SeededClusters(found, options.clusters), {}, 0, false);
  }
  const auto find = [&](std::span<const int> seeds, const Run& inner) {
    LogisticOptions once = options;  // good enough to compare with
    once.restarts = 1;
    return clusters_by_means(items, SeededClusters(seeds, options.clusters), once, inner).labels;
  };
  const LogisticSettings settings =
      chosen_settings(items, known, options.penalty, options.others, options.balanced, model,
                      {options.iterations, options.tolerance}, find, run);
  model.penalty = settings.penalty;
  return examples_of(items, known, found, settings.others, options.balanced);
}

void check(const Rows& items, std::span<const int> seeds, const LogisticOptions& options) {
  check_options(options, "logistic");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds, options.clusters);
}

}  // namespace

LogisticResult logistic(const Rows& items, std::span<const int> seeds, const LogisticOptions& options,
                        const Run& run) {
  check(items, seeds, options);
  const SeededClusters known(seeds, options.clusters);
  const KMeansResult found = clusters_by_means(items, known, options, run);

  LogisticResult result;
  on_threads(run.threads, [&] {
    LogisticModel start = blank_for(items, options.clusters, run);
    const ExampleSet examples = learned_from(items, known, found.labels, options, start, run);
    LogisticFit fit =
        logistic_regression(examples.view(), std::move(start), {options.iterations, options.tolerance}, run);
    label(fit.model, items, known.any() ? seeds : std::span<const int>(found.labels), result, run);
    report_fit(fit, "penalised log-likelihood", known, found, run, result);
    result.model = std::move(fit.model);
  });
  return result;
}

Placement place_by_logistic(const Rows& items, const LogisticModel& model, const Run& run) {
  Clustering placed;
  on_threads(run.threads, [&] { label(model, items, {}, placed, run); });
  double objective = -penalty_of(model);
  for (const double p : placed.probabilities) objective += std::log(p);
  return {std::move(placed.labels), std::move(placed.probabilities), objective};
}

}  // namespace bellwether
