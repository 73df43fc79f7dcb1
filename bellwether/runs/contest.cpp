#include <bellwether/runs/contest.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/links/csp.h>
#include <bellwether/methods/entry.h>
#include <bellwether/scores/against_truth.h>
#include <bellwether/scores/agreement.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// What options may set. Of what learns, also the options of the search that follows; of auto, all.
std::vector<OptionField> fields_of(const std::string& name) {
  const Entry entry = entry_called(name);
  if (entry.search) return entry.search->options();
  auto fields = entry.learner ? entry.learner->options() : std::vector<OptionField>();
  for (const Method& method : searches())
    if (!entry.learner || method.name == "gm")
      for (auto& field : method.options()) fields.push_back(std::move(field));
  return fields;
}

/// A word that nobody understands is a mistake; that somebody does not is why there is a choice.
void require_options_known(const Wishes& wishes, const std::vector<std::string>& names) {
  for (const auto& option : wishes.options) {
    std::vector<std::string> known;
    for (const std::string& name : names)
      for (const OptionField& field : fields_of(name)) known.push_back(field.name);
    const std::string near = nearest_name(option.first, known);
    require<InvalidOption>(std::ranges::find(known, option.first) != known.end(),
                           "none of these methods has an option '{}'{}: {}", option.first,
                           near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                           fmt::join(names, ", "));
  }
}

void keep_known_options(Contender& contender) {
  const auto fields = fields_of(contender.name);
  const auto unknown = [&](const auto& option) { return !knows(fields, option.first); };
  std::erase_if(contender.wishes.options, unknown);
  std::erase_if(contender.wishes.settings, unknown);
}

/// Whether the number that solved collections are to choose is one of this method's.
bool is_tuned(const Wishes& wishes, const Method& method, const std::string& tuned_before) {
  if (!tuned_before.empty()) return method.name == tuned_before;
  const std::string option = wishes.tune.strap.substr(0, wishes.tune.strap.find('='));
  return knows(method.options(), option.empty() ? "alpha" : option);
}

/// What a search is given, or in words what it misses.
std::string give(Contender& contender, const Method& method, EvidenceKinds given,
                 const std::string& tuned_before) {
  const Wishes& wishes = contender.wishes;
  const bool represented = !wishes.represent.empty();
  for (const EvidenceKind kind : {seeds, links, sizes}) {
    if (!given.contains(kind)) continue;
    if (method.takes.contains(kind)) {
      contender.given.insert(kind);
    } else if (kind == sizes) {
      return "takes no bounds on sizes";
    } else if (method.guided()) {
      contender.notes.push_back(fmt::format("without the {}: it takes none", name_of(kind)));
    }
  }
  if (method.guided() && !contender.given.intersects({seeds, links}))
    return method.takes.contains(links) ? fmt::format("needs {}, {} or {}", setting("must_link"),
                                                      setting("cannot_link"), setting("seeds"))
                                        : fmt::format("needs {}", setting("seeds"));
  for (const EvidenceKind kind : {auxiliary, annotated}) {
    const bool takes = method.takes.contains(kind);
    if (takes && wishes.combine) return "takes other data, and they are pooled";
    if (takes && !given.contains(kind)) return fmt::format("needs {}", setting(name_of(kind)));
    if (given.contains(kind) && (takes || represented || wishes.combine)) contender.given.insert(kind);
  }
  if (given.contains(vectors) && !method.needs_counts)
    contender.given.insert(vectors);
  else if (given.contains(vectors))
    contender.notes.push_back("without the vectors: it needs counts");
  if (given.contains(known) && represented) contender.given.insert(known);
  if (given.contains(solved) && is_tuned(wishes, method, tuned_before)) contender.given.insert(solved);
  if (!wishes.start.empty() && !method.takes_start) return "cannot begin from given clusters";
  return {};
}

/// Empty if it can run, as far as that can be told before it does; `contender` is then complete.
std::string prepare(Contender& contender, EvidenceKinds given, const std::string& tuned_before) {
  const Entry entry = entry_called(contender.name);
  contender.wishes.method = contender.name;
  if (entry.search) {
    if (const std::string missing = give(contender, *entry.search, given, tuned_before); !missing.empty())
      return missing;
  } else if (entry.learner) {
    if (!entry.learner->takes.contains(known))
      return fmt::format("represents items: ask for it with {}", setting("represent"));
    if (!given.contains(known)) return fmt::format("needs {}", setting("known"));
    if (!contender.wishes.represent.empty()) return "another representation is asked for";
    for (const EvidenceKind kind : {seeds, links, sizes, known, vectors})
      if (given.contains(kind)) contender.given.insert(kind);
  } else {
    contender.given = given;
  }
  keep_known_options(contender);
  try {
    require_makes_sense(contender.wishes, contender.given);
  } catch (const InvalidOption& error) {
    return error.text();
  }
  return {};
}

