// What `reproduce` calls, as the tool has it: each finds the function of bellwether-experiments.so.

#include <cli/part.h>
#include <experiments/plugin/functions.h>

namespace bellwether::experiments {
namespace {

const ExperimentFunctions& loaded() {
  static const auto* const functions = static_cast<const ExperimentFunctions*>(
      cli::functions_of_part("experiments", "the tables of papers cannot be made (make build builds them)"));
  return *functions;
}

}  // namespace

const std::vector<Experiment>& all_experiments() {
  return loaded().all_experiments();
}

void require_paper(const std::string& paper) {
  loaded().require_paper(paper);
}

const Experiment& find_experiment(const std::string& paper, const std::string& table) {
  return loaded().find_experiment(paper, table);
}

Outcome carry_out(const Experiment& experiment, const Request& request, const Run& run) {
  return loaded().carry_out(experiment, request, run);
}

std::string page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                    const std::string& command) {
  return loaded().page_of(experiment, request, outcome, command);
}

std::string html_page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                         const std::string& command) {
  return loaded().html_page_of(experiment, request, outcome, command);
}

std::string figures_table(const Outcome& outcome) {
  return loaded().figures_table(outcome);
}

}  // namespace bellwether::experiments
