#pragma once
// The tables of papers are a fifth of the code, and few need them: bellwether-experiments.so has them, which
// the tool loads for `reproduce`. `make demo` does not wait for it.

#include <experiments/html_page.h>
#include <experiments/page.h>

namespace bellwether::experiments {

struct ExperimentFunctions {
  const std::vector<Experiment>& (*all_experiments)();
  void (*require_paper)(const std::string& paper);
  const Experiment& (*find_experiment)(const std::string& paper, const std::string& table);
  Outcome (*carry_out)(const Experiment& experiment, const Request& request, const Run& run);
  std::string (*page_of)(const Experiment&, const Request&, const Outcome&, const std::string& command);
  std::string (*html_page_of)(const Experiment&, const Request&, const Outcome&, const std::string& command);
  std::string (*figures_table)(const Outcome& outcome);
};

}  // namespace bellwether::experiments
