// bellwether: one program, a verb for each thing it does. Only here is an error caught, printed and turned
// into an exit status: 0 done, 1 a problem with the data or the run, 2 a problem with the command, 130
// interrupted (what was found until then is written).

#include <cli/before_main.h>
#include <cli/interrupt.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <new>
#include <system_error>

#include <bellwether/data/error.h>
#include <bellwether/engine/options.h>

namespace bellwether::cli {
namespace {

/// Help that fits the terminal.
class Help : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    const auto column = static_cast<int>(get_column_width());
    return wrapped(option->get_description(), std::max(20, width_of(stdout) - column), 0);
  }
};

constexpr int done = 0, run_failed = 1, command_failed = 2;

/// Of a run that came to its end, or to as much of one as an interrupt left.
int status_of_run(int status) {
  return was_interrupted() ? interrupted_status : status;
}

int fail(int status, std::string_view message) {
  std::fflush(stdout);
  tell(stderr, "bellwether: {}\n", message);
  return status;
}

/// A write may fail long before the end, and no later one tell: the streams remember.
int finish() {
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  return written ? status_of_run(done)
                 : fail(run_failed, "the output could not be written; is the disk full?");
}

std::string join(int count, char** words) {
  std::string text = "bellwether";
  for (int i = 1; i < count; ++i) text += " " + shell_word(words[i]);
  return text;
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
    return fmt::format("there is no '{}'{}; there are: {} (see bellwether --help)", words.front(),
                       did_you_mean(words.front(), names), CLI::detail::join(names, ", "));
  }
  const CLI::App& verb = *verbs.front();
  for (const auto& word : verb.remaining()) {
    const std::string flag = word.substr(0, word.find('='));
    if (flag.starts_with("-"))
      return fmt::format("{} has no option {}{}; see bellwether {} --help", verb.get_name(), flag,
                         did_you_mean(flag, flags_of(verb)), verb.get_name());
    return fmt::format("{} does not know what to do with '{}'; see bellwether {} --help", verb.get_name(),
                       word, verb.get_name());
  }
  return fmt::format("{}; see bellwether {} --help", in_our_words(error), verb.get_name());
}

int refuse(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {  // --help, --version
    app.exit(error);
    return finish();
  }
  const int status = fail(command_failed, explain(app, error));
  if (app.get_subcommands().empty() && app.remaining().empty()) tell(stderr, "\n{}", app.help());
  return status;
}

void declare(CLI::App& app, const std::string& as_typed) {
  app.set_version_flag("--version", "bellwether " BELLWETHER_VERSION, "print the version");
  app.set_help_flag("-h,--help", "print this help");
  app.require_subcommand(1);
  const auto help = std::make_shared<Help>();
  help->column_width(28);
  app.formatter(help);
  add_cluster(app, as_typed);
  add_compare(app, as_typed);
  add_assign(app);
  add_learn(app);
  add_tune(app);
  add_evaluate(app);
  add_vectorize(app);
  add_methods(app);
  add_data(app);
  add_report(app);
  add_reproduce(app);
  app.footer(
      "Exit status: 0 done, 1 a problem with the data or the run, 2 with the command, 130 interrupted: "
      "after\n"
      "the first Ctrl-C the best so far is written, the second ends at once.\n\n"
      "`bellwether VERB --help` says more. Begin with:\n  bellwether cluster data:iris -k 3\n");
}

int run(int count, char** words) {
  static constexpr std::string_view only_tell[] = {"methods", "data", "evaluate"};
  const std::string_view verb = count > 1 ? words[1] : "-";
  if (!verb.starts_with("-") && std::ranges::find(only_tell, verb) == std::end(only_tell))
    reserve_room_for_products();
  CLI::App app("bellwether: clustering that takes direction", "bellwether");
  declare(app, join(count, words));
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  return finish();
}

}  // namespace
}  // namespace bellwether::cli

int main(int count, char** words) {
  using namespace bellwether;
  cli::allow_all_cores();
  std::signal(SIGPIPE, SIG_DFL);  // `bellwether methods | head` ends in silence, whoever started it
  try {
    return cli::run(count, words);
  } catch (const InvalidOption& error) {
    return cli::fail(cli::command_failed, error.what());
  } catch (const std::bad_alloc&) {
    return cli::fail(cli::run_failed, "there is not enough memory for this; use fewer items or features");
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again)
      return cli::fail(cli::run_failed, error.what());
    return cli::fail(cli::run_failed,
                     "no thread could be started: use fewer --threads, or raise the limits on "
                     "memory and processes (ulimit -a)");
  } catch (const std::exception& error) {
    return cli::fail(cli::status_of_run(cli::run_failed), error.what());
  }
}
