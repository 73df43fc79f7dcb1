#include <bellwether/methods/entry.h>

#include <fmt/ranges.h>

#include <bellwether/data/error.h>

namespace bellwether {

std::vector<std::string> entry_names() {
  std::vector<std::string> names;
  for (const Method& method : searches()) names.push_back(method.name);
  for (const Learner& learner : representations()) names.push_back(learner.name);
  return names;
}

Entry entry_called(std::string_view name) {
  for (const Method& method : searches())
    if (method.name == name) return {.search = &method};
  for (const Learner& learner : representations())
    if (learner.name == name) return {.learner = &learner};
  return {};
}

Entry find_entry(std::string_view name) {
  const Entry entry = entry_called(name);
  if (entry) return entry;
  const auto names = entry_names();
  const std::string near = nearest_name(name, names);
  throw InvalidOption(fmt::format("there is no method '{}'{}; the methods are: auto, {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

}  // namespace bellwether
