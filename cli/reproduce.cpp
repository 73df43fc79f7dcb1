// bellwether reproduce [PAPER [TABLE]] --data DIR: run the table of a paper again, and set our figures beside
// its.

#include <cli/interrupt.h>
#include <cli/json_text.h>
#include <cli/progress_bar.h>
#include <cli/result.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <experiments/experiment.h>
#include <experiments/page.h>

namespace bellwether::cli {
namespace {

using experiments::Experiment;
using experiments::Outcome;
using experiments::Request;

struct Arguments {
  std::string paper = {}, table = {};
  std::string data = {};
  Request request = {};
  std::string features = {};
  std::optional<int> splits = {}, restarts = {};
  std::string output = {};
  int threads = 0;
  bool json = false, quiet = false;
};

void list_experiments(const Arguments& args) {
  if (!args.paper.empty()) experiments::require_paper(args.paper);
  Json listed = Json::array();
  for (const Experiment& e : experiments::all_experiments()) {
    if (!args.paper.empty() && e.paper != args.paper) continue;
    listed.push_back({{"paper", e.paper},
                      {"table", e.table},
                      {"summary", e.summary},
                      {"source", e.source},
                      {"data_sets", e.datasets},
                      {"methods", e.methods},
                      {"splits", e.splits},
                      {"restarts", e.restarts}});
  }
  if (args.json) return fmt::print("{}", lines(Json{{"experiments", listed}}));
  const int width = width_of(stdout);
  for (const Json& e : listed) {
    fmt::print("{}\n", bold(stdout, fmt::format("{} {}", e["paper"].get<std::string>(),
                                                e["table"].get<std::string>())));
    for (const auto& text :
         {e["summary"].get<std::string>(), e["source"].get<std::string>(),
          fmt::format("data sets: {}", fmt::join(e["data_sets"].get<std::vector<std::string>>(), ", ")),
          fmt::format("methods: {}", fmt::join(e["methods"].get<std::vector<std::string>>(), ", ")),
          fmt::format("splits: {}, restarts: {}, unless told otherwise", e["splits"].get<int>(),
                      e["restarts"].get<int>())})
      fmt::print("  {}\n", wrapped(text, width - 2, 4));
  }
  fmt::print("\nbellwether reproduce {} {} --data DIR\n", listed.front()["paper"].get<std::string>(),
             listed.front()["table"].get<std::string>());
}

Json to_json(const experiments::MethodFigures& figures) {
  Json json{{"method", figures.method}, {"splits", figures.splits}, {"seconds", figures.seconds}};
  if (!figures.at.empty()) json["at"] = figures.at;
  if (figures.best) json["best_start"] = true;
  json["paper"] = figures.paper ? Json(*figures.paper) : Json();
  json["mean"] = figures.splits > 0 ? Json(figures.mean) : Json();
  json["spread"] = figures.splits > 1 ? Json(figures.spread) : Json();
  json["interval"] = figures.interval ? Json(*figures.interval) : Json();
  json["difference"] = figures.difference ? Json(*figures.difference) : Json();
  json["p"] = figures.p ? Json(*figures.p) : Json();
  if (!figures.not_run.empty()) json["not_run"] = figures.not_run;
  return json;
}

std::string to_json(const Arguments& args, const Outcome& outcome) {
  Json datasets = Json::array();
  for (const auto& data : outcome.datasets) {
    Json methods = Json::array();
    for (const auto& figures : data.methods) methods.push_back(to_json(figures));
    datasets.push_back({{"data_set", data.dataset},
                        {"prepared", data.prepared},
                        {"items", data.items},
                        {"features", data.features},
                        {"classes", data.classes},
                        {"methods", methods}});
  }
  return lines(Json{{"bellwether", BELLWETHER_VERSION},
                    {"paper", args.paper},
                    {"table", args.table},
                    {"score", outcome.score},
                    {"lower_is_better", outcome.lower_is_better},
                    {"baseline", outcome.baseline},
                    {"splits", args.request.splits},
                    {"restarts", args.request.restarts},
                    {"random_seed", args.request.random_seed},
                    {"data_sets", datasets},
                    {"left_out", outcome.left_out},
                    {"interrupted", outcome.interrupted},
                    {"seconds", outcome.seconds}});
}

/// What is finished is kept beside the page, under its name.
std::filesystem::path cells_beside(const std::string& page) {
  if (page.empty()) return {};
  std::filesystem::path cells = page;
  require<InvalidOption>(cells.extension() != ".csv",
                         "-o {}: is to be a page; what is finished is kept beside it as .csv, so call it {}",
                         page, std::filesystem::path(page).replace_extension(".md").string());
  const auto folder = std::filesystem::absolute(cells).parent_path();
  std::error_code ignored;
  require(std::filesystem::is_directory(folder, ignored), "-o {}: there is no folder {}; make it first", page,
          folder.string());
  return cells.replace_extension(".csv");
}

Outcome carry_out(const Experiment& experiment, const Arguments& args) {
  ProgressBar bar(!args.quiet);
  const Interrupt interrupt([&bar] { bar.say("stopping; what is finished is kept"); });
  const Run run{.threads = args.threads,
                .on_progress = [&](const Progress& p) { bar.show(p); },
                .stop = interrupt.token()};
  return experiment.run(args.request, run);
}

void say_what_came(const Arguments& args, const Outcome& outcome) {
  const int width = width_of(stdout);
  fmt::print("{}\n", experiments::figures_table(outcome));
  for (const auto& words : outcome.left_out) print_note(stdout, "left out " + words);
  if (outcome.interrupted) print_note(stdout, "interrupted: this is what was finished");
  if (args.output.empty()) return;
  fmt::print("{}\n", wrapped(fmt::format("{}; written to {}, and cell by cell to {}{}",
                                         duration(outcome.seconds), printable(args.output, 200),
                                         printable(cells_beside(args.output).string(), 200),
                                         outcome.interrupted ? "; the same command goes on from there" : ""),
                             width, 2));
}

void reproduce(Arguments args, const std::string& as_typed) {
  if (args.table.empty()) return list_experiments(args);
  const Experiment& experiment = experiments::find_experiment(args.paper, args.table);
  args.request.data = args.data;
  args.request.features = args.features;
  args.request.splits = args.splits.value_or(experiment.splits);
  args.request.restarts = args.restarts.value_or(experiment.restarts);
  args.request.finished = cells_beside(args.output);
  const Outcome outcome = carry_out(experiment, args);
  if (!args.output.empty())
    write_atomically(args.output, [&](std::ostream& out) {
      out << experiments::page_of(experiment, args.request, outcome, as_typed);
    });
  if (args.json) return fmt::print("{}", to_json(args, outcome));
  if (!args.quiet) say_what_came(args, outcome);
}

}  // namespace

void add_reproduce(CLI::App& app, const std::string& as_typed) {
  auto args = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Run the tables of papers again, on your copy of their data");
  command->add_option("PAPER", args->paper, "which paper; without it, all are listed");
  command->add_option("TABLE", args->table, "which of its tables; without it, they are listed");
  command->add_option("--data", args->data, "the folder with the data sets, one folder for each")
      ->type_name("DIR");
  command->add_option("--only", args->request.only, "data sets, with commas between them; all if not given")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_option("--methods", args->request.methods, "the same for methods")
      ->delimiter(',')
      ->type_name("NAMES");
  command
      ->add_option("--splits", args->splits,
                   "random divisions of the classes, or draws of the items; if not given, what the list of "
                   "experiments says")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("N");
  command->add_option("--restarts", args->restarts, "searches on each, whose scores are averaged; likewise")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("N");
  command
      ->add_option("--features", args->features,
                   "a folder that keeps the visual words of pictures, which take minutes, for the next run")
      ->type_name("DIR");
  command->add_option("--random-seed", args->request.random_seed, "where the random draws start (0)")
      ->type_name("N");
  command
      ->add_option(
          "-o,--output", args->output,
          "a page to write; beside it, as .csv, what is finished, from where the same command goes on")
      ->type_name("FILE.md");
  command->add_option("--threads", args->threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->add_flag("--quiet", args->quiet, "print nothing but errors");
  command->footer(
      "Examples:\n"
      "  bellwether reproduce\n"
      "  bellwether reproduce tcs table3 --data ~/data --only vowel,letter -o table3.md\n"
      "  bellwether reproduce stc table1 --data ~/data -o stc.md\n");
  command->callback([args, as_typed] { reproduce(*args, as_typed); });
}

}  // namespace bellwether::cli
