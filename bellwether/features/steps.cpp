#include <bellwether/features/steps.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/overloaded.h>

namespace bellwether {
namespace {

const std::vector<std::string> weight_steps{"tf-idf", "ltc", "okapi"};
const std::vector<std::string> normalise_steps{"standard", "range", "l1", "l2"};
const std::vector<std::string> learned_steps{"map", "xing", "tcs-gm", "tcs-vm", "whiten", "lmnn", "bp"};
const std::vector<std::string> represented_steps{"topics", "plsa", "aplsa", "itcc", "stc", "word-vectors"};

bool is_in(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

WeightOptions weight_options(const StepPlan& plan) {
  Settings settings = plan.options;
  for (const auto& [name, value] : settings)
    require<InvalidOption>(name != "weights", "{} says already which weights to take", plan.name);
  settings.insert(settings.begin(), {"weights", plan.name});
  return with_settings<WeightOptions>(plan.name, settings);
}

Step fit_weights(const StepPlan& plan, Dataset& items, const Run& run) {
  Weighter weighter = fit_weighter(items.rows(), weight_options(plan));
  apply(weighter, items, run);
  return weighter;
}

void apply_svd(const Svd& svd, Dataset& items, const Run& run) {
  require(items.rows().columns() == svd.components.cols(),
          "the items have {} features, but the SVD was made of {}", items.rows().columns(),
          svd.components.cols());
  items.values = project(svd, items.rows(), run);
  items.features.clear();
  for (Index d = 1; d <= svd.components.rows(); ++d) items.features.push_back(fmt::format("svd {}", d));
}

Step fit_svd_step(const StepPlan& plan, Dataset& items, const Run& run) {
  Svd svd = fit_svd(items.rows(), with_settings<SvdOptions>("svd", plan.options), run);
  apply_svd(svd, items, run);
  return svd;
}

Vector column_of(const StoredStep& step, std::string_view name) {
  const Matrix& table = parameter(step.tables, name);
  require(table.cols() <= 1, "'{}' is not one column", name);
  return table.rows() == 0 ? Vector() : Vector(table.col(0));
}

StoredStep store_normaliser(const Normaliser& n) {
  return {.kind = "normalise",
          .options = {{"by", std::string(name_of(n.kind))}},
          .tables = {{"centre", n.centre}, {"scale", n.scale}}};
}

Normaliser restore_normaliser(const StoredStep& step) {
  require(step.options.size() == 1 && std::holds_alternative<std::string>(step.options[0].second),
          "a normaliser does not say by what");
  Normaliser n{normalise_by_name(std::get<std::string>(step.options[0].second)), column_of(step, "centre"),
               column_of(step, "scale")};
  const bool learns = n.kind == Normalise::standard || n.kind == Normalise::range;
  require(n.centre.size() == n.scale.size() && (n.centre.size() > 0) == learns,
          "a normaliser by {} has {} centres and {} scales", name_of(n.kind), n.centre.size(),
          n.scale.size());
  require(n.centre.allFinite() && n.scale.allFinite() && (n.scale.array() > 0).all(),
          "a normaliser has centres that are not finite, or scales that are not above 0");
  return n;
}

}  // namespace

NamedOptions parse_named_options(std::string_view spec, std::string_view first) {
  const std::size_t colon = std::min(spec.find(':'), spec.size());
  NamedOptions parsed{std::string(trim(spec.substr(0, colon))), {}};
  std::string_view rest = spec.substr(std::min(colon + 1, spec.size()));
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos && !first.empty() && parsed.options.empty()) {
      parsed.options.emplace_back(std::string(first), std::string(trim(part)));
      continue;
    }
    require<InvalidOption>(equals != std::string_view::npos && equals > 0,
                           "'{}' in '{}' is not name=value: write {}:name=value,name=value", part, spec,
                           parsed.name);
    parsed.options.emplace_back(std::string(trim(part.substr(0, equals))),
                                std::string(trim(part.substr(equals + 1))));
  }
  return parsed;
}

