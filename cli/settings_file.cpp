#include <cli/options/outputs.h>
#include <cli/settings_file.h>

#include <algorithm>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/settings_file.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/options.h>

namespace bellwether::cli {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view config_flag = "--config";

bool is_flag(const Option& option) {
  return std::holds_alternative<bool*>(option.into);
}
bool is_list(const Option& option) {
  return std::holds_alternative<Words*>(option.into);
}

/// As the file calls it: clusters, items, must-link.
std::string key_of(const Option& option) {
  const std::string name = option.name();
  return option.positional() ? lower(name) : name.substr(2);
}

/// Whether a word begins this option: --seeds, --seeds=FILE, -k, -k3.
bool begins(const std::string& word, const Option& option) {
  for (std::string_view rest = option.flags; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const bool is_short = name.size() == 2;
    if (word == name || (word.starts_with(name) && (is_short || word[name.size()] == '='))) return true;
  }
  return false;
}

/// Whether the words have one that belongs to no option, behind the verb.
bool has_positional(const Command& verb, const Words& words) {
  const Option* open = nullptr;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].size() > 1 && words[i].front() == '-') {
      const auto at =
          std::ranges::find_if(verb.options, [&](const Option& o) { return begins(words[i], o); });
      const bool has_value = words[i].find('=') != std::string::npos;
      open = at == verb.options.end() || is_flag(*at) || has_value ? nullptr : &*at;
    } else if (open == nullptr) {
      return true;
    } else if (!is_list(*open) || open->one_each) {
      open = nullptr;
    }
  }
  return false;
}

const Option& option_called(const Command& verb, const FileSetting& setting, const std::string& file) {
  std::string name = setting.name;
  std::ranges::replace(name, '_', '-');
  const auto at = std::ranges::find_if(verb.options, [&](const Option& o) { return key_of(o) == name; });
  if (at != verb.options.end()) return *at;
  Words names;
  for (const Option& option : verb.options) names.push_back(key_of(option));
  const std::string near = nearest_name(name, names);
  refuse<InvalidOption>("{}: {} has no setting {}{}", Where{.file = file, .row = setting.line}, verb.name,
                        shown(setting.name), near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near));
}

void add_setting(Words& words, const Option& option, const FileSetting& setting, const std::string& file) {
  const Where place{.file = file, .row = setting.line};
  require<InvalidOption>(setting.values.size() == 1 || is_list(option), "{}: {} is one value, not a list",
                         place, setting.name);
  if (option.positional()) {
    words.insert(words.begin() + 1, setting.values.begin(), setting.values.end());
  } else if (is_flag(option)) {
    const std::string& value = setting.values.front();
    require<InvalidOption>(value == "true" || value == "false", "{}: {} is true or false", place,
                           setting.name);
    if (value == "true") words.push_back(option.name());
  } else {
    for (const std::string& value : setting.values) words.push_back(option.name() + "=" + value);
  }
}

}  // namespace

void add_settings_file(Program& program, SettingsFileArguments& arguments) {
  constexpr std::size_t many = 8;
  for (Command& command : program.commands)
    if (command.options.size() > many)
      add(command.options, {{.flags = std::string(config_flag),
                             .into = &arguments.config,
                             .help = "options from a file of name = value; those that are typed go before",
                             .type = "FILE.toml"},
                            {.flags = "--save-config",
                             .into = &arguments.save,
                             .help = "write the options of this command to such a file",
                             .type = "FILE.toml",
                             .writes = true}});
}

Words with_settings_file(const Program& program, Words words) {
  const auto verb = words.empty() ? program.commands.end()
                                  : std::ranges::find(program.commands, words.front(), &Command::name);
  const auto at = std::ranges::find_if(words, [](const std::string& word) {
    return word == config_flag || word.starts_with(std::string(config_flag) + "=");
  });
  const bool apart = at != words.end() && *at == config_flag;
  if (verb == program.commands.end() || at == words.end() || (apart && at + 1 == words.end())) return words;
  const std::string file = apart ? *(at + 1) : at->substr(config_flag.size() + 1);
  const Words typed = words;
  for (const FileSetting& setting : read_settings_file(file)) {
    if (!setting.section.empty() && setting.section != verb->name) continue;
    const Option& option = option_called(*verb, setting, file);
    const bool given =
        option.positional()
            ? has_positional(*verb, typed)
            : std::ranges::any_of(typed, [&](const std::string& w) { return begins(w, option); });
    if (!given) add_setting(words, option, setting, file);
  }
  return words;
}

void save_settings(const SettingsFileArguments& arguments, const Call& call) {
  if (arguments.save.empty()) return;
  const auto was_given = [&](std::string_view name) {
    return std::ranges::any_of(call.given, [&](const GivenOption& g) { return g.option->name() == name; });
  };
  require_spares(call.given, arguments.save, was_given("--force"), "--save-config");
  require_writable(arguments.save, "--save-config");
  std::string text = fmt::format("[{}]\n", call.command->name);
  for (const auto& [option, words] : call.given) {
    if (option->name() == config_flag || option->name() == "--save-config" || option->name() == "--force")
      continue;
    text += as_setting_line(key_of(*option), is_flag(*option) ? Words{"true"} : words, is_list(*option));
  }
  write_atomically(arguments.save, [&](std::ostream& out) { out << text; });
}

}  // namespace bellwether::cli
