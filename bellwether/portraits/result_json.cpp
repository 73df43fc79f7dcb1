#include <bellwether/portraits/result_json.h>

#include <algorithm>

namespace bellwether {
namespace {

using enum EvidenceKind;

Json links_json(const std::vector<Link>& links, const Dataset& items) {
  Json json = Json::array();
  for (const auto& [first, second] : links) json.push_back({items.id(first), items.id(second)});
  return json;
}

/// What was known of the items, and what it changed.
Json knowledge_json(const Report& report) {
  const Finding& finding = report.finding;
  const Verdict* verdict =
      finding.verdict(seeds) != nullptr ? finding.verdict(seeds) : finding.verdict(links);
  Json json{{"seeds", report.seeds},
            {"labels", report.labels},
            {"must_links", report.must_links},
            {"cannot_links", report.cannot_links},
            {"used", finding.used(seeds) || finding.used(links)},
            {"moved", finding.moved},
            {"moved_uncovered", finding.moved_uncovered},
            {"uncovered", std::ranges::count(finding.covered, false)},
            {"scored", report.scored},
            {"unguided",
             {{"objective", finding.plain.objective.value}, {"scores", object_of(report.plain_scores)}}}};
  if (report.must_links + report.cannot_links > 0)
    json["links"] = {{"must_held", finding.links.must_held},
                     {"cannot_held", finding.links.cannot_held},
                     {"must_broken", links_json(finding.links.must_broken, report.items())},
                     {"cannot_broken", links_json(finding.links.cannot_broken, report.items())}};
  if (verdict->possible)
    json["check"] = {{"guided", verdict->with}, {"unguided", verdict->without}, {"chance", verdict->error}};
  return json;
}

Json known_json(const Report& report) {
  const Finding& finding = report.finding;
  Json json{{"file", report.known_source}, {"classes", report.known_classes}, {"items", report.known_items}};
  const RepresentationMade* made = finding.made_from(known);
  if (made == nullptr && !finding.tried.empty()) made = &finding.tried.front();
  json.update(
      made != nullptr
          ? representation_json(made->map)
          : Json{{"representation", "none"}, {"used", false}, {"reason", finding.verdict(known)->reason}});
  json["used"] = finding.used(known);
  json["directions"] = directions_json(report.directions);
  json["moved"] = finding.moved;
  json["plain"] = {{"scores", object_of(report.plain_scores)}};
  return json;
}

/// What other data there were, and what they changed.
Json other_data_json(const Report& report) {
  const Finding& finding = report.finding;
  Json sources = Json::array();
  for (const ToldSource& source : report.others) {
    Json json{{"file", source.name},
              {"kind", name_of(source.kind)},
              {"items", source.items},
              {"features", source.overlap.other},
              {"shared_features", source.overlap.shared},
              {"covered", source.overlap.covered}};
    if (source.tags > 0) json["tags"] = source.tags;
    if (source.lambda) json["lambda"] = *source.lambda;
    sources.push_back(json);
  }
  Json json{{"sources", sources}, {"combined", report.combined}};
  for (const EvidenceKind kind : {annotated, auxiliary})
    if (const RepresentationMade* made = finding.made_from(kind)) json["representation"] = made->plan.name;
  json["used"] = finding.used(auxiliary) || finding.used(annotated);
  for (const EvidenceKind kind : {annotated, auxiliary})
    if (const Verdict* verdict = finding.verdict(kind); verdict != nullptr && verdict->possible)
      json["check"] = {{"with", verdict->with}, {"without", verdict->without}, {"error", verdict->error}};
  json["moved"] = finding.moved;
  json["plain"] = {{"method", finding.plain_method},
                   {"objective", finding.plain.objective.value},
                   {"scores", object_of(report.plain_scores)}};
  return json;
}

Json tuning_json(const Report& report) {
  const TuningMade& tuning = *report.finding.tuning;
  const Tuned& tuned = tuning.tuned;
  const bool strapping = tuning.least_squares.errors.empty();
  Json collections = Json::array();
  for (std::size_t s = 0; s < tuning.collections.size(); ++s) {
    Json object{{"name", tuning.collections[s]}};
    if (s < tuning.sizes.size())
      object.update({{"items", tuning.sizes[s].first}, {"classes", tuning.sizes[s].second}});
    collections.push_back(object);
  }
  Json json{{"by", strapping ? "strapping" : "rls"},
            {"option", tuning.plan.strap.option},
            {"value", tuned.value},
            {"untuned_value", tuning.plan.strap.values[tuning.plan.strap.untuned]},
            {"used", tuned.used},
            {"checked", tuned.checked},
            {"moved", report.finding.moved},
            {"collections", collections},
            {"values", tuned.values},
            {"scores", tuned.scores},
            {"untuned",
             {{"objective", tuned.untuned.objective.value},
              {"scores", object_of(score(tuned.untuned.labels, report.items(), report.finding.covered))}}}};
  if (!report.tuner_source.empty()) json["file"] = report.tuner_source;
  if (tuning.indifferent) json["indifferent"] = true;
  if (strapping) {
    json["c"] = tuning.strapping.chosen.c;
    json["sigma"] = tuning.strapping.chosen.sigma;
    json["check"] = check_json(tuning.check);
  } else {
    json["errors"] = tuning.least_squares.errors;
    json["estimate"] = tuning.least_squares.estimate.value;
  }
  return json;
}

Json tree_json(const Tree& tree) {
  Json nodes = Json::array();
  for (const TreeNode& node : tree) {
    Json object{{"parent", node.parent < 0 ? Json() : Json(node.parent)}, {"items", node.items}};
    if (node.leaf())
      object["cluster"] = node.cluster;
    else
      object.update(
          {{"children", node.children}, {"dimensions", node.dimensions}, {"information", node.information}});
    nodes.push_back(object);
  }
  return nodes;
}

/// What each kind of evidence is worth, and what would be found without any.
void add_evidence(const Report& report, Json& json) {
  const Finding& finding = report.finding;
  if (!finding.guided()) return;
  json["evidence"] = Json::array();
  for (std::size_t v = 0; v < finding.verdicts.size(); ++v) {
    Json told{{"kind", name_of(finding.verdicts[v].kind)}, {"given", report.given[v].second}};
    told.update(verdict_json(finding.verdicts[v]));
    json["evidence"].push_back(std::move(told));
  }
  json["plain"] = {{"method", finding.plain_method},
                   {"objective", finding.plain.objective.value},
                   {"scores", object_of(report.plain_scores)}};
  json["moved"] = finding.moved;
  json["moved_uncovered"] = finding.moved_uncovered;
  if (finding.verdict(known) != nullptr) json["known"] = known_json(report);
  if (!report.others.empty()) json["other_data"] = other_data_json(report);
  if (finding.tuning) json["tuning"] = tuning_json(report);
  if (finding.verdict(seeds) != nullptr || finding.verdict(links) != nullptr)
    json["knowledge"] = knowledge_json(report);
}

/// Which categories are over-represented in each cluster.
Json ontology_json(const ToldCategories& told) {
  Json clusters = Json::array();
  for (const auto& of_cluster : told.enriched) {
    Json categories = Json::array();
    for (const EnrichedCategory& category : of_cluster)
      categories.push_back({{"category", told.names[category.category]},
                            {"items", category.inside},
                            {"items_in_all", category.in_all},
                            {"p", category.p},
                            {"adjusted_p", category.adjusted}});
    clusters.push_back(std::move(categories));
  }
  return {{"file", told.source},
          {"categories", told.names.size()},
          {"items", told.items},
          {"clusters", std::move(clusters)}};
}

Json chain_json(const Plan& plan) {
  Json chain = Json::array();
  for (const RepresentationPlan& link : plan.chain)
    chain.push_back({{"name", link.name}, {"reason", link.reason}});
  return chain;
}

}  // namespace

Json options_json(const Settings& settings) {
  Json options = Json::object();
  for (const auto& setting : settings)
    std::visit([&](const auto& value) { options[setting.first] = value; }, setting.second);
  return options;
}

Json verdict_json(const Verdict& verdict) {
  Json json{{"checked", verdict.asked}, {"possible", verdict.possible}, {"used", verdict.used}};
  if (verdict.possible)
    json.update({{"with", verdict.with}, {"without", verdict.without}, {"error", verdict.error}});
  json.update({{"measure", verdict.measure}, {"reason", verdict.reason}});
  return json;
}

Json k_choice_json(const KChoice& choice) {
  Json curve = Json::array();
  for (const KTried& tried : choice.curve) {
    Json point{{"clusters", tried.clusters}, {"open", tried.open}};
    if (tried.apart) point["apart"] = *tried.apart;
    if (tried.bic) point["bic"] = *tried.bic;
    if (tried.met) point["met"] = *tried.met;
    curve.push_back(std::move(point));
  }
  return {
      {"clusters", choice.clusters},   {"runner_up", choice.runner_up == 0 ? Json() : Json(choice.runner_up)},
      {"sure", choice.sure},           {"rule", name_of(choice.rule)},
      {"reason", choice.reason},       {"least", choice.range.least},
      {"most", choice.range.most},     {"least_reason", choice.least.reason},
      {"apart_needed", choice.needed}, {"interrupted", choice.interrupted},
      {"curve", std::move(curve)}};
}

Json check_json(const StrappingCheck& check) {
  if (!check.possible) return nullptr;
  return {{"tuned_errors", check.tuned},
          {"untuned_errors", check.untuned},
          {"gain", check.gain},
          {"error", check.error}};
}

Json directions_json(const std::vector<Direction>& directions) {
  Json json = Json::array();
  for (const Direction& direction : directions) {
    Json features = Json::object();
    for (const auto& [name, weight] : direction.features) features[name] = weight;
    json.push_back({{"share", direction.share}, {"before", direction.before}, {"features", features}});
  }
  return json;
}

Json learned_json(const Learned& learned) {
  const Vector values = stretches(learned.map);
  Json figures = Json::object();
  for (const auto& [name, value] : learned.figures) figures[name] = value;
  Json json{{"features", learned.map.features()},
            {"dimensions", learned.map.dimensions()},
            {"options", options_json(learned.options)},
            {"iterations", learned.iterations},
            {"converged", learned.converged && !learned.stopped},
            {"objective",
             {{"name", learned.objective.name},
              {"goal", learned.objective.goal == Goal::minimise ? "minimise" : "maximise"},
              {"value", learned.objective.value},
              {"trace", learned.objective.trace}}},
            {"figures", figures},
            {"eigenvalues", std::vector<double>(values.begin(), values.end())}};
  if (!learned.curve.possible) return json;
  Json curve = Json::array();
  for (const auto& [setting, trial] : learned.curve.tried)
    curve.push_back({{"gamma_of_reference", setting.gamma},
                     {"tau", setting.tau},
                     {"nmi", learned.curve.plain + trial.gain},
                     {"gain", trial.gain},
                     {"error", trial.error}});
  json["curve"] = {{"plain_nmi", learned.curve.plain}, {"chosen", learned.curve.best}, {"tried", curve}};
  return json;
}

Json representation_json(const Representation& representation) {
  const Chosen& check = representation.check;
  Json json{{"representation", representation.used() ? representation.name : "none"},
            {"used", representation.used()},
            {"reason", representation.reason}};
  if (check.possible && !check.stopped) {
    Json trials = Json::array();
    for (const Trial& trial : check.trials)
      trials.push_back({{"name", trial.name},
                        {"gain", trial.gain},
                        {"error", trial.error},
                        {"splits", trial.gains.size()}});
    json["check"] = {{"splits", check.splits}, {"plain_nmi", check.plain}, {"tried", trials}};
  }
  if (representation.used()) json["learned"] = learned_json(*representation.learned);
  return json;
}

Json vectorizer_json(const Vectorizer& vectorizer) {
  Json described = Json::object();
  if (vectorizer.reads_raw_items()) {
    described["features"] = name_of(vectorizer.extractor);
    const StoredStep extractor = store(vectorizer).front();
    described["options"] = options_json(extractor.options);
    if (!extractor.words.empty()) described["vocabulary"] = extractor.words.size();
  }
  described["steps"] = Json::array();
  for (const Step& step : vectorizer.steps) {
    described["steps"].push_back(in_words(step));
    if (const auto* svd = std::get_if<Svd>(&step)) described["explained_variance"] = svd->explained.sum();
  }
  return described;
}

Json to_json(const Report& report) {
  const Finding& finding = report.finding;
  const Clustering& c = finding.outcome.clustering;
  Json json{{"bellwether", BELLWETHER_VERSION},
            {"schema", schema_version},
            {"method", finding.plan.search.method},
            {"method_reason", finding.plan.search.reason},
            {"clusters", c.clusters},
            {"items", report.items().items()},
            {"features", report.items().rows().columns()},
            {"vectorizer", vectorizer_json(finding.vectorizer)},
            {"random_seed", c.random_seed},
            {"options", options_json(finding.outcome.options)},
            {"restart", c.restart},
            {"iterations", c.iterations},
            {"converged", finding.converged()},
            {"interrupted", c.stopped},
            {"refills", c.refills},
            {"objective",
             {{"name", c.objective.name},
              {"goal", c.objective.goal == Goal::minimise ? "minimise" : "maximise"},
              {"value", c.objective.value},
              {"trace", c.objective.trace}}},
            {"sizes", cluster_sizes(c.labels, c.clusters)},
            {"scores", object_of(report.scores)},
            {"seconds", {{"read", report.seconds_reading}, {"fit", report.seconds_fitting}}},
            {"warnings", report.warnings}};
  if (finding.k_choice) json["k"] = k_choice_json(*finding.k_choice);
  for (const Usual::Tried& tried : finding.usual)
    json["usual"].push_back({{"plan", tried.words}, {"agreement", tried.agreement}});
  if (!c.figures.empty()) json["figures"] = object_of(c.figures);
  if (!finding.plan.chain.empty()) json["representations"] = chain_json(finding.plan);
  if (report.direction)
    json["direction"] = {{"checked", report.direction->possible},
                         {"guided_adjusted_rand", report.direction->guided},
                         {"plain_adjusted_rand", report.direction->plain},
                         {"used", report.direction->used}};
  if (!finding.names.empty()) json["names"] = finding.names;
  if (const FeatureClusters& features = features_in(finding); features.clusters > 0)
    json["feature_clusters"] = cluster_sizes(features.labels, features.clusters);
  add_evidence(report, json);
  if (!report.categories.source.empty()) json["ontology"] = ontology_json(report.categories);
  if (!finding.outcome.tree.empty()) json["tree"] = tree_json(finding.outcome.tree);
  return json;
}

}  // namespace bellwether
