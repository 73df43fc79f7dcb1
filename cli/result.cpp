#include <cli/json_text.h>
#include <cli/result.h>
#include <cli/tree.h>
#include <cli/tuning_report.h>
#include <cli/words.h>

#include <algorithm>
#include <functional>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/methods/model.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether::cli {
namespace {

Json options_json(const Settings& settings) {
  Json options = Json::object();
  for (const auto& setting : settings)
    std::visit([&](const auto& value) { options[setting.first] = value; }, setting.second);
  return options;
}

Json links_json(const std::vector<Link>& links, const Dataset& items) {
  Json json = Json::array();
  for (const auto& [first, second] : links) json.push_back({items.id(first), items.id(second)});
  return json;
}

/// What was known, and what it changed.
Json knowledge_json(const Guidance& guidance, const Dataset& items) {
  const GuidedOutcome& found = guidance.found;
  const Knowledge& known = guidance.known.knowledge;
  Json json{
      {"seeds", std::ranges::count_if(known.seeds, [](int seed) { return seed != unlabelled; })},
      {"labels", guidance.known.labels},
      {"must_links", known.must_link.size()},
      {"cannot_links", known.cannot_link.size()},
      {"used", found.check.used},
      {"moved", found.moved},
      {"moved_uncovered", found.moved_uncovered},
      {"uncovered", std::ranges::count(found.covered, false)},
      {"scored", guidance.scored},
      {"unguided",
       {{"objective", found.unguided.objective.value}, {"scores", object_of(guidance.unguided_scores)}}}};
  if (known.has_links())
    json["links"] = {{"must_held", found.links.must_held},
                     {"cannot_held", found.links.cannot_held},
                     {"must_broken", links_json(found.links.must_broken, items)},
                     {"cannot_broken", links_json(found.links.cannot_broken, items)}};
  if (found.check.possible)
    json["check"] = {
        {"guided", found.check.guided}, {"unguided", found.check.unguided}, {"chance", found.check.chance}};
  return json;
}

Json taught_json(const Taught& taught) {
  Json json{{"file", taught.file}, {"classes", taught.classes}, {"items", taught.items}};
  json.update(representation_json(taught.representation));
  json["directions"] = directions_json(taught.directions);
  json["moved"] = taught.moved;
  json["plain"] = {{"scores", object_of(taught.plain_scores)}};
  return json;
}

/// What other data there were, and what they changed.
Json borrowed_json(const Borrowed& borrowed) {
  Json sources = Json::array();
  for (const BorrowedSource& source : borrowed.sources) {
    Json json{{"file", source.file},
              {"items", source.items},
              {"features", source.overlap.other},
              {"shared_features", source.overlap.shared},
              {"covered", source.overlap.covered}};
    if (source.tags > 0) json["tags"] = source.tags;
    if (source.lambda) json["lambda"] = *source.lambda;
    sources.push_back(json);
  }
  Json json{{"sources", sources}, {"combined", borrowed.combined}};
  if (!borrowed.representation.empty()) json["representation"] = borrowed.representation;
  if (borrowed.without.empty()) return json;
  json["used"] = borrowed.used();
  if (borrowed.check.possible)
    json["check"] = {
        {"with", borrowed.check.with}, {"without", borrowed.check.without}, {"error", borrowed.check.error}};
  if (borrowed.representation.empty()) {
    json["moved"] = borrowed.moved;
    json["plain"] = {{"method", borrowed.without},
                     {"objective", borrowed.plain_objective},
                     {"scores", object_of(borrowed.plain_scores)}};
  }
  return json;
}

void write_rows(std::ostream& out, const BorrowedSource& source) {
  out << "id,cluster\n";
  for (std::size_t i = 0; i < source.labels.size(); ++i)
    out << csv_cell(source.ids[i]) << ',' << source.labels[i] << '\n';
}

void write_others(const std::filesystem::path& folder, const Result& result) {
  const std::size_t sources = result.borrowed ? result.borrowed->sources.size() : 0;
  for (std::size_t s = 0; s < sources; ++s) {
    const auto name = s == 0 ? std::string("auxiliary.csv") : fmt::format("auxiliary-{}.csv", s + 1);
    const BorrowedSource& source = result.borrowed->sources[s];
    if (!source.labels.empty())
      write_atomically(folder / name, [&](std::ostream& out) { write_rows(out, source); });
  }
}

}  // namespace

std::vector<std::string> names_of_features(const Result& result) {
  if (const auto* text = std::get_if<TextVectorizer>(&result.vectorizer.extractor)) return text->vocabulary;
  std::vector<std::string> names = result.columns;
  const std::size_t features = result.outcome.features.labels.size();
  if (names.size() == features) return names;
  names.clear();
  for (std::size_t j = 0; j < features; ++j) names.push_back(std::to_string(j));
  return names;
}

