#pragma once
// JSON as this tool prints it.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace bellwether::cli {

using Json = nlohmann::ordered_json;

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

}  // namespace bellwether::cli
