#include <cli/options/common.h>
#include <cli/terminal/words.h>
#include <cli/verbs/reproduce_request.h>

#include <fmt/ranges.h>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

using experiments::Experiment;
using experiments::Request;

void take_settings(const std::vector<std::string>& settings, Request& request) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    require<InvalidOption>(equals != std::string::npos, "--set {}: is to be name=value", setting);
    request.choices[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
}

}  // namespace

Options reproduce_options(ReproduceArguments& args) {
  return {
      {.flags = "PAPER",
       .into = &args.paper,
       .help = "which paper; without it, everything is listed",
       .type = "TEXT"},
      {.flags = "TABLE",
       .into = &args.table,
       .help = "which of its tables; without it, they are described",
       .type = "TEXT"},
      {.flags = "--data",
       .into = &args.data,
       .help = "the folder with the data sets, one folder for each (data)",
       .type = "DIR"},
      {.flags = "--quick",
       .into = &args.quick,
       .help = "few data sets, splits and restarts: through within a minute"},
      {.flags = "--only",
       .into = &args.request.only,
       .help = "data sets, with commas between them; all if not given",
       .type = "NAMES",
       .delimiter = ','},
      {.flags = "--methods",
       .into = &args.request.methods,
       .help = "the same for methods",
       .type = "NAMES",
       .delimiter = ','},
      {.flags = "--splits",
       .into = &args.splits,
       .help = "random divisions of the classes, or draws of the items; if not given, what the list of "
               "experiments says",
       .type = "N",
       .range = Range{1, 100000}},
      {.flags = "--restarts",
       .into = &args.restarts,
       .help = "searches on each, whose scores are averaged; likewise",
       .type = "N",
       .range = Range{1, 100000}},
      settings_option(args.settings,
                      "where the paper leaves a choice, see `bellwether reproduce PAPER`; may be repeated"),
      {.flags = "--features",
       .into = &args.features,
       .help = "a folder that keeps the visual words of pictures, which take minutes, for the next run",
       .type = "DIR"},
      random_seed_option(&args.request.random_seed, "N", "where the random draws start (0)")};
}

std::filesystem::path cells_beside(const std::vector<std::string>& outputs) {
  if (outputs.empty()) return {};
  return std::filesystem::path(outputs.front()).replace_extension(".csv");
}

Request request_of(const ReproduceArguments& args, const Experiment& experiment) {
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

std::string command_of(const ReproduceArguments& args, const Experiment& experiment, const Request& request) {
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

}  // namespace bellwether::cli