/// The eigenproblems of csp, which are solved to their end: so long in the worst case that links/csp.h tells
/// of. To see whether the knowledge helps takes one without it, and two with a half of it.
double seconds_without_a_stop(const Contender& contender, Index items) {
  if (contender.name != "csp") return 0;
  constexpr double worst = 69;
  const double share = static_cast<double>(items) / static_cast<double>(most_csp_items);
  return worst * share * share * (contender.wishes.trust == Trust::always ? 2 : 4);
}

EvidenceKinds used_in(const Finding& finding) {
  EvidenceKinds used;
  for (const Verdict& verdict : finding.verdicts)
    if (verdict.used) used.insert(verdict.kind);
  return used;
}

double mean_agreement(const std::vector<std::vector<int>>& labels) {
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, pairs += 1)
      sum += adjusted_rand_index(cross_tabulate(labels[i], labels[j]));
  return sum / pairs;
}

void note_once(Standing& standing, const std::string& note) {
  if (std::ranges::find(standing.notes, note) == standing.notes.end()) standing.notes.push_back(note);
}

/// A search that is not the one that was named. What learns leaves the search to others, which is no news.
void note_search(const std::string& used, Standing& standing) {
  const std::string& named = standing.method;
  if (named == "auto") note_once(standing, fmt::format("{} was chosen", used));
  if (entry_called(named).search != nullptr && named != used)
    note_once(standing, fmt::format("fell back to {}", used));
}

void count_scores(const Scores& scores, Standing& standing) {
  standing.scores.resize(scores.size());
  for (std::size_t s = 0; s < scores.size(); ++s) {
    standing.scores[s].first = scores[s].first;
    standing.scores[s].second.values.push_back(scores[s].second);
  }
}

}  // namespace

LineUp line_up(const Wishes& wishes, EvidenceKinds given, std::vector<std::string> names,
               const std::string& tuned_before) {
  if (names.empty()) {
    names = entry_names();
    names.insert(names.begin(), "auto");
  }
  for (auto at = names.begin(); at != names.end();)
    at = std::find(names.begin(), at, *at) == at ? at + 1 : names.erase(at);
  for (const std::string& name : names)
    if (name != "auto") find_entry(name);
  require_options_known(wishes, names);
  LineUp all;
  for (const std::string& name : names) {
    Contender contender{.name = name, .wishes = wishes};
    const std::string reason = prepare(contender, given, tuned_before);
    if (reason.empty())
      all.contenders.push_back(std::move(contender));
    else
      all.not_run.push_back({name, reason});
  }
  if (all.contenders.empty())
    refuse<InvalidOption>("no method can run; {}: {}", all.not_run.front().method,
                          all.not_run.front().reason);
  return all;
}

std::string unfit(const Contender& contender, const Dataset& items, double budget) {
  const Entry entry = entry_called(contender.name);
  if (!entry.search) return {};
  const double needed = seconds_without_a_stop(contender, items.items());
  if (budget > 0 && needed > budget)
    return fmt::format("too large: it may take {:.0f} s and cannot be stopped before (a larger {} waits)",
                       needed, setting("budget"));
  bool below = false;
  if (entry.search->needs_counts && contender.wishes.represent.empty())
    for_each_value(items.rows(), [&](Index, Index, double value) { below = below || value < 0; });
  return below ? "needs counts, and some values are below 0" : "";
}

std::size_t best_repeat(const std::vector<Repeat>& repeats) {
  std::map<std::string, std::vector<std::size_t>> kinds;
  for (std::size_t r = 0; r < repeats.size(); ++r) {
    std::string key = repeats[r].finding.plan.search.method;
    for (const EvidenceKind kind : used_in(repeats[r].finding)) key += fmt::format(" {}", name_of(kind));
    kinds[key].push_back(r);
  }
  const auto& most =
      std::ranges::max_element(kinds, {}, [](const auto& kind) { return kind.second.size(); })->second;
  std::size_t best = most.front();
  for (const std::size_t r : most) {
    const Objective& found = repeats[r].finding.outcome.clustering.objective;
    if (better(found.goal, found.value, repeats[best].finding.outcome.clustering.objective.value)) best = r;
  }
  return best;
}

Standing standing_of(const Contender& contender, const std::vector<Repeat>& repeats,
                     const std::vector<bool>& covered) {
  Standing standing{.method = contender.name, .given = contender.given, .notes = contender.notes};
  std::vector<std::vector<int>> labels;
  for (const Repeat& repeat : repeats) {
    const Finding& finding = repeat.finding;
    std::vector<int>& uncovered = labels.emplace_back();
    for (std::size_t i = 0; i < finding.labels().size(); ++i)
      if (covered.empty() || !covered[i]) uncovered.push_back(finding.labels()[i]);
    if (uncovered.empty()) uncovered = finding.labels();
    count_scores(score(finding.labels(), finding.items(), covered), standing);
    if (!contender.given.empty()) standing.used.push_back(used_in(finding));
    standing.seconds.values.push_back(repeat.seconds);
    note_search(finding.plan.search.method, standing);
  }
  if (repeats.size() > 1) standing.agreement = mean_agreement(labels);
  return standing;
}

}  // namespace bellwether