StepPlan plan_step(std::string_view spec) {
  NamedOptions parsed = parse_named_options(spec, "dimensions");
  StepPlan plan{lower(parsed.name), std::move(parsed.options)};
  if (plan.name == "svd") {
    with_settings<SvdOptions>("svd", plan.options);
  } else if (is_in(weight_steps, plan.name)) {
    weight_options(plan);
  } else {
    require<InvalidOption>(
        !is_in(learned_steps, plan.name),
        "{} is not a step that items alone can give: learn it from what is known, and give "
        "the file as {}",
        plan.name, remedy("transform"));
    require<InvalidOption>(!is_in(represented_steps, plan.name),
                           "{} is not a step of this list: {} makes it one", plan.name,
                           remedy("represent", plan.name == "topics" ? "plsa" : plan.name));
    std::vector<std::string> names = weight_steps;
    names.push_back("svd");
    names.insert(names.end(), normalise_steps.begin(), normalise_steps.end());
    const std::string near = nearest_name(plan.name, names);
    require<InvalidOption>(is_in(normalise_steps, plan.name), "there is no step '{}'{}; the steps are: {}",
                           plan.name, near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                           fmt::join(names, ", "));
    require<InvalidOption>(plan.options.empty(), "{} has no options", plan.name);
  }
  return plan;
}

std::vector<StepPlan> plan_steps(std::string_view specs) {
  std::vector<StepPlan> plans;
  while (!specs.empty()) {
    const std::size_t end = std::min(specs.find_first_of("+ \t"), specs.size());
    if (end > 0) plans.push_back(plan_step(specs.substr(0, end)));
    specs.remove_prefix(std::min(end + 1, specs.size()));
  }
  return plans;
}

Step fit_step(const StepPlan& plan, Dataset& items, const Run& run) {
  if (plan.name == "svd") return fit_svd_step(plan, items, run);
  if (is_in(weight_steps, plan.name)) return fit_weights(plan, items, run);
  Normaliser normaliser = fit_normaliser(items.rows(), normalise_by_name(plan.name));
  apply(normaliser, items, run);
  return normaliser;
}

void apply(const Step& step, Dataset& items, const Run& run) {
  std::visit(Overloaded{[&](const Svd& svd) { apply_svd(svd, items, run); },
                        [&](const auto& other) { apply(other, items, run); }},
             step);
}

std::string in_words(const Step& step) {
  return std::visit(
      Overloaded{[](const Weighter& w) {
                   const auto at = std::ranges::find(weighting_names, w.options.kind,
                                                     &std::pair<std::string, Weighting>::second);
                   return at->first;
                 },
                 [](const Svd& svd) {
                   return fmt::format("svd to {} dimensions ({:.3g} % of the variance)",
                                      svd.components.rows(), 100 * svd.explained.sum());
                 },
                 [](const Normaliser& n) { return std::string(name_of(n.kind)); },
                 [](const TopicMap& m) {
                   return fmt::format("{} (mixtures of {} topics)", m.name, m.topics.rows());
                 },
                 [](const JoinedBlocks& b) { return fmt::format("{} blocks of length 1", b.widths.size()); },
                 [](const LinearMap& m) {
                   return m.only_weights()
                              ? fmt::format("{} (learned weights of {} features)", m.name, m.features())
                              : fmt::format("{} (a learned map to {} dimensions)", m.name, m.dimensions());
                 }},
      step);
}

Index columns_expected(const Step& step) {
  return std::visit(Overloaded{[](const Weighter& w) { return w.document_frequency.size(); },
                               [](const Svd& svd) { return svd.components.cols(); },
                               [](const Normaliser& n) { return n.centre.size(); },
                               [](const TopicMap& m) { return m.topics.cols(); },
                               [](const JoinedBlocks& b) { return b.columns(); },
                               [](const LinearMap& m) { return m.features(); }},
                    step);
}

StoredStep store(const Step& step) {
  return std::visit(Overloaded{[](const Normaliser& n) { return store_normaliser(n); },
                               [](const auto& other) { return store(other); }},
                    step);
}

Step restore_step(const StoredStep& step) {
  if (step.kind == "weights") return restore_weighter(step);
  if (step.kind == "svd") return restore_svd(step);
  if (step.kind == "map") return restore_linear_map(step);
  if (step.kind == "topics") return restore_topic_map(step);
  if (step.kind == "blocks") return restore_joined_blocks(step);
  require(step.kind == "normalise", "there is a step '{}', which this bellwether does not know", step.kind);
  return restore_normaliser(step);
}

}  // namespace bellwether
