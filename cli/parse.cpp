#include <cli/parse.h>
#include <cli/terminal/words.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>

#include <bellwether/data/text.h>
#include <bellwether/engine/options.h>

namespace bellwether::cli {
namespace {

/// Help that fits the terminal.
class Help : public CLI::Formatter {
 public:
  /// One empty line between groups.
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    for (auto at = help.find("\n\n\n"); at != std::string::npos; at = help.find("\n\n\n", at))
      help.erase(at, 1);
    return help;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    const auto column = static_cast<int>(get_column_width());
    return wrapped(option->get_description(), std::max(20, width_of(stdout) - column), 0);
  }
};

CLI::Option* declare(CLI::App& app, const Option& option, bool* flag) {
  return app.add_flag(option.flags, *flag, option.help);
}

CLI::Option* declare(CLI::App& app, const Option& option, const TakesWord& take) {
  return app.add_option_function<std::string>(option.flags, take.call, option.help)->type_name(option.type);
}

template <class Value>
CLI::Option* declare(CLI::App& app, const Option& option, Value* value) {
  return app.add_option(option.flags, *value, option.help)->type_name(option.type);
}

/// Its words in an error name the bounds as values of the option's type.
CLI::Validator within(const Range& range, const Target& target) {
  if (std::holds_alternative<double*>(target)) return CLI::Range(range.least, range.most);
  return CLI::Range(static_cast<int>(range.least), static_cast<int>(range.most));
}

void declare(CLI::App& app, const Option& option, bool shown) {
  CLI::Option* declared =
      std::visit([&](const auto& target) { return declare(app, option, target); }, option.into);
  declared->required(option.required)->group(shown && !option.hidden ? option.group : "");
  if (option.one_each) declared->allow_extra_args(false);
  if (option.delimiter != '\0') declared->delimiter(option.delimiter);
  // Without a description of their own: the type says what may be given.
  if (!option.choices.empty()) declared->check(CLI::IsMember(option.choices).description(""));
  if (option.range) declared->check(within(*option.range, option.into).description(""));
}

/// The first examples of a footer, and how many more there are.
std::pair<std::string, std::int64_t> first_examples(const std::string& footer) {
  constexpr int shown = 6;
  std::size_t end = 0;
  for (int line = 0; line <= shown && end < footer.size(); ++line) end = footer.find('\n', end) + 1;
  return {footer.substr(0, end),
          std::count(footer.begin() + static_cast<std::ptrdiff_t>(end), footer.end(), '\n')};
}

void declare(CLI::App& app, const Program& program, bool all_shown) {
  app.set_version_flag("--version", program.name + " " + program.version, "print the version");
  app.set_help_flag("-h,--help", "print this help");
  app.require_subcommand(1);
  const auto help = std::make_shared<Help>();
  help->column_width(28);
  app.formatter(help);
  for (const Command& command : program.commands) {
    CLI::App* verb = app.add_subcommand(command.name, command.summary);
    std::int64_t left_out = 0;
    for (const Option& option : command.options) {
      const bool shown = all_shown || std::ranges::find(program.rare, option.name()) == program.rare.end();
      left_out += shown || option.hidden ? 0 : 1;
      declare(*verb, option, shown);
    }
    const auto [examples, more] = first_examples(command.footer);
    verb->footer(left_out == 0 ? command.footer
                               : fmt::format("{}{} more: {} {} --help-all\n\n{}", counted(left_out, "option"),
                                             more > 0 ? fmt::format(" and {}", counted(more, "example")) : "",
                                             program.name, command.name, examples));
  }
  app.footer(program.footer);
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options())
    for (const auto& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(word, candidates);
  return near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near);
}

/// The nearest flag, and those that end in the word: --seed may mean --seeds or --random-seed.
std::string did_you_mean_flag(const std::string& flag, const std::vector<std::string>& flags) {
  std::vector<std::string> near;
  if (const std::string nearest = nearest_name(flag, flags); !nearest.empty()) near.push_back(nearest);
  for (const std::string& other : flags)
    if (flag.size() > 3 && other.ends_with(flag.substr(1)) && std::ranges::find(near, other) == near.end())
      near.push_back(other);
  return near.empty() ? "" : fmt::format(" (did you mean '{}'?)", fmt::join(near, "' or '"));
}

/// `help` and `version` as verbs, as they stand in other tools.
std::vector<std::string> with_usual_verbs(std::vector<std::string> all) {
  if (all.empty()) return all;
  if (all.front() == "version") all.front() = "--version";
  std::ranges::replace(all, std::string("--help-all"), std::string("--help"));
  if (all.front() != "help") return all;
  all.erase(all.begin());
  all.push_back("--help");
  return all;
}

std::string in_our_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return text;
  const bool repeated = text.find("At Most") != std::string::npos;
  return text.substr(0, text.find(':')) + (repeated ? " is given more than once" : " needs a value");
}

/// What CLI11 found wrong, in our words where a word was not understood.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const auto verbs = app.get_subcommands();
  if (verbs.empty()) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
    const auto words = app.remaining();
    if (words.empty() || words.front().starts_with("-"))
      return "say first what to do: one of " + CLI::detail::join(names, ", ");
    return fmt::format("there is no '{}'{}; there are: {} (see bellwether --help)",
                       printable(words.front(), 200), did_you_mean(words.front(), names),
                       CLI::detail::join(names, ", "));
  }
  const CLI::App& verb = *verbs.front();
  for (const auto& word : verb.remaining()) {
    const std::string flag = word.substr(0, word.find('='));
    if (flag.starts_with("-"))
      return fmt::format("{} has no option {}{}; see bellwether {} --help", verb.get_name(),
                         printable(flag, 200), did_you_mean_flag(flag, flags_of(verb)), verb.get_name());
    return fmt::format("{} does not know what to do with '{}'; see bellwether {} --help", verb.get_name(),
                       printable(word, 200), verb.get_name());
  }
  return fmt::format("{}; see bellwether {} --help", in_our_words(error), verb.get_name());
}

Parsed without_call(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {  // --help, --version
    std::ostringstream text;
    app.exit(error, text);
    return Answer{text.str()};
  }
  const bool only_the_name = app.get_subcommands().empty() && app.remaining().empty();
  return Refusal{explain(app, error), only_the_name ? app.help() : std::string()};
}

Call call_of(const CLI::App& verb, const Program& program) {
  const Command& command = *std::ranges::find(program.commands, verb.get_name(), &Command::name);
  Call call{.command = &command};
  for (const Option& option : command.options) {
    const auto& words = verb.get_option(option.name())->results();
    if (!words.empty()) call.given.push_back({&option, words});
  }
  return call;
}

}  // namespace

Parsed parse(const Program& program, int count, const char* const* words) {
  return parse(program, std::vector<std::string>(words + std::min(count, 1), words + count));
}

Parsed parse(const Program& program, const std::vector<std::string>& words) {
  CLI::App app(program.summary, program.name);
  auto said = with_usual_verbs(words);
  const auto has = [](const std::vector<std::string>& all, const char* word) {
    return std::ranges::find(all, word) != all.end();
  };
  // What a help leaves out has no name for CLI11: so nothing is left out where there may be an error to tell.
  const bool short_help = (has(said, "--help") || has(said, "-h")) && !has(words, "--help-all");
  declare(app, program, !short_help);
  try {
    std::ranges::reverse(said);  // as CLI11 takes them
    app.parse(said);
  } catch (const CLI::ParseError& error) {
    return without_call(app, error);
  }
  return call_of(*app.get_subcommands().front(), program);
}

}  // namespace bellwether::cli
