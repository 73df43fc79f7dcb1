#include <cli/json_text.h>
#include <cli/result.h>
#include <cli/words.h>

#include <unistd.h>

#include <algorithm>
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

}  // namespace

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

std::string to_json(const Result& result) {
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

Scores score(const std::vector<int>& labels, const Dataset& items) {
  std::vector<int> scored;
  std::vector<std::string> truth;
  for (std::size_t i = 0; i < items.labels.size(); ++i) {
    if (items.labels[i].empty()) continue;
    scored.push_back(labels[i]);
    truth.push_back(items.labels[i]);
  }
  if (truth.empty()) return {};
  return all_scores(scored, encode(truth).codes);
}

OutputFolder::OutputFolder(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  for (auto at = std::filesystem::absolute(path_);
       !std::filesystem::exists(at, error) && at.has_relative_path(); at = at.parent_path())
    made_.push_back(at);
  std::error_code ignored;
  std::filesystem::create_directories(path_, error);
  require(std::filesystem::is_directory(path_, ignored),
          "-o {}: cannot be made a folder ({}); choose another", path_.string(),
          std::filesystem::exists(path_, ignored) ? "a file has that name" : error.message());
  require(access(path_.c_str(), W_OK | X_OK) == 0, "-o {}: you may not write there; choose another folder",
          path_.string());
}

OutputFolder::~OutputFolder() {
  std::error_code not_empty;
  for (const auto& folder : made_) std::filesystem::remove(folder, not_empty);
}

void write_result(const OutputFolder& folder, const Result& result, const Dataset& items) {
  const Clustering& c = result.outcome.clustering;
  write_atomically(folder.path() / "assignments.csv",
                   [&](std::ostream& out) { write_assignments(out, items, c.labels, c.probabilities); });
  const auto sizes = cluster_sizes(c.labels, c.clusters);
  const bool raw = result.vectorizer.reads_raw_items();  // then the extractor knows the features
  save_model({.method = result.method,
              .options = result.outcome.options,
              .vectorizer = result.vectorizer,
              .features = raw ? std::vector<std::string>() : result.columns,
              .fallback = static_cast<int>(std::ranges::max_element(sizes) - sizes.begin()),
              .parameters = result.outcome.parameters},
             folder.path() / "model.bellwether");
  write_atomically(folder.path() / "result.json", [&](std::ostream& out) { out << to_json(result); });
}

}  // namespace bellwether::cli
