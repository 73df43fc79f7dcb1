#include <cli/terminal/words.h>
#include <cli/verbs/reproduce_list.h>

#include <algorithm>

#include <experiments/experiment.h>

namespace bellwether::cli {
namespace {

using experiments::Experiment;
using experiments::NeededData;

std::string name_of(const Experiment& e) {
  return fmt::format("{} {}", e.paper, e.table);
}

void print_short() {
  std::size_t widest = 0;
  for (const Experiment& e : experiments::all_experiments()) widest = std::max(widest, name_of(e).size());
  for (const Experiment& e : experiments::all_experiments())
    tell("{}{}\n", bold(stdout, fmt::format("{:<{}}", name_of(e), widest + 2)), e.summary);
  tell(
      "\nbellwether reproduce PAPER                         protocol, data and what stands in for them\n"
      "bellwether reproduce PAPER TABLE --data DIR        run it; --quick: within a minute\n");
}

void print_in_full(const Experiment& e) {
  const int width = width_of(stdout);
  const auto say = [&](const std::string& text) { tell("  {}\n", wrapped(text, width - 2, 4)); };
  tell("{}\n", bold(stdout, fmt::format("{}: {}", name_of(e), e.summary)));
  say(e.source);
  say("protocol: " + e.protocol);
  for (const NeededData& data : e.data) {
    say(fmt::format("needs: {}{}; published: {}", data.name,
                    data.folder.empty() ? "" : fmt::format(", in {}/", data.folder), data.published));
    if (!data.instead.empty()) say(fmt::format("  instead of it: {}", data.instead));
  }
  say("absent data sets are left out, and the page says which");
  say(fmt::format("data sets: {}", fmt::join(e.datasets, ", ")));
  say(fmt::format("methods: {}", fmt::join(e.methods, ", ")));
  for (const auto& choice : e.choices)
    say(fmt::format("--set {}={}: {} (the first, unless told otherwise)", choice.name,
                    fmt::join(choice.values, "|"), choice.what));
  say(fmt::format("splits: {}, restarts: {}, unless told otherwise", e.splits, e.restarts));
  say(fmt::format("--quick: {}, splits: {}, restarts: {}",
                  e.quick.only.empty() ? "all data sets" : fmt::format("{}", fmt::join(e.quick.only, ", ")),
                  e.quick.splits, e.quick.restarts));
}

}  // namespace

void print_experiments(const std::string& paper) {
  if (paper.empty()) return print_short();
  experiments::require_paper(paper);
  for (const Experiment& e : experiments::all_experiments())
    if (e.paper == paper) print_in_full(e);
}

Json experiments_as_json(const std::string& paper) {
  if (!paper.empty()) experiments::require_paper(paper);
  Json listed = Json::array();
  for (const Experiment& e : experiments::all_experiments()) {
    if (!paper.empty() && e.paper != paper) continue;
    Json data = Json::array(), choices = Json::array();
    for (const NeededData& one : e.data)
      data.push_back({{"name", one.name},
                      {"published", one.published},
                      {"folder", one.folder.empty() ? Json() : Json(one.folder)},
                      {"instead", one.instead.empty() ? Json() : Json(one.instead)}});
    for (const auto& choice : e.choices)
      choices.push_back({{"name", choice.name}, {"values", choice.values}, {"what", choice.what}});
    listed.push_back({{"paper", e.paper},
                      {"table", e.table},
                      {"summary", e.summary},
                      {"source", e.source},
                      {"protocol", e.protocol},
                      {"data", data},
                      {"choices", choices},
                      {"data_sets", e.datasets},
                      {"methods", e.methods},
                      {"splits", e.splits},
                      {"restarts", e.restarts}});
  }
  return Json{{"experiments", listed}};
}

}  // namespace bellwether::cli