void write_features(std::ostream& out, const std::vector<std::string>& names,
                    const FeatureClusters& features) {
  out << "feature,cluster,weight\n";
  for (std::size_t j = 0; j < features.labels.size(); ++j)
    out << csv_cell(names[j]) << ',' << features.labels[j] << ',' << fmt::format("{}", features.weights[j])
        << '\n';
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

std::string to_json(const Result& result, const Dataset& items) {
  const Clustering& c = result.outcome.clustering;
  const bool minimise = c.objective.goal == Goal::minimise;
  Json json{{"bellwether", BELLWETHER_VERSION},
            {"method", result.method},
            {"method_reason", result.reason},
            {"clusters", c.clusters},
            {"items", result.items},
            {"features", result.features},
            {"vectorizer", vectorizer_json(result.vectorizer)},
            {"random_seed", c.random_seed},
            {"options", options_json(result.outcome.options)},
            {"restart", c.restart},
            {"iterations", c.iterations},
            {"converged", result.converged()},
            {"interrupted", c.stopped},
            {"refills", c.refills},
            {"objective",
             {{"name", c.objective.name},
              {"goal", minimise ? "minimise" : "maximise"},
              {"value", c.objective.value},
              {"trace", c.objective.trace}}},
            {"sizes", cluster_sizes(c.labels, c.clusters)},
            {"scores", object_of(result.scores)},
            {"seconds", {{"read", result.seconds_reading}, {"fit", result.seconds_fitting}}},
            {"warnings", result.warnings}};
  if (result.direction)
    json["direction"] = {{"checked", result.direction->possible},
                         {"guided_adjusted_rand", result.direction->guided},
                         {"plain_adjusted_rand", result.direction->plain},
                         {"used", result.direction->used}};
  if (!result.names.empty()) json["names"] = result.names;
  if (result.outcome.features.clusters > 0)
    json["feature_clusters"] =
        cluster_sizes(result.outcome.features.labels, result.outcome.features.clusters);
  if (result.taught) json["known"] = taught_json(*result.taught);
  if (result.borrowed) json["other_data"] = borrowed_json(*result.borrowed);
  if (result.tuning) json["tuning"] = tuning_json(*result.tuning);
  if (!result.outcome.tree.empty()) json["tree"] = tree_json(result.outcome.tree);
  if (result.guidance) json["knowledge"] = knowledge_json(*result.guidance, items);
  return lines(json);
}

void write_assignments(std::ostream& out, const Dataset& items, const std::vector<int>& labels,
                       const std::vector<double>& probabilities, const std::vector<std::string>& names) {
  out << (probabilities.empty() ? "id,cluster\n" : "id,cluster,probability\n");
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto cluster = static_cast<std::size_t>(labels[i]);
    out << csv_cell(items.id(static_cast<Index>(i))) << ','
        << (names.empty() ? std::to_string(cluster) : csv_cell(names[cluster]));
    if (!probabilities.empty()) out << ',' << fmt::format("{}", probabilities[i]);
    out << '\n';
  }
}

Scores score(const std::vector<int>& labels, const Dataset& items, const std::vector<bool>& left_out) {
  std::vector<int> scored;
  std::vector<std::string> truth;
  for (std::size_t i = 0; i < items.labels.size(); ++i) {
    if (items.labels[i].empty() || (!left_out.empty() && left_out[i])) continue;
    scored.push_back(labels[i]);
    truth.push_back(items.labels[i]);
  }
  if (truth.empty()) return {};
  return all_scores(scored, encode(truth).codes);
}

void write_result(const std::filesystem::path& folder, const Result& result, const Dataset& items) {
  const Clustering& c = result.outcome.clustering;
  write_atomically(folder / "assignments.csv", [&](std::ostream& out) {
    write_assignments(out, items, c.labels, c.probabilities, result.names);
  });
  const bool raw = result.vectorizer.reads_raw_items();  // then the extractor knows the features
  if (find_method(result.method).place) {
    Model model = model_of(find_method(result.method), result.outcome, result.vectorizer,
                           raw ? std::vector<std::string>() : result.columns);
    model.clusters = result.names;
    save_model(model, folder / "model.bellwether");
  }
  if (result.outcome.features.clusters > 0)
    write_atomically(folder / "features.csv", [&](std::ostream& out) {
      write_features(out, names_of_features(result), result.outcome.features);
    });
  write_others(folder, result);
  write_atomically(folder / "result.json", [&](std::ostream& out) { out << to_json(result, items); });
}

}  // namespace bellwether::cli
