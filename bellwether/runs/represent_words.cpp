#include <bellwether/runs/represent_words.h>

#include <bellwether/data/take.h>
#include <bellwether/features/word_vectors.h>

namespace bellwether {
namespace {

/// The items, the known ones, and the other data, in one list.
Dataset everything(const Space& space) {
  Dataset all{.values = space.items.values, .features = space.items.features};
  if (!space.known.classes.empty()) all = pooled(space.items, space.known).all;
  for (const OtherItems& other : space.auxiliary)
    append_items(all, {.values = other.rows.values, .features = other.rows.features}, other.source);
  return all;
}

/// To rows of length 1.
std::vector<Step> weights_of(const Rows& all, const WordVectorsOptions& options) {
  const Weighting kind = weighting_for(all, options.weights);
  std::vector<Step> steps;
  if (kind != Weighting::none) steps.emplace_back(fit_weighter(all, {.kind = kind}));
  if (kind != Weighting::ltc) steps.emplace_back(Normaliser{Normalise::l2});
  return steps;
}

}  // namespace

void take_word_vectors(Space& space, const RepresentationPlan& link, const Run& run) {
  RepresentationMade made{
      .plan = link, .map = {.name = link.name, .reason = link.reason}, .before = space.steps};
  Dataset all = everything(space);
  const auto options = with_settings<WordVectorsOptions>(link.name, link.settings);
  for (const Step& step : weights_of(all.rows(), options)) {
    apply(step, all, run);
    take(step, space, run);
  }
  made.map.learned = find_learner(link.name).learn(all.rows(), {}, link.settings, run);
  for (const Step& step : steps_of(*made.map.learned)) take(step, space, run);
  space.made.push_back(std::move(made));
}

}  // namespace bellwether
