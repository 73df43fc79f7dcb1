#include <bellwether/links/logistic_choice.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include <bellwether/engine/best.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/restarts.h>

namespace bellwether {
namespace {

constexpr int folds = 3;
constexpr int never = -1;

/// The fold of each seed: those of a cluster in turn, in their order.
std::vector<int> folds_of(const SeededClusters& known) {
  std::vector<int> fold(known.seeds.size(), never);
  std::vector<int> seen(known.counts.size(), 0);
  for (std::size_t i = 0; i < fold.size(); ++i) {
    const int seed = known.seeds[i];
    if (seed != unlabelled && known.counts[seed] > 1) fold[i] = seen[seed]++ % folds;
  }
  return fold;
}

/// The seeds of that fold, or all others.
std::vector<int> seeds_of(const SeededClusters& known, const std::vector<int>& fold, int which, bool inside) {
  std::vector<int> seeds(known.seeds.begin(), known.seeds.end());
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if ((fold[i] == which) != inside) seeds[i] = unlabelled;
  return seeds;
}

std::vector<double> tried(std::optional<double> asked, std::span<const double> all) {
  return asked ? std::vector{*asked} : std::vector(all.begin(), all.end());
}

/// Held-out log-likelihoods of one fold, one for each pair of settings: those of the first weight of others,
/// then those of the second.
std::vector<double> worth_of(const ExampleSet& held_out, const std::vector<ExampleSet>& kept,
                             const std::vector<double>& penalties, const LogisticModel& blank,
                             const LogisticLimits& limits, const Run& run) {
  std::vector<double> worth;
  for (const ExampleSet& examples : kept) {
    LogisticModel model = blank;  // each penalty starts where the one before ended
    for (const double penalty : penalties) {
      model.penalty = penalty;
      model = logistic_regression(examples.view(), std::move(model), limits, run).model;
      worth.push_back(slope_at(model, held_out.view(), run).value + penalty_of(model));
    }
  }
  return worth;
}

}  // namespace

LogisticSettings chosen_settings(
    const Rows& items, const SeededClusters& known, std::optional<double> penalty,
    std::optional<double> others, bool balanced, const LogisticModel& blank, const LogisticLimits& limits,
    const std::function<std::vector<int>(std::span<const int>, const Run&)>& find, const Run& run) {
  const LogisticSettings usual{penalty.value_or(LogisticSettings{}.penalty),
                               others.value_or(LogisticSettings{}.others)};
  const auto judging = std::ranges::count_if(known.counts, [](Index count) { return count > 1; });
  if (judging < 2 || (penalty && others)) return usual;

  const auto clusters = static_cast<int>(known.counts.size());
  const auto penalties = tried(penalty, penalties_tried), weights = tried(others, others_tried);
  const LogisticLimits coarse{limits.iterations, std::max(limits.tolerance, 1e-3)};
  const std::vector<int> fold = folds_of(known);
  std::vector<std::vector<double>> worth(folds);
  // Side by side, unless the models are large: each solver keeps some twenty of them.
  const bool large = blank.coefficients.size() > few_values;
  const Run alone{.threads = large ? run.threads : 1, .stop = run.stop};
  const auto judge = [&](int which) {
    const auto kept = seeds_of(known, fold, which, false), held_out = seeds_of(known, fold, which, true);
    const SeededClusters kept_known(kept, clusters), judges(held_out, clusters);
    if (!judges.any()) return;
    const std::vector<int> found = find(kept, alone);
    std::vector<ExampleSet> examples;
    for (const double weight : weights)
      examples.push_back(examples_of(items, kept_known, found, weight, balanced));
    worth[which] =
        worth_of(examples_of(items, judges, {}, 0, balanced), examples, penalties, blank, coarse, alone);
  };
  if (large)
    for (int which = 0; which < folds; ++which) judge(which);
  else
    for_each_parallel(folds, judge);

  FirstBest<LogisticSettings> best(Goal::maximise);
  for (std::size_t s = 0; s < penalties.size() * weights.size(); ++s) {
    double total = 0;
    for (const auto& of_fold : worth) total += of_fold.empty() ? 0.0 : of_fold[s];
    best.offer(static_cast<int>(s), total, {penalties[s % penalties.size()], weights[s / penalties.size()]});
  }
  return best.take();
}

}  // namespace bellwether
