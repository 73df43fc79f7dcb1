#include <bellwether/runs/method_settings.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr std::int64_t restarts_of_a_check = 2;  ///< of about a dozen searches, so that all cost about one

}  // namespace

bool accepts(const Method& method, const Settings& settings) {
  try {
    const auto fields = method.options();
    for (const auto& [name, value] : settings) set_option(fields, method.name, name, value);
    return true;
  } catch (const InvalidOption&) {
    return false;
  }
}

Settings with_restarts(Settings settings, const Method& method,
                       const std::function<std::int64_t(std::int64_t)>& change) {
  auto fields = method.options();
  const auto field = std::ranges::find(fields, "restarts", &OptionField::name);
  if (field == fields.end()) return settings;
  for (const auto& [name, value] : settings)
    if (name == "restarts") set_option(fields, method.name, name, value);
  const std::int64_t restarts = change(std::get<std::int64_t>(field->get()));
  std::erase_if(settings, [](const auto& setting) { return setting.first == "restarts"; });
  settings.emplace_back("restarts", restarts);
  return settings;
}

Settings for_a_check(Settings settings, const Method& method) {
  return with_restarts(std::move(settings), method, [](std::int64_t) { return restarts_of_a_check; });
}

}  // namespace bellwether
