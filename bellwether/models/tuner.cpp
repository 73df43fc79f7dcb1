
#include <nlohmann/json.hpp>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/models/sealed.h>
#include <bellwether/models/settings_json.h>
#include <bellwether/models/tuner.h>

namespace bellwether {
namespace {

using nlohmann::json;

std::vector<double> as_list(const Vector& numbers) {
  return {numbers.begin(), numbers.end()};
}

json rows_of(const Matrix& table) {
  json rows = json::array();
  for (Index i = 0; i < table.rows(); ++i)
    rows.push_back(std::vector<double>(table.row(i).begin(), table.row(i).end()));
  return rows;
}

/// One row for each weight, all of the same length.
Matrix table_in(const json& rows, std::size_t count, std::size_t columns) {
  require(rows.is_array() && rows.size() == count, "it has {} examples, but {} weights", rows.size(), count);
  Matrix table(static_cast<Index>(count), static_cast<Index>(columns));
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = rows[i].get<std::vector<double>>();
    require(row.size() == columns, "an example has {} cues, but must have {}", row.size(), columns);
    for (std::size_t j = 0; j < columns; ++j) table(static_cast<Index>(i), static_cast<Index>(j)) = row[j];
  }
  require(table.allFinite(), "a number in it is not finite");
  return table;
}

/// The choices have names, so that a later version may have more of them.
std::string name_of(CueScale scale) {
  for (const auto& [name, value] : cue_scale_names)
    if (value == scale) return name;
  return {};
}

CueScale scale_named(const std::string& name) {
  for (const auto& [known, value] : cue_scale_names)
    if (known == name) return value;
  throw InvalidInput(fmt::format("its scale of cues is '{}', which this bellwether does not know", name));
}

Tuner parsed_tuner(std::string_view payload) {
  require(payload.size() >= 8, "it is too short");
  const auto size = get<std::uint64_t>(payload, 0);
  require(size <= payload.size() - 8, "its description is longer than the file");
  const json all = json::parse(payload.substr(8, size));
  require(all.contains("tuner"),
          "it holds a clustering or a vectorizer, not settings learned from solved collections");
  const json& object = all.at("tuner");
  Tuner tuner{.method = object.at("method").get<std::string>(),
              .settings = settings_from(object.at("settings")),
              .collections = object.at("collections").get<std::vector<std::string>>()};
  // Whatever the file says is put through the checks of what a user types.
  tuner.strap = plan_strap(find_method(tuner.method), tuner.settings, object.at("strap").get<std::string>());
  Strapping& strapping = tuner.strapping;
  strapping.values = tuner.strap.values;
  strapping.scale = scale_named(object.at("scale").get<std::string>());
  strapping.chosen = {object.at("c").get<double>(), object.at("sigma").get<double>()};
  strapping.error = object.at("error").get<double>();
  strapping.rank_correlation = object.at("rank_correlation").get<double>();
  const auto weights = object.at("weights").get<std::vector<double>>();
  strapping.svm.sigma = strapping.chosen.sigma;
  require(strapping.svm.sigma > 0, "its sigma is {}, but must be positive", strapping.svm.sigma);
  strapping.svm.weights = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
  strapping.svm.examples =
      table_in(object.at("examples"), weights.size(), plain_cues + tuner.strap.values.size());
  const json& check = object.at("check");
  tuner.check = {.possible = check.at("possible").get<bool>(),
                 .tuned = check.at("tuned").get<std::vector<double>>(),
                 .untuned = check.at("untuned").get<std::vector<double>>(),
                 .gain = check.at("gain").get<double>(),
                 .error = check.at("error").get<double>()};
  return tuner;
}

}  // namespace

std::string to_bytes(const Tuner& tuner) {
  const Strapping& strapping = tuner.strapping;
  const json object{{"method", tuner.method},
                    {"settings", to_json(tuner.settings)},
                    {"strap", to_text(tuner.strap)},
                    {"collections", tuner.collections},
                    {"scale", name_of(strapping.scale)},
                    {"c", strapping.chosen.c},
                    {"sigma", strapping.chosen.sigma},
                    {"error", strapping.error},
                    {"rank_correlation", strapping.rank_correlation},
                    {"examples", rows_of(strapping.svm.examples)},
                    {"weights", as_list(strapping.svm.weights)},
                    {"check",
                     {{"possible", tuner.check.possible},
                      {"tuned", tuner.check.tuned},
                      {"untuned", tuner.check.untuned},
                      {"gain", tuner.check.gain},
                      {"error", tuner.check.error}}}};
  const std::string text = json{{"tuner", object}}.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string payload;
  put(payload, static_cast<std::uint64_t>(text.size()));
  return sealed(payload + text);
}

Tuner tuner_from_bytes(std::string_view bytes, const std::string& name) {
  const std::string_view payload = unsealed(bytes, name);
  try {
    return parsed_tuner(payload);
  } catch (const Error& error) {
    throw InvalidInput(fmt::format("{} cannot be used: {}", name, error.text()));
  } catch (const json::exception&) {
    throw InvalidInput(fmt::format("{} is damaged: its description cannot be read", name));
  }
}

void save_tuner(const Tuner& tuner, const std::filesystem::path& path) {
  const std::string bytes = to_bytes(tuner);
  write_atomically(
      path, [&](std::ostream& out) { out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

Tuner load_tuner(const std::filesystem::path& path, std::uint64_t limit) {
  require(!std::filesystem::is_directory(path),
          "{}: is a folder, not a file of settings learned from solved "
          "collections",
          path.string());
  return tuner_from_bytes(sealed_bytes(path, limit), path.string());
}

}  // namespace bellwether
