#include <bellwether/models/settings_json.h>

#include <nlohmann/json.hpp>

namespace bellwether {

using nlohmann::json;

json to_json(const Settings& settings) {
  json object = json::object();
  for (const auto& setting : settings)
    std::visit([&](const auto& value) { object[setting.first] = value; }, setting.second);
  return object;
}

Settings settings_from(const json& object) {
  Settings settings;
  for (const auto& [name, value] : object.items()) {
    if (value.is_boolean())
      settings.emplace_back(name, value.get<bool>());
    else if (value.is_number_integer())
      settings.emplace_back(name, value.get<std::int64_t>());
    else if (value.is_number())
      settings.emplace_back(name, value.get<double>());
    else
      settings.emplace_back(name, value.get<std::string>());
  }
  return settings;
}

}  // namespace bellwether
