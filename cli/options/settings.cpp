#include <cli/options/settings.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

/// feature-clusters is feature_clusters.
std::string option_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace

Settings settings_from(const std::vector<SettingFlag>& flags, const std::vector<std::string>& assignments) {
  Settings settings;
  std::vector<std::string> given_by;
  for (const auto& [flag, option, value] : flags) {
    if (value.empty()) continue;
    settings.emplace_back(option, value);
    given_by.push_back(flag);
  }
  for (const std::string& assignment : assignments) {
    const auto equals = assignment.find('=');
    require<InvalidOption>(equals != std::string::npos && equals > 0,
                           "--set {}: write --set name=value, as in --set tolerance=0.001", assignment);
    const std::string name = option_name(assignment.substr(0, equals));
    for (std::size_t i = 0; i < settings.size(); ++i)
      require<InvalidOption>(settings[i].first != name, "'{}' is set twice, by {} and by --set {}: keep one",
                             name, given_by[i], assignment);
    settings.emplace_back(name, assignment.substr(equals + 1));
    given_by.push_back("--set " + assignment);
  }
  return settings;
}

std::vector<std::string> list_of(std::string_view words) {
  std::vector<std::string> list;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of("+ \t"), words.size());
    if (end > 0) list.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return list;
}

}  // namespace bellwether::cli
