// bellwether reproduce [PAPER [TABLE]] --data DIR: run the table of a paper again, and set our figures beside
// its.

#include <cli/interrupt.h>
#include <cli/outputs.h>
#include <cli/progress_bar.h>
#include <cli/reproduce_json.h>
#include <cli/reproduce_list.h>
#include <cli/result.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <experiments/html_page.h>
#include <experiments/page.h>

namespace bellwether::cli {
namespace {

using experiments::Experiment;
using experiments::Outcome;
using experiments::Request;

struct Arguments {
  std::string paper = {}, table = {};
  std::string data = "data";
  Request request = {};
  std::string features = {};
  std::optional<int> splits = {}, restarts = {};
  std::vector<std::string> settings = {};
  std::vector<std::string> outputs = {};
  int threads = 0;
  bool quick = false, json = false, quiet = false, force = false;
};

std::string ending_of(const std::string& file) {
  return std::filesystem::path(file).extension().string();
}

void check_outputs(const std::vector<std::string>& outputs) {
  for (const std::string& file : outputs) {
    const std::string ending = ending_of(file);
    require<InvalidOption>(
        ending == ".md" || ending == ".json" || ending == ".html",
        "-o {}: is to end in .md, .json or .html; what is finished is kept beside the first as .csv", file);
    const auto folder = std::filesystem::absolute(file).parent_path();
    std::error_code ignored;
    require(std::filesystem::is_directory(folder, ignored), "-o {}: there is no folder {}; make it first",
            file, folder.string());
  }
}

/// The same command goes on from where it was, so a page that an earlier run wrote may be replaced: it shows
/// the command.
bool is_page_of(const Arguments& args, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return text.find(fmt::format("bellwether reproduce {} {} ", args.paper, args.table)) != std::string::npos;
}

/// What is finished is kept beside the first page, under its name.
std::filesystem::path cells_beside(const std::vector<std::string>& outputs) {
  if (outputs.empty()) return {};
  return std::filesystem::path(outputs.front()).replace_extension(".csv");
}

void take_settings(const std::vector<std::string>& settings, Request& request) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    require<InvalidOption>(equals != std::string::npos, "--set {}: is to be name=value", setting);
    request.choices[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
}

/// What was asked for, the short form of the experiment, or its usual form, in this order.
Request request_of(const Arguments& args, const Experiment& experiment) {
  Request request = args.request;
  request.data = args.data;
  request.features = args.features;
  request.quick = args.quick;
  request.splits = args.splits.value_or(args.quick ? experiment.quick.splits : experiment.splits);
  request.restarts = args.restarts.value_or(args.quick ? experiment.quick.restarts : experiment.restarts);
  if (args.quick && request.only.empty()) request.only = experiment.quick.only;
  if (args.quick && request.methods.empty()) request.methods = experiment.quick.methods;
  request.finished = cells_beside(args.outputs);
  take_settings(args.settings, request);
  return request;
}

/// What gives the same figures on another machine: all that they depend on, and nothing else.
std::string command_of(const Arguments& args, const Experiment& experiment, const Request& request) {
  std::string command =
      fmt::format("bellwether reproduce {} {} --data DIR", experiment.paper, experiment.table);
  if (args.quick) command += " --quick";
  if (!args.request.only.empty()) command += fmt::format(" --only {}", fmt::join(request.only, ","));
  if (!args.request.methods.empty()) command += fmt::format(" --methods {}", fmt::join(request.methods, ","));
  if (args.splits) command += fmt::format(" --splits {}", *args.splits);
  if (args.restarts) command += fmt::format(" --restarts {}", *args.restarts);
  if (request.random_seed != 0) command += fmt::format(" --random-seed {}", request.random_seed);
  for (const auto& [name, value] : request.choices) command += fmt::format(" --set {}={}", name, value);
  for (const std::string& file : args.outputs)
    command += fmt::format(" -o {}", shell_word(std::filesystem::path(file).filename().string()));
  return command;
}

Outcome run_with_progress(const Experiment& experiment, const Request& request, const Arguments& args) {
  ProgressBar bar(!args.quiet);
  bar.nothing_follows();
  const Interrupt interrupt([&bar] { bar.say("stopping; what is finished is kept"); });
  const Run run{.threads = args.threads,
                .on_progress = [&](const Progress& p) { bar.show(p); },
                .stop = interrupt.token()};
  return experiments::carry_out(experiment, request, run);
}

void write_outputs(const Arguments& args, const Experiment& experiment, const Request& request,
                   const Outcome& outcome, const std::string& command) {
  for (const std::string& file : args.outputs)
    write_atomically(file, [&](std::ostream& out) {
      if (ending_of(file) == ".html") {
        out << experiments::html_page_of(experiment, request, outcome, command);
      } else if (ending_of(file) == ".json") {
        out << lines(outcome_as_json(experiment, request, outcome, command));
      } else {
        out << experiments::page_of(experiment, request, outcome, command);
      }
    });
}

void say_what_came(const Arguments& args, const Outcome& outcome) {
  const int width = width_of(stdout);
  tell("{}\n", experiments::figures_table(outcome));
  tell("{}\n", wrapped(fmt::format("*: p < 0.01 in a paired t-test against {}", outcome.baseline), width, 2));
  for (const auto& words : outcome.stand_ins) print_note(stdout, "instead of " + words);
  for (const auto& words : outcome.left_out) print_note(stdout, "left out " + words);
  if (outcome.interrupted) print_note(stdout, "interrupted: this is what was finished");
  if (args.outputs.empty()) return;
  tell("{}\n", wrapped(fmt::format("{}; written to {}, and cell by cell to {}{}", duration(outcome.seconds),
                                   printable(fmt::format("{}", fmt::join(args.outputs, ", ")), 200),
                                   printable(cells_beside(args.outputs).string(), 200),
                                   outcome.interrupted ? "; the same command goes on from there" : ""),
                       width, 2));
}

void reproduce(const Arguments& args) {
  if (args.table.empty()) {
    if (args.json) return tell("{}", lines(experiments_as_json(args.paper)));
    return print_experiments(args.paper);
  }
  const Experiment& experiment = experiments::find_experiment(args.paper, args.table);
  check_outputs(args.outputs);
  const Request request = request_of(args, experiment);
  const std::string command = command_of(args, experiment, request);
  const Outcome outcome = run_with_progress(experiment, request, args);
  write_outputs(args, experiment, request, outcome, command);
  if (args.json) return tell("{}", lines(outcome_as_json(experiment, request, outcome, command)));
  if (!args.quiet) say_what_came(args, outcome);
}

void add_options(CLI::App* command, Arguments& args) {
  command->add_option("PAPER", args.paper, "which paper; without it, everything is listed");
  command->add_option("TABLE", args.table, "which of its tables; without it, they are described");
  command->add_option("--data", args.data, "the folder with the data sets, one folder for each (data)")
      ->type_name("DIR");
  command->add_flag("--quick", args.quick, "few data sets, splits and restarts: through within a minute");
  command->add_option("--only", args.request.only, "data sets, with commas between them; all if not given")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_option("--methods", args.request.methods, "the same for methods")
      ->delimiter(',')
      ->type_name("NAMES");
  command
      ->add_option("--splits", args.splits,
                   "random divisions of the classes, or draws of the items; if not given, what the list of "
                   "experiments says")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("N");
  command->add_option("--restarts", args.restarts, "searches on each, whose scores are averaged; likewise")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("N");
  command
      ->add_option("--set", args.settings,
                   "where the paper leaves a choice, see `bellwether reproduce PAPER`; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command
      ->add_option("--features", args.features,
                   "a folder that keeps the visual words of pictures, which take minutes, for the next run")
      ->type_name("DIR");
  command->add_option("--random-seed", args.request.random_seed, "where the random draws start (0)")
      ->type_name("N");
}

}  // namespace

// The page shows a command of its own making: what was typed holds places of this machine.
void add_reproduce(CLI::App& app) {
  auto args = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Run the tables of papers again, on your copy of their data");
  add_options(command, *args);
  command
      ->add_option(
          "-o,--output", args->outputs,
          "a page to write, .md, .json or .html; may be repeated. Beside the first, as .csv, what is "
          "finished, from where the same command goes on")
      ->type_name("FILE");
  command->add_option("--threads", args->threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  add_force_flag(*command, args->force);
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->add_flag("--quiet", args->quiet, "print nothing but errors");
  command->footer(
      "Examples:\n"
      "  bellwether reproduce\n"
      "  bellwether reproduce tcs table3 --data ~/data --only vowel,letter -o table3.md\n"
      "  bellwether reproduce slides mi --quick --data ~/data -o mi.html -o mi.md\n");
  command->callback([args, command] {
    for (const std::string& file : args->outputs)
      if (!is_page_of(*args, file)) require_spares(*command, file, args->force);
    reproduce(*args);
  });
}

}  // namespace bellwether::cli
