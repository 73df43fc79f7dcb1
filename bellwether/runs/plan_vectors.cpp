#include <bellwether/runs/plan_vectors.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/methods/entry.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr std::int64_t usual_dimensions = 50;  ///< of the items' own SVD, as those of the usual way

bool is_plain_weighting(const StepPlan& step) {
  return std::ranges::find(weighting_names, step.name, &std::pair<std::string, Weighting>::first) !=
         weighting_names.end();
}

std::string names_without_counts() {
  std::vector<std::string> names;
  for (const Method& method : searches())
    if (!method.needs_counts) names.push_back(method.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void require_no_counts(const std::string& name) {
  const Method* search = entry_called(name).search;
  require<InvalidOption>(
      search == nullptr || !search->needs_counts,
      "{} needs counts of words, and {} make directions of texts; these methods take them: {}", name,
      setting("vectors"), names_without_counts());
}

}  // namespace

void require_goes_with_vectors(const Wishes& wishes, EvidenceKinds given) {
  for (const EvidenceKind kind : {auxiliary, annotated, solved})
    require<InvalidOption>(
        !given.contains(kind),
        "{} and {} do not combine, since both begin with counts of words: leave out one of "
        "them (seeds, links, sizes and known clusters go with vectors)",
        setting("vectors"), setting(name_of(kind)));
  require_no_counts(wishes.method);
  for (const std::string& spec : wishes.represent) require_no_counts(parse_named_options(spec).name);
}

void keep_to_explaining(const Wishes& wishes, Material& material, Evidence& evidence) {
  if (evidence.vectors.categories == 0) return;
  try {
    require_goes_with_vectors(wishes, evidence.kinds());
  } catch (const InvalidOption&) {
    evidence.vectors = {};
    material.items.notes.push_back(
        fmt::format("{} only explains the clusters: to guide, it makes directions of texts, and what was "
                    "asked for needs counts of words",
                    setting("ontology", evidence.categories.source)));
  }
}

RepresentationPlan vectors_link(const Wishes& wishes) {
  return {.name = "vectors",
          .settings = {{"dimensions", usual_dimensions},
                       {"random_seed", static_cast<std::int64_t>(wishes.random_seed)}},
          .from = vectors,
          .reason = "the mean vector of a text's words, beside what the texts themselves show"};
}

void plan_steps_around_vectors(Plan& plan, const Wishes& wishes) {
  RepresentationPlan& link = plan.chain.front();
  std::vector<StepPlan> later;
  plan.steps.clear();
  for (const StepPlan& step : plan_steps(wishes.steps, true, Purpose::clustering)) {
    if (later.empty() && plan.steps.empty() && is_plain_weighting(step)) {
      plan.steps.push_back(step);
    } else if (later.empty() && step.name == "svd") {
      for (const auto& option : step.options) {
        std::erase_if(link.settings, [&](const auto& setting) { return setting.first == option.first; });
        link.settings.push_back(option);
      }
    } else if (step.name != "l2" || !later.empty()) {
      later.push_back(step);
    }
  }
  plan.steps_reason = wishes.chosen        ? "chosen on what was held back"
                      : wishes.steps.any() ? "asked for"
                                           : "usual for words";
  const bool has_map = plan.chain.size() > 1;
  (has_map ? plan.chain[1].first : plan.last_steps) = later;
  if (!has_map) return;
  plan.chain[1].reduce_first = !wishes.steps.scales();
  plan.chain[1].range_first = plan.chain[1].reduce_first && plan.chain[1].name == "auto";
}

}  // namespace bellwether
