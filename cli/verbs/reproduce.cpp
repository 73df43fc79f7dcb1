// bellwether reproduce [PAPER [TABLE]] --data DIR: run the table of a paper again, and set our figures beside
// its.

#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/progress_bar.h>
#include <cli/terminal/words.h>
#include <cli/verbs/reproduce_json.h>
#include <cli/verbs/reproduce_list.h>
#include <cli/verbs/reproduce_request.h>
#include <cli/verbs/verbs.h>

#include <filesystem>
#include <fstream>
#include <memory>
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
bool is_page_of(const ReproduceArguments& args, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return text.find(fmt::format("bellwether reproduce {} {} ", args.paper, args.table)) != std::string::npos;
}

Outcome run_with_progress(const Experiment& experiment, const Request& request,
                          const ReproduceArguments& args) {
  ProgressBar bar(!args.quiet);
  bar.nothing_follows();
  const Interrupt interrupt([&bar] { bar.say("stopping; what is finished is kept"); });
  const Run run{.threads = args.threads,
                .on_progress = [&](const Progress& p) { bar.show(p); },
                .stop = interrupt.token()};
  return experiments::carry_out(experiment, request, run);
}

void write_outputs(const ReproduceArguments& args, const Experiment& experiment, const Request& request,
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

void say_what_came(const ReproduceArguments& args, const Outcome& outcome) {
  const int width = width_of(stdout);
  tell("{}\n", experiments::figures_table(outcome));
  if (outcome.tables.empty())
    tell("{}\n",
         wrapped(fmt::format("*: p < 0.01 in a paired t-test against {}", outcome.baseline), width, 2));
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

void reproduce(const ReproduceArguments& args) {
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

}  // namespace

// The page shows a command of its own making: what was typed holds places of this machine.
Command reproduce_command() {
  auto args = std::make_shared<ReproduceArguments>();
  Command command{.name = "reproduce",
                  .summary = "Run the tables of papers again, on your copy of their data",
                  .options = reproduce_options(*args)};
  add(command.options,
      {output_option(
           &args->outputs, "FILE",
           "a page to write, .md, .json or .html; may be repeated. Beside the first, as .csv, what is "
           "finished, from where the same command goes on"),
       threads_option(args->threads), force_flag(args->force), json_flag(args->json),
       quiet_flag(args->quiet)});
  command.footer =
      "Examples:\n"
      "  bellwether reproduce\n"
      "  bellwether reproduce tcs table3 --data ~/data --only vowel,letter -o table3.md\n"
      "  bellwether reproduce slides mi --quick --data ~/data -o mi.html -o mi.md\n";
  command.run = [args](const Given& given) {
    for (const std::string& file : args->outputs)
      if (!is_page_of(*args, file)) require_spares(given, file, args->force);
    reproduce(*args);
  };
  return command;
}

}  // namespace bellwether::cli
