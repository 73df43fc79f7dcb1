#include <bellwether/models/model.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/json_number.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/take.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/models/sealed.h>
#include <bellwether/models/settings_json.h>

namespace bellwether {
namespace {

using nlohmann::json;

/// The file is whole, but another verb's.
struct NotAModel {};

/// The tables of a description in turn, taken off the front of the numbers that follow it.
Parameters take_tables(const json& described, std::string_view& numbers) {
  Parameters tables;
  for (const auto& table : described) {
    const auto rows = whole_number<std::uint64_t>(table.at("rows")),
               columns = whole_number<std::uint64_t>(table.at("columns"));
    const std::uint64_t room = numbers.size() / 8;
    const bool empty = rows == 0 && columns <= 1;  // what a step that learns nothing leaves
    require(empty || (rows > 0 && columns > 0 && rows <= room / columns),
            "a table of {} x {} does not fit the file", rows, columns);
    Matrix values(static_cast<Index>(rows), static_cast<Index>(columns));
    for (Index i = 0; i < values.size(); ++i)
      values.data()[i] = std::bit_cast<double>(get<std::uint64_t>(numbers, static_cast<std::size_t>(8 * i)));
    require(values.allFinite(), "a number in it is not finite");
    numbers.remove_prefix(static_cast<std::size_t>(8 * values.size()));
    tables.emplace_back(table.at("name").get<std::string>(), std::move(values));
  }
  return tables;
}

StoredStep take_step(const json& described, std::string_view& numbers) {
  return {.kind = described.at("kind").get<std::string>(),
          .options = settings_from(described.at("options")),
          .words = described.at("words").get<std::vector<std::string>>(),
          .tables = take_tables(described.at("tables"), numbers)};
}

Model parse(std::string_view payload) {
  require(payload.size() >= 8, "it is too short");
  const auto json_size = get<std::uint64_t>(payload, 0);
  require(json_size <= payload.size() - 8, "its description is longer than the file");
  const json description = json::parse(payload.substr(8, json_size));
  std::string_view numbers = payload.substr(8 + json_size);
  if (description.contains("tuner")) throw NotAModel();

  Model model;
  model.method = description.at("method").get<std::string>();
  model.options = settings_from(description.at("options"));
  model.features = description.at("features").get<std::vector<std::string>>();
  model.clusters = description.at("clusters").get<std::vector<std::string>>();
  model.fallback = whole_number<int>(description.at("fallback"));
  std::vector<StoredStep> steps;
  for (const auto& step : description.at("steps")) steps.push_back(take_step(step, numbers));
  model.vectorizer = restore_vectorizer(steps);
  model.parameters = take_tables(description.at("tables"), numbers);
  require(numbers.empty(), "it has {} bytes too many", numbers.size());
  return model;
}

/// Describes the tables and appends their numbers.
json put_tables(const Parameters& tables, std::string& numbers) {
  json described = json::array();
  for (const auto& [name, values] : tables) {
    described.push_back({{"name", name}, {"rows", values.rows()}, {"columns", values.cols()}});
    for (Index i = 0; i < values.size(); ++i) put(numbers, std::bit_cast<std::uint64_t>(values.data()[i]));
  }
  return described;
}

}  // namespace

Model model_of(const Method& method, const Outcome& found, Vectorizer vectorizer,
               std::vector<std::string> features) {
  const auto sizes = cluster_sizes(found.clustering.labels, found.clustering.clusters);
  return {.method = method.name,
          .options = found.options,
          .vectorizer = std::move(vectorizer),
          .features = std::move(features),
          .fallback = static_cast<int>(std::ranges::max_element(sizes) - sizes.begin()),
          .parameters = found.parameters};
}

std::string to_bytes(const Model& model) {
  std::string numbers;
  json steps = json::array();
  for (const StoredStep& step : store(model.vectorizer))
    steps.push_back({{"kind", step.kind},
                     {"options", to_json(step.options)},
                     {"words", step.words},
                     {"tables", put_tables(step.tables, numbers)}});
  const json description{{"method", model.method},
                         {"options", to_json(model.options)},
                         {"features", model.features},
                         {"clusters", model.clusters},
                         {"fallback", model.fallback},
                         {"steps", std::move(steps)},
                         {"tables", put_tables(model.parameters, numbers)}};

  const std::string text = description.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string payload;
  put(payload, static_cast<std::uint64_t>(text.size()));
  return sealed(payload + text + numbers);
}

Model model_from_bytes(std::string_view bytes, const std::string& name) {
  const std::string_view payload = unsealed(bytes, name);
  try {
    return parse(payload);
  } catch (const NotAModel&) {
    refuse("{} holds settings learned from solved collections, not a model: give it as {}", name,
           setting("tune"));
  } catch (const Error& error) {
    throw InvalidInput(fmt::format("{} is damaged: {}", name, error.text()), error.where());
  } catch (const json::exception& error) {
    throw InvalidInput(fmt::format("{} is damaged: its description cannot be read", name));
  }
}

void save_model(const Model& model, const std::filesystem::path& path) {
  const std::string bytes = to_bytes(model);
  write_atomically(
      path, [&](std::ostream& out) { out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

Model load_model(const std::filesystem::path& path, std::uint64_t limit) {
  require(!std::filesystem::is_directory(path), "{}: is a folder, not a model file", path.string());
  require_as_in_manifest(path);
  return model_from_bytes(sealed_bytes(path, limit), path.string());
}

namespace {

void require_same_count(const Model& model, Index columns) {
  // What the first step with an opinion expects, or else the method.
  const bool clusters = !model.method.empty() && !model.parameters.empty();
  Index expected = clusters ? features_in(find_method(model.method), model.parameters) : 0;
  for (auto step = model.vectorizer.steps.rbegin(); step != model.vectorizer.steps.rend(); ++step)
    if (const Index these = columns_expected(*step); these > 0) expected = these;
  const bool any = expected == 0 && model.method.empty();
  require(any || columns == expected, "the items have {} features, but the model was made with {}", columns,
          expected);
}

}  // namespace

void require_same_features(const Model& model, const Dataset& items) {
  require_same_count(model, items.rows().columns());
  if (model.features.empty() || items.features.empty()) return;
  for (std::size_t p = 0; p < std::min(model.features.size(), items.features.size()); ++p)
    require(model.features[p] == items.features[p],
            "feature {} is '{}', but the model was made with '{}' there", p + 1, items.features[p],
            model.features[p]);
}

namespace {

const Method& method_of(const Model& model) {
  require(!model.method.empty(),
          "the file holds a vectorizer and no clusters (a clustering that was saved has both)");
  const Method& method = find_method(model.method);
  require(static_cast<bool>(method.place), "the model is one of {}, which cannot place new items",
          method.name);
  return method;
}

/// What a method gave, which a model file made by somebody else may lead anywhere: as many labels as items,
/// each one of the clusters.
Placement checked(Placement placed, const Model& model, Index items) {
  const int clusters = cluster_count(model);
  require(std::ssize(placed.labels) == items, "the model places {} of {} items", placed.labels.size(), items);
  require(model.clusters.empty() || std::ssize(model.clusters) == clusters,
          "the model names {} clusters, but has {}", model.clusters.size(), clusters);
  for (std::size_t i = 0; i < placed.labels.size(); ++i)
    require(placed.labels[i] >= 0 && placed.labels[i] < clusters,
            "the model places item {} in cluster {}, but has {}", i, placed.labels[i], clusters);
  return placed;
}

}  // namespace

int cluster_count(const Model& model) {
  return clusters_in(method_of(model), model.parameters);
}

Dataset measured(const Model& model, const Rows& items, const Run& run) {
  require_same_count(model, items.columns());
  Dataset moved = copy_of(items);
  for (const Step& step : model.vectorizer.steps) apply(step, moved, run);
  return moved;
}

Placement place_rows(const Model& model, const Rows& items, ZeroRows zeros, std::vector<std::string>& notes,
                     const Run& run) {
  const Method& method = method_of(model);
  require_same_count(model, items.columns());
  const bool steps = !model.vectorizer.steps.empty();
  const Dataset moved = steps ? measured(model, items, run) : Dataset{};
  const Rows rows = steps ? moved.rows() : items;
  if (!method.refuses_zero_rows)
    return checked(method.place(model.parameters, rows, run), model, items.rows());
  if (zeros == ZeroRows::error) require_directions(rows, [](Index i) { return std::to_string(i); });
  return checked(place_around_zeros(method, model.parameters, model.fallback, rows, notes, run), model,
                 items.rows());
}

Placement place(const Model& model, Dataset& items, const Run& run) {
  const Method& method = method_of(model);
  require_same_features(model, items);
  for (const Step& step : model.vectorizer.steps) apply(step, items, run);
  if (!method.refuses_zero_rows)
    return checked(method.place(model.parameters, items.rows(), run), model, items.items());
  if (!model.vectorizer.reads_raw_items()) require_directions(items);
  return checked(place_around_zeros(method, model.parameters, model.fallback, items, run), model,
                 items.items());
}

}  // namespace bellwether
