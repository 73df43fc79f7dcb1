#pragma once
// Settings as JSON objects and back, for the files that models are kept in.

#include <nlohmann/json_fwd.hpp>

#include <bellwether/engine/options.h>

namespace bellwether {

nlohmann::json to_json(const Settings& settings);
Settings settings_from(const nlohmann::json& object);

}  // namespace bellwether
