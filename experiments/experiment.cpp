#include <experiments/experiment.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/options.h>
#include <experiments/aplsa_tables.h>
#include <experiments/cross_instance_table.h>
#include <experiments/stc_tables.h>
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
  static const std::vector<Experiment> experiments{tcs_table3(),     tcs_table4(),           stc_table1(),
                                                   stc_figure2(),    stc_figure3(),          stc_figure4(),
                                                   aplsa_table2(),   aplsa_figure4a(),       aplsa_figure4b(),
                                                   aplsa_figure4c(), cross_instance_table1()};
  return experiments;
}

void require_paper(const std::string& paper) {
  require_name(paper, papers(), "paper");
}

const Experiment& find_experiment(const std::string& paper, const std::string& table) {
  require_paper(paper);
  std::vector<std::string> tables;
  for (const Experiment& e : all_experiments())
    if (e.paper == paper) tables.push_back(e.table);
  require_name(table, tables, fmt::format("table of {}", paper));
  return *std::ranges::find_if(all_experiments(),
                               [&](const Experiment& e) { return e.paper == paper && e.table == table; });
}

void require_names(const std::vector<std::string>& words, const std::vector<std::string>& names,
                   const std::string& what) {
  for (const std::string& word : words) require_name(word, names, what);
}

}  // namespace bellwether::experiments
