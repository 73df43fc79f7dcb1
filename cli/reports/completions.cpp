#include <cli/reports/completions.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/methods/learner.h>
#include <bellwether/methods/method.h>

namespace bellwether::cli {
namespace {

using Words = std::vector<std::string>;

Words split(std::string_view text, char at) {
  Words parts;
  for (std::size_t end = 0; end != std::string_view::npos;
       text.remove_prefix(std::min(end + 1, text.size()))) {
    end = text.find(at);
    parts.emplace_back(text.substr(0, end));
  }
  return parts;
}

/// The words that may follow an option, where there are few: `yes|no|auto`, the methods.
Words words_after(const Option& option) {
  if (!option.choices.empty()) return option.choices;
  if (option.name() == "--method") {
    Words methods{"auto"};
    for (const Method& method : searches()) methods.emplace_back(method.name);
    for (const Learner& learner : representations()) methods.emplace_back(learner.name);
    return methods;
  }
  const bool lower = option.type.find_first_not_of("abcdefghijklmnopqrstuvwxyz|") == std::string::npos;
  return lower && option.type.find('|') != std::string::npos ? split(option.type, '|') : Words{};
}

bool takes_value(const Option& option) {
  return !std::holds_alternative<bool*>(option.into);
}

bool names_files(const Option& option) {
  const auto says = [&](const char* word) { return option.type.find(word) != std::string::npos; };
  return says("FILE") || says("DIR") || says("ITEMS");
}

/// Up to the first colon, semicolon or bracket, without what a shell might read.
std::string brief(const std::string& help) {
  std::string text = help.substr(0, help.find_first_of(":;(["));
  std::erase_if(text, [](char c) { return std::string_view("'\"`\\]$").find(c) != std::string_view::npos; });
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

template <class Use>
void for_each_flag(const Command& verb, Use&& use) {
  for (const Option& option : verb.options)
    if (!option.positional() && !option.hidden) use(option);
}

std::string verbs_of(const Program& program) {
  std::string verbs;
  for (const Command& verb : program.commands) verbs += verb.name + " ";
  return verbs + "help version";
}

std::string for_bash(const Program& program) {
  std::string options, values;
  for (const Command& verb : program.commands) {
    Words flags{"--help"};
    for_each_flag(verb, [&](const Option& option) {
      const Words names = split(option.flags, ',');
      flags.insert(flags.end(), names.begin(), names.end());
      if (const Words after = words_after(option); !after.empty())
        values +=
            fmt::format("    {}:{}) words=\"{}\" ;;\n", verb.name, option.name(), fmt::join(after, " "));
    });
    options += fmt::format("      {}) words=\"{}\" ;;\n", verb.name, fmt::join(flags, " "));
  }
  return fmt::format(
      "# Completions of {0} for bash: source <({0} completions bash)\n"
      "_{0}() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} "
      "words=\n"
      "  case \"$verb:$before\" in\n{1}    help:help|*:{0}) words=\"{2}\" ;;\n  esac\n"
      "  if [ -z \"$words\" ] && [[ $word == -* ]]; then\n    case \"$verb\" in\n{3}    esac\n  fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}}\n"
      "complete -o default -F _{0} {0}\n",
      program.name, values, verbs_of(program), options);
}

std::string zsh_option(const Option& option) {
  const Words names = split(option.flags, ','), after = words_after(option);
  const std::string flags = names.size() == 1
                                ? names.front()
                                : fmt::format("'{{{}}}'", fmt::join(names, ","));  // closes and opens quotes
  const std::string value = !takes_value(option) ? ""
                            : !after.empty()
                                ? fmt::format(":{}:({})", option.name().substr(2), fmt::join(after, " "))
                            : names_files(option) ? ":file:_files"
                                                  : ":value: ";
  return fmt::format("'*{}[{}]{}'", flags, brief(option.help), value);
}

std::string for_zsh(const Program& program) {
  std::string verbs, cases;
  for (const Command& verb : program.commands) {
    verbs += fmt::format("    '{}:{}'\n", verb.name, brief(verb.summary));
    cases += fmt::format("    {}) _arguments -S '--help[print help]'", verb.name);
    for_each_flag(verb, [&](const Option& option) { cases += " \\\n      " + zsh_option(option); });
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return fmt::format(
      "#compdef {0}\n# Completions of {0} for zsh: a file _{0} in a folder of $fpath\n_{0}() {{\n  local -a "
      "verbs\n"
      "  verbs=(\n{1}    'help:print help'\n    'version:print the version'\n  )\n"
      "  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
      "  shift words; (( CURRENT-- ))\n  case $words[1] in\n    help) _describe verb verbs ;;\n{2}  "
      "esac\n}}\n"
      "if [ \"$funcstack[1]\" = _{0} ]; then _{0} \"$@\"; else compdef _{0} {0}; fi\n",
      program.name, verbs, cases);
}

std::string fish_option(const Option& option) {
  std::string text;
  for (const std::string& name : split(option.flags, ','))
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  const Words after = words_after(option);
  if (!after.empty())
    text += fmt::format(" -xa '{}'", fmt::join(after, " "));
  else if (takes_value(option))
    text += names_files(option) ? " -r" : " -x";
  return fmt::format("{} -d '{}'", text, brief(option.help));
}

std::string for_fish(const Program& program) {
  std::string text =
      fmt::format("# Completions of {0} for fish: {0} completions fish | source\n", program.name);
  const std::string head = "complete -c " + program.name;
  for (const Command& verb : program.commands) {
    text += fmt::format("{} -n __fish_use_subcommand -a {} -d '{}'\n", head, verb.name, brief(verb.summary));
    for_each_flag(verb, [&](const Option& option) {
      text += fmt::format("{} -n '__fish_seen_subcommand_from {}'{}\n", head, verb.name, fish_option(option));
    });
  }
  return text;
}

}  // namespace

std::string completions(const Program& program, const std::string& shell) {
  return shell == "bash" ? for_bash(program) : shell == "zsh" ? for_zsh(program) : for_fish(program);
}

}  // namespace bellwether::cli
