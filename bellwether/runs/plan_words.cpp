#include <bellwether/runs/plan_words.h>

#include <algorithm>

#include <bellwether/features/word_vectors.h>
#include <bellwether/methods/entry.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

bool needs_counts(const std::string& name) {
  const Method* search = entry_called(name).search;
  return search != nullptr && search->needs_counts;
}

/// An option that stc has, and neither word vectors nor the usual search.
bool is_about_stc(const Settings::value_type& option) {
  return knows(find_method("stc").options(), option.first) &&
         !knows(find_learner("word-vectors").options(), option.first) &&
         !knows(find_method("spherical-kmeans").options(), option.first);
}

bool is_weighting(const StepPlan& step) {
  const auto name = &std::pair<std::string, WordWeights>::first;
  return step.options.empty() &&
         std::ranges::find(word_weights_names, step.name, name) != word_weights_names.end();
}

}  // namespace

bool word_vectors_fit(const Wishes& wishes, EvidenceKinds uses) {
  return wishes.auxiliary_by != "stc" && !uses.intersects({annotated, solved}) &&
         !needs_counts(wishes.method) && std::ranges::none_of(wishes.options, is_about_stc) &&
         std::ranges::none_of(wishes.settings, is_about_stc) &&
         std::ranges::none_of(wishes.represent, [](const std::string& spec) {
           return needs_counts(parse_named_options(spec).name);
         });
}

void weigh_together(RepresentationPlan& link, std::vector<StepPlan>& steps, bool begun) {
  if (std::ranges::find(link.settings, "weights", &Settings::value_type::first) != link.settings.end())
    return;
  if (steps.size() == 1 && is_weighting(steps.front())) {
    link.settings.emplace_back("weights", steps.front().name);
    steps.clear();
  } else if (begun || !steps.empty()) {
    link.settings.emplace_back("weights", std::string("none"));
  }
}

}  // namespace bellwether
