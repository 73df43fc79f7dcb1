#include <experiments/experiment.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/options.h>
#include <experiments/about.h>
#include <experiments/aplsa_tables.h>
#include <experiments/ask_curves.h>
#include <experiments/cross_instance_table.h>
#include <experiments/guided_table.h>
#include <experiments/k_table.h>
#include <experiments/slides_figures.h>
#include <experiments/stc_tables.h>
#include <experiments/tcs_figures.h>
#include <experiments/tcs_tables.h>

namespace bellwether::experiments {
namespace {

void require_name(const std::string& word, const std::vector<std::string>& names, const std::string& what) {
  if (std::ranges::find(names, word) != names.end()) return;
  const std::string near = nearest_name(word, names);
  throw InvalidOption(fmt::format("there is no {} '{}'{}; there are: {}", what, word,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

std::vector<std::string> papers() {
  std::vector<std::string> names;
  for (const Experiment& e : all_experiments())
    if (std::ranges::find(names, e.paper) == names.end()) names.push_back(e.paper);
  return names;
}

}  // namespace

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> all{stc_table1(),   stc_fig2(),
                                stc_fig3(),     stc_fig4(),
                                aplsa_table2(), aplsa_fig4a(),
                                aplsa_fig4b(),  aplsa_fig4c(),
                                tcs_table1(),   tcs_table3(),
                                tcs_table4(),   tcs_fig1(),
                                tcs_fig2(),     cross_instance_table1(),
                                slides_mi(),    slides_objective(),
                                slides_noise(), slides_metric(),
                                guided_table(), ask_curves(),
                                k_table()};
    for (Experiment& experiment : all) describe(experiment);
    return all;
  }();
  return experiments;
}

void require_paper(const std::string& paper) {
  require_name(paper, papers(), "paper");
}

const Experiment& find_experiment(const std::string& paper, const std::string& table) {
  require_paper(paper);
  const std::string name = table.starts_with("figure") ? "fig" + table.substr(6) : table;
  std::vector<std::string> tables;
  for (const Experiment& e : all_experiments())
    if (e.paper == paper) tables.push_back(e.table);
  require_name(name, tables, fmt::format("table of {}", paper));
  return *std::ranges::find_if(all_experiments(),
                               [&](const Experiment& e) { return e.paper == paper && e.table == name; });
}

Outcome carry_out(const Experiment& experiment, const Request& request, const Run& run) {
  std::vector<std::string> names;
  for (const Choice& choice : experiment.choices) names.push_back(choice.name);
  for (const auto& [name, value] : request.choices) {
    require<InvalidOption>(!names.empty(), "{} {} leaves nothing to choose by --set", experiment.paper,
                           experiment.table);
    require_name(name, names, "choice");
    require_name(value, std::ranges::find(experiment.choices, name, &Choice::name)->values,
                 fmt::format("value of {}", name));
  }
  Outcome outcome = experiment.run(request, run);
  for (const NeededData& data : experiment.data)
    if (!data.instead.empty())
      outcome.stand_ins.push_back(fmt::format("{} ({}): {}", data.name, data.published, data.instead));
  return outcome;
}

std::string chosen_value(const Request& request, const std::string& choice, const std::string& first) {
  const auto found = request.choices.find(choice);
  return found == request.choices.end() ? first : found->second;
}

std::string settings_of(const std::string& paper, const std::string& table, const Request& request) {
  std::string settings =
      fmt::format("{} {}, {} restarts, random seed {}", paper, table, request.restarts, request.random_seed);
  if (request.quick) settings += ", quick";
  for (const auto& [name, value] : request.choices) settings += fmt::format(", {}={}", name, value);
  return settings;
}

void require_names(const std::vector<std::string>& words, const std::vector<std::string>& names,
                   const std::string& what) {
  for (const std::string& word : words) require_name(word, names, what);
}

}  // namespace bellwether::experiments
