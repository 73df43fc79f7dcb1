#include <page/categories.h>
#include <page/read_shown.h>

#include <filesystem>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/json_number.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/table.h>
#include <bellwether/portraits/json_text.h>

namespace bellwether::page {
namespace {

std::string kind_of(const std::string& features) {
  if (features == "words") return "texts";
  if (features == "sift" || features == "dense-sift" || features == "hog" || features == "pixels")
    return "pictures";
  return "items";
}

/// What another bellwether wrote may mean something else.
void require_schema(const Json& json, const std::filesystem::path& file, const char* made_by) {
  const auto schema = json.value("schema", 1.0);
  if (schema == schema_version) return;
  throw InvalidInput(
      fmt::format("{}: was written by {} bellwether (schema {:.6g}, this one reads {}): {}", file.string(),
                  schema > schema_version ? "a newer" : "an older", schema, schema_version,
                  schema > schema_version ? "use that one, or update this one"
                                          : fmt::format("make it again with `bellwether {} ... -o {}`",
                                                        made_by, file.parent_path().string())));
}

Json parsed(const std::filesystem::path& file, const char* made_by) {
  std::error_code ignored;
  require(std::filesystem::exists(file, ignored),
          "{}: there is no such file; make the folder again with `bellwether {} ... -o {}`", file.string(),
          made_by, file.parent_path().string());
  require_as_in_manifest(file);
  Json json = Json::parse(all_bytes(file_source(file)));
  require_schema(json, file, made_by);
  return json;
}

InvalidInput not_as_written(const std::filesystem::path& file, const char* made_by) {
  return InvalidInput(
      fmt::format("{}: is not as bellwether wrote it; make it again with `bellwether {} ... -o {}`",
                  file.string(), made_by, file.parent_path().string()));
}

/// What is wrong with a file is said in the same words, wherever it is found.
template <class Read>
auto guarded(const std::filesystem::path& file, const char* made_by, const Read& read) {
  try {
    return read(parsed(file, made_by));
  } catch (const NoWholeNumber&) {
    throw not_as_written(file, made_by);
  } catch (const Json::exception&) {
    throw not_as_written(file, made_by);
  }
}

NamedValues values_in(const Json& object) {
  NamedValues values;
  for (const auto& [name, value] : object.items()) values.emplace_back(name, value.get<double>());
  return values;
}

/// What each kind of knowledge was worth, and what is found without any.
void read_knowledge(const Json& json, ShownResult& result) {
  for (const Json& kind : json.value("evidence", Json::array()))
    result.evidence.push_back({kind.at("kind"), kind.at("used")});
  if (result.evidence.empty()) return;
  result.scored_the_rest = json.contains("knowledge");
  result.moved = Whole{json.at("moved")};
  result.scores_before = values_in(json.at("plain").at("scores"));
}

/// The curve that decided; borders decide where groups are round, too.
ShownChoice choice_in(const Json& json) {
  ShownChoice choice{
      .clusters = Whole{json.at("clusters")}, .sure = json.at("sure"), .reason = json.at("reason")};
  if (!json.at("runner_up").is_null()) choice.runner_up = Whole{json.at("runner_up")};
  const std::string rule = json.at("rule");
  choice.measure = rule == "bic" ? "bic" : rule == "held_back" ? "met" : "apart";
  choice.needed = json.at("apart_needed");
  for (const Json& point : json.at("curve"))
    if (point.contains(choice.measure))
      choice.curve.emplace_back(whole_number<int>(point.at("clusters")),
                                point.at(choice.measure).get<double>());
  return choice;
}

void read_figures(const Json& json, ShownResult& result) {
  result.method = json.at("method");
  result.reason = json.value("method_reason", "");
  result.clusters = Whole{json.at("clusters")};
  if (json.contains("k")) result.choice = choice_in(json.at("k"));
  result.items = Whole{json.at("items")};
  result.features = Whole{json.at("features")};
  result.random_seed = Whole{json.at("random_seed")};
  result.iterations = Whole{json.at("iterations")};
  result.converged = json.at("converged");
  result.interrupted = json.value("interrupted", false);
  const Json& objective = json.at("objective");
  result.objective = objective.at("name");
  result.minimise = objective.at("goal") == "minimise";
  result.objective_value = objective.at("value");
  result.trace = objective.at("trace").get<std::vector<double>>();
  result.scores = values_in(json.at("scores"));
  result.seconds_reading = json.at("seconds").at("read");
  result.seconds_fitting = json.at("seconds").at("fit");
  for (const auto& [name, value] : json.at("options").items())
    result.options.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  const Json& made = json.at("vectorizer");
  result.kind = kind_of(made.value("features", ""));
  if (made.contains("features")) result.steps.push_back(made.at("features"));
  for (const auto& step : made.at("steps")) result.steps.push_back(step);
  result.warnings = json.at("warnings").get<std::vector<std::string>>();
  if (json.contains("ontology")) result.categories = categories_in(json.at("ontology"));
  read_knowledge(json, result);
}

Example example_in(const Json& json) {
  Example example{json.at("id"), json.value("text", ""), json.value("picture", "")};
  // It becomes the address of a picture: nothing else may stand there.
  if (!example.picture.starts_with("data:image/jpeg;base64,") &&
      !example.picture.starts_with("data:image/png;base64,"))
    example.picture.clear();
  return example;
}

Confusion confusion_in(const Json& json) {
  std::vector<std::vector<std::int64_t>> counts;
  for (const Json& row : json.at("counts")) counts.push_back(whole_numbers<std::int64_t>(row));
  return {json.at("classes").get<std::vector<std::string>>(), counts};
}

void read_items(const Json& shown, ShownResult& result) {
  const auto ids = shown.at("id").get<std::vector<std::string>>();
  const auto column = [&](const char* name, const auto& put) {
    if (!shown.contains(name)) return;
    require(shown.at(name).size() == ids.size(),
            "{}: portrait.json has {} items and {} values of '{}'; make it again", result.folder, ids.size(),
            shown.at(name).size(), name);
    for (std::size_t i = 0; i < ids.size(); ++i) put(result.shown[i], shown.at(name)[i]);
  };
  result.shown.resize(ids.size());
  column("id", [](ShownItem& item, const Json& value) { item.id = value; });
  column("cluster", [](ShownItem& item, const Json& value) { item.cluster = Whole{value}; });
  column("truth", [](ShownItem& item, const Json& value) { item.truth = Whole{value}; });
  column("before", [](ShownItem& item, const Json& value) { item.before = Whole{value}; });
  column("text", [](ShownItem& item, const Json& value) { item.text = value; });
  column("known", [](ShownItem& item, const Json& value) { item.known = value; });
  column("probability", [](ShownItem& item, const Json& value) { item.probability = value.get<double>(); });
}

/// Numbers that name a cluster or a class must be one of theirs: they become places in lists.
void require_in_range(const ShownResult& result) {
  const auto cluster_names = std::ssize(result.cluster_names), classes = std::ssize(result.truth_names);
  bool good = cluster_names == result.clusters && std::ssize(result.groups) == result.clusters;
  for (const ShownItem& item : result.shown)
    good = good && item.cluster >= 0 && item.cluster < cluster_names && item.truth < classes &&
           item.truth >= -1 && item.before < cluster_names && item.before >= -1;
  for (const UncertainItem& item : result.uncertain)
    good = good && item.cluster >= 0 && item.cluster < cluster_names && item.other >= 0 &&
           item.other < cluster_names;
  for (const Confusion* table : {&result.confusion, &result.confusion_before}) {
    good = good && (table->counts.empty() || std::ssize(table->counts) == result.clusters);
    for (const auto& line : table->counts) good = good && line.size() == table->classes.size();
  }
  require(
      good && result.coordinates.rows() == std::ssize(result.shown),
      "{}: portrait.json does not fit to result.json; make both again with `bellwether cluster ... -o {}`",
      result.folder, result.folder);
}

void read_coordinates(const Json& json, ShownResult& result) {
  const auto rows = json.get<std::vector<std::vector<double>>>();
  result.coordinates.resize(std::ssize(rows), rows.empty() ? 0 : std::ssize(rows.front()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    require(std::ssize(rows[i]) == result.coordinates.cols(),
            "{}: portrait.json has coordinates of different lengths; make it again", result.folder);
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      result.coordinates(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j];
  }
}

ShownCluster group_in(const Json& json) {
  ShownCluster group{json.at("name"), Whole{json.at("size")}, json.at("share")};
  for (const Json& feature : json.value("top_features", Json::array()))
    group.features.push_back(
        {feature.at("name"), feature.at("weight"), feature.value("direction", "") == "low"});
  for (const Json& example : json.value("representatives", Json::array()))
    group.representatives.push_back(example_in(example));
  return group;
}

void read_links(const Json& links, ShownResult& result) {
  result.must_links = Whole{links.at("must")};
  result.cannot_links = Whole{links.at("cannot")};
  result.broken_count = Whole{links.at("broken_count")};
  for (const Json& link : links.at("broken"))
    result.broken.push_back({link.at("kind"), link.at("first"), link.at("second")});
}

void read_portrait(const Json& json, ShownResult& result) {
  result.source = json.at("source");
  result.command = json.value("command", "");
  result.cluster_names = json.at("cluster_names").get<std::vector<std::string>>();
  result.truth_names = json.value("truth_names", std::vector<std::string>());
  read_items(json.at("shown"), result);
  read_coordinates(json.at("coordinates"), result);
  result.component_share = json.value("components_share", std::vector<double>());
  if (json.contains("confusion")) result.confusion = confusion_in(json.at("confusion"));
  if (json.contains("confusion_before")) result.confusion_before = confusion_in(json.at("confusion_before"));
  for (const Json& cluster : json.at("clusters")) result.groups.push_back(group_in(cluster));
  for (const Json& item : json.value("uncertain", Json::array()))
    result.uncertain.push_back(
        {example_in(item), Whole{item.at("cluster")}, Whole{item.at("other")}, item.at("certainty")});
  if (json.contains("links")) read_links(json.at("links"), result);
  result.knowledge = json.value("knowledge", std::vector<std::string>());
  result.next = json.value("next", std::vector<std::string>());
  require_in_range(result);
}

ComparedMethod compared_in(const Json& json) {
  ComparedMethod method;
  method.method = json.at("method");
  method.folder = json.value("folder", "");
  method.needs = json.value("needs", "");
  method.note = json.value("note", "");
  if (json.contains("repeats")) method.repeats = Whole{json.at("repeats")};
  method.best = json.value("best", false);
  method.seconds = json.at("seconds").at("mean");
  const auto optional_number = [&](const char* name) -> std::optional<double> {
    if (!json.contains(name) || json.at(name).is_null()) return std::nullopt;
    return json.at(name).get<double>();
  };
  method.agreement = optional_number("agreement");
  method.p = optional_number("p");
  method.difference = optional_number("difference_to_best");
  if (json.contains("knowledge_used") && !json.at("knowledge_used").is_null())
    for (const auto& [kind, used] : json.at("knowledge_used").items())
      method.evidence.push_back({kind, used.get<bool>()});
  const Json scores = json.value("scores", Json::object());
  for (const auto& [name, score] : scores.items()) {
    const bool spread = score.contains("deviation") && !score.at("deviation").is_null();  // not of one repeat
    method.scores.push_back({name, score.at("mean"), spread ? score.at("deviation").get<double>() : 0,
                             score.value("values", std::vector<double>())});
  }
  return method;
}

}  // namespace

ShownResult read_shown(const std::filesystem::path& folder) {
  std::error_code ignored;
  require(std::filesystem::is_directory(folder, ignored),
          "{}: there is no such folder; make one with `bellwether cluster ITEMS -k K -o {}`", folder.string(),
          folder.string());
  ShownResult result;
  result.folder = folder.string();
  guarded(folder / "result.json", "cluster", [&](const Json& json) {
    read_figures(json, result);
    return 0;
  });
  guarded(folder / "portrait.json", "cluster", [&](const Json& json) {
    read_portrait(json, result);
    return 0;
  });
  return result;
}

bool has_comparison(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / "comparison.json", ignored);
}

ShownComparison read_comparison(const std::filesystem::path& folder) {
  return guarded(folder / "comparison.json", "compare", [&](const Json& json) {
    ShownComparison comparison;
    const auto text = [&](const char* name) {
      return json.contains(name) && json.at(name).is_string() ? json.at(name).get<std::string>()
                                                              : std::string();
    };
    comparison.source = text("source");
    comparison.verdict = text("verdict");
    comparison.main_score = text("main_score");
    comparison.best = text("best");
    comparison.items = Whole{json.at("items")};
    comparison.clusters = Whole{json.at("clusters")};
    comparison.repeats = Whole{json.at("repeats")};
    for (const Json& method : json.at("methods")) comparison.methods.push_back(compared_in(method));
    for (const Json& left : json.value("not_run", Json::array()))
      comparison.not_run.emplace_back(left.at("method"), left.at("reason"));
    return comparison;
  });
}

std::vector<std::pair<std::string, std::string>> read_assignments(const std::filesystem::path& folder) {
  require_as_in_manifest(folder / "assignments.csv");
  std::vector<std::pair<std::string, std::string>> clusters;
  for (NamedPair& pair : read_pairs((folder / "assignments.csv").string(), "id", "cluster"))
    clusters.emplace_back(std::move(pair.first), std::move(pair.second));
  return clusters;
}

}  // namespace bellwether::page
