#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <algorithm>
#include <array>

#include <bellwether/methods/learner.h>
#include <bellwether/methods/method.h>

namespace bellwether::cli {
namespace {

/// Options of methods that have a flag, too.
constexpr std::array<std::string_view, 7> with_a_flag{"restarts", "iterations", "tolerance", "random_seed",
                                                      "min_size", "max_size",   "lambda"};

/// What stands for the value of a flag that is to be given.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> placeholders{{{"seeds", "FILE"},
                                                                                     {"vectors", "FILE"},
                                                                                     {"ontology", "FILE"},
                                                                                     {"must_link", "FILE"},
                                                                                     {"cannot_link", "FILE"},
                                                                                     {"tags", "FILE"},
                                                                                     {"auxiliary", "ITEMS"},
                                                                                     {"annotated", "ITEMS"}}};

template <class Table>
bool has_option(const Table& table, std::string_view name) {
  return std::ranges::any_of(table, [&](const auto& row) {
    return std::ranges::any_of(row.options(), [&](const OptionField& field) { return field.name == name; });
  });
}

bool needs_set(std::string_view name) {
  return std::ranges::find(with_a_flag, name) == with_a_flag.end() &&
         (has_option(searches(), name) || has_option(representations(), name));
}

std::string flag_of(std::string name) {
  if (name == "clusters") return "-k";
  if (name == "output") return "-o";
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

std::string value_of(const Setting& setting) {
  if (!setting.value.empty()) return shell_word(setting.value);
  const auto at = std::ranges::find(placeholders, setting.name, [](const auto& row) { return row.first; });
  return setting.mends && at != placeholders.end() ? std::string(at->second) : "";
}

}  // namespace

std::string as_typed(const Setting& setting) {
  const std::string flag = flag_of(setting.name), value = value_of(setting);
  if (flag.starts_with("--") && needs_set(setting.name))
    return fmt::format("--set {}{}{}", flag.substr(2), value.empty() ? "" : "=", value);
  return fmt::format("{}{}{}", flag, value.empty() ? "" : " ", value);
}

std::string with_flags(std::string_view text) {
  return in_words(text, as_typed);
}

std::vector<std::string> with_flags(std::vector<std::string> texts) {
  for (std::string& text : texts) text = with_flags(text);
  return texts;
}

std::string with_flags(const std::exception& error) {
  const auto* ours = dynamic_cast<const Error*>(&error);
  return ours != nullptr ? with_flags(ours->text()) : std::string(error.what());
}

}  // namespace bellwether::cli
