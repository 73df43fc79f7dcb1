#include <bellwether/features/wished_steps.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether {

std::vector<StepPlan> plan_steps(const StepWishes& wishes, bool words, Purpose purpose) {
  if (!wishes.steps.empty()) {
    require<InvalidOption>(wishes.weighting.empty() && wishes.svd.empty() && wishes.normalise.empty(),
                           "{} says everything: leave out {}, {} and {}", setting("steps"),
                           setting("weighting"), setting("svd"), setting("normalise"));
    return plan_steps(wishes.steps);
  }
  const bool natural = words && purpose == Purpose::clustering;
  std::vector<StepPlan> plans;
  const std::string weighting = wishes.weighting.empty() && natural ? "ltc" : wishes.weighting;
  if (!weighting.empty() && weighting != "none") {
    plans.push_back(plan_step(weighting));
    require<InvalidOption>(
        std::ranges::any_of(weighting_names,
                            [&](const auto& named) { return named.first == plans.back().name; }),
        "{} is '{}', but must be none, tf-idf, ltc or okapi", setting("weighting"), weighting);
  }
  if (!wishes.svd.empty()) plans.push_back(plan_step("svd:" + wishes.svd));
  const bool unit_length = natural && !wishes.svd.empty();
  const std::string normalise = wishes.normalise.empty() && unit_length ? "l2" : wishes.normalise;
  if (!normalise.empty() && normalise_by_name(normalise) != Normalise::none)
    plans.push_back(plan_step(normalise));
  return plans;
}

bool leaves_counts(const StepPlan& step) {
  return step.name == "svd" || step.name == "standard";
}

bool makes_dense(const StepPlan& step) {
  return step.name == "svd";
}

}  // namespace bellwether
