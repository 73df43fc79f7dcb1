#pragma once
// JSON as bellwether writes it: keys in order, valid UTF-8, settings spelled by who asked.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include <bellwether/data/error.h>

namespace bellwether {

using Json = nlohmann::ordered_json;

/// Of result.json, portrait.json and comparison.json; readers refuse any other.
inline constexpr int schema_version = 2;

/// Compact; bytes that are not UTF-8 are replaced, so that every reader can read it.
inline std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// An object with a line for each key.
inline std::string lines(const Json& object) {
  std::string text;
  for (const auto& [key, value] : object.items())
    text += fmt::format("{}\n  {}: {}", text.empty() ? "{" : ",", compact(key), compact(value));
  return text + "\n}\n";
}

template <class Pairs>
Json object_of(const Pairs& pairs) {
  Json object = Json::object();
  for (const auto& [name, value] : pairs) object[name] = value;
  return object;
}

/// The same with every setting that a text in it names spelled out.
inline Json spelled(Json json, const Speller& spell) {
  if (json.is_string()) return in_words(json.get_ref<const std::string&>(), spell);
  if (json.is_structured())
    for (Json& inner : json) inner = spelled(std::move(inner), spell);
  return json;
}

}  // namespace bellwether
