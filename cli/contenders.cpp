#include <cli/contenders.h>
#include <cli/settings.h>
#include <cli/tuned.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/links/csp.h>

namespace bellwether::cli {
namespace {

/// The row of either table; both null: auto.
struct Entry {
  const Method* method = nullptr;
  const Learner* learner = nullptr;
};

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Method& method : methods()) names.push_back(method.name);
  for (const Learner& learner : learners()) names.push_back(learner.name);
  return names;
}

Entry find_entry(const std::string& name) {
  for (const Method& method : methods())
    if (method.name == name) return {.method = &method};
  for (const Learner& learner : learners())
    if (learner.name == name) return {.learner = &learner};
  const auto names = all_names();
  const std::string near = nearest_name(name, names);
  require<InvalidOption>(name == "auto", "--methods: there is no '{}'{}; there are: auto, {}", name,
                         near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                         fmt::join(names, ", "));
  return {};
}

bool knows(const std::vector<OptionField>& fields, const std::string& name) {
  return std::ranges::any_of(fields, [&](const OptionField& field) { return field.name == name; });
}

/// What --set may set. Of what learns, also the options of the search that follows; of auto, all.
std::vector<OptionField> fields_of(const Entry& entry) {
  if (entry.method) return entry.method->options();
  auto fields = entry.learner ? entry.learner->options() : std::vector<OptionField>();
  for (const Method& method : methods())
    if (!entry.learner || method.name == "gm")
      for (auto& field : method.options()) fields.push_back(std::move(field));
  return fields;
}

/// The name of each --set; throws if one is no NAME=VALUE.
std::vector<std::string> names_set(const std::vector<std::string>& set) {
  std::vector<std::string> names;
  for (const auto& setting : settings_from({}, set)) names.push_back(setting.first);
  return names;
}

/// A word that nobody understands is a mistake; that somebody does not is why there is a choice.
void require_options_known(const ClusterArguments& asked, const std::vector<std::string>& names) {
  const auto set = names_set(asked.set);
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::vector<std::string> known;
    for (const std::string& name : names)
      for (const OptionField& field : fields_of(find_entry(name))) known.push_back(field.name);
    const std::string near = nearest_name(set[i], known);
    require<InvalidOption>(std::ranges::find(known, set[i]) != known.end(),
                           "--set {}: none of these methods has an option '{}'{}: {}", asked.set[i], set[i],
                           near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                           fmt::join(names, ", "));
  }
}

/// Words about knowledge that was not given would be dropped with it for every method.
void require_whole(const ClusterArguments& asked) {
  check(asked.known);
  plan_tuning(asked.solved);
  if (!asked.others.any()) check(asked.others);
}

void keep_known_options(ClusterArguments& args, const Entry& entry) {
  const auto fields = fields_of(entry);
  const auto set = names_set(args.set);
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < set.size(); ++i)
    if (knows(fields, set[i])) kept.push_back(args.set[i]);
  args.set = kept;
  if (!knows(fields, "restarts")) args.restarts.clear();
  if (!knows(fields, "iterations")) args.iterations.clear();
  if (!knows(fields, "tolerance")) args.tolerance.clear();
}

/// Whether the number that solved collections are to choose is one of this method's.
bool is_tuned(const ClusterArguments& args, const Method& method, const std::string& tuned_before) {
  if (!args.solved.any()) return false;
  if (!tuned_before.empty()) return method.name == tuned_before;
  const std::string option = args.solved.strap.substr(0, args.solved.strap.find('='));
  return knows(method.options(), option.empty() ? "alpha" : option);
}

/// Seeds and links for those that take them. Says what is missing.
std::string give_knowledge(Contender& contender, const Method& method) {
  KnowledgeArguments& known = contender.args.knowledge;
  const bool seeds = !known.seeds.empty(), links = !known.must_link.empty() || !known.cannot_link.empty();
  if (!method.guided()) {
    known = {};
    return {};
  }
  if (!method.takes_seeds) known.seeds.clear();
  if (!method.takes_links) known.must_link.clear(), known.cannot_link.clear();
  if (!known.any())
    return method.takes_links ? "needs --must-link, --cannot-link or --seeds" : "needs --seeds";
  if (seeds && !method.takes_seeds) contender.notes.push_back("without the seeds: it takes none");
  if (links && !method.takes_links) contender.notes.push_back("without the links: it takes none");
  return {};
}

/// Other data for the search that takes them. Pooled or in a representation they are for any.
std::string give_other_data(ClusterArguments& args, const Method& method) {
  OtherDataArguments& others = args.others;
  const bool learns_from_others = method.takes_auxiliary || method.takes_tags;
  if (others.combine && learns_from_others) return "takes other data, and --combine pools them";
  if (others.combine || (!args.known.any() && !args.known.represent.empty())) return {};
  if (method.takes_auxiliary && others.auxiliary.empty()) return "needs --auxiliary";
  if (method.takes_tags && others.annotated.empty()) return "needs --annotated";
  if (!learns_from_others) others = {};
  if (!method.takes_auxiliary) others.auxiliary.clear();
  if (!method.takes_tags) others.annotated.clear(), others.tags = {}, others.tag_columns.clear();
  return {};
}

/// What a search is given. Known clusters are for what learns, and for a search if --represent says so.
std::string give(Contender& contender, const Method& method, const std::string& tuned_before) {
  ClusterArguments& args = contender.args;
  if (args.known.represent.empty()) {
    contender.only_unknown = args.known.any() && args.transform.empty();
    args.known = {};
  }
  if (contender.only_unknown || !is_tuned(args, method, tuned_before)) args.solved = {};
  if (const std::string missing = give_other_data(args, method); !missing.empty()) return missing;
  if (contender.only_unknown && args.others.any()) return "takes other data, which do not go with --known";
  if (const std::string missing = give_knowledge(contender, method); !missing.empty()) return missing;
  if (!args.init.empty() && !method.takes_start) return "cannot begin from the clusters of --init";
  const bool bounded = !args.min_size.empty() || !args.max_size.empty();
  return bounded && !knows(method.options(), "min_size") ? "takes no bounds on sizes" : "";
}

std::string give(Contender& contender, const Learner& learner) {
  ClusterArguments& args = contender.args;
  if (!args.known.any()) return "needs --known";
  if (!args.known.represent.empty() && args.known.represent != learner.name)
    return "--represent names what learns";
  args.others = {};
  args.solved = {};
  return {};
}

std::string given(const ClusterArguments& args) {
  std::vector<std::string> kinds;
  if (!args.knowledge.seeds.empty()) kinds.emplace_back("seeds");
  if (!args.knowledge.must_link.empty() || !args.knowledge.cannot_link.empty()) kinds.emplace_back("links");
  if (args.known.any()) kinds.emplace_back("known");
  if (!args.others.auxiliary.empty()) kinds.emplace_back("auxiliary");
  if (!args.others.annotated.empty()) kinds.emplace_back("annotated");
  if (args.solved.any()) kinds.emplace_back("solved");
  if (!args.features.select_for.empty()) kinds.emplace_back("select-for");
  return kinds.empty() ? "nothing" : fmt::format("{}", fmt::join(kinds, ", "));
}

/// Empty if it can run, as far as that can be told before reading; `contender` is then complete.
std::string prepare(Contender& contender, const std::string& tuned_before) {
  const Entry entry = find_entry(contender.name);
  contender.args.method = contender.name;
  std::string missing;
  if (entry.method) missing = give(contender, *entry.method, tuned_before);
  if (entry.learner) missing = give(contender, *entry.learner);
  if (!missing.empty()) return missing;
  if (entry.method || entry.learner) keep_known_options(contender.args, entry);
  contender.needs = given(contender.args);
  try {
    Solved ignored;
    settings_of(with_tuned_method(contender.args, ignored));
  } catch (const InvalidOption& error) {
    return error.what();
  }
  return {};
}

/// The eigenproblems of csp, which are solved to their end: so long in the worst case that links/csp.h tells
/// of. To see whether the knowledge helps takes one without it, and two with a half of it.
double seconds_without_a_stop(const Contender& contender, Index items) {
  if (contender.name != "csp") return 0;
  constexpr double worst = 69;
  const double share = static_cast<double>(items) / static_cast<double>(most_csp_items);
  return worst * share * share * (contender.args.trust == "always" ? 2 : 4);
}

}  // namespace

LineUp line_up(const ClusterArguments& asked, std::vector<std::string> names) {
  require_whole(asked);
  if (names.empty()) names = all_names();
  for (auto at = names.begin(); at != names.end();)
    at = std::find(names.begin(), at, *at) == at ? at + 1 : names.erase(at);
  require_options_known(asked, names);
  const std::string& tuner = asked.solved.tuner;
  const std::string tuned_before =
      tuner.empty() ? "" : load_tuner(tuner, reading_beside(asked.items).limit).method;
  LineUp all;
  for (const std::string& name : names) {
    Contender contender{.name = name, .args = asked};
    const std::string reason = prepare(contender, tuned_before);
    if (reason.empty())
      all.contenders.push_back(std::move(contender));
    else
      all.not_run.push_back({name, reason});
  }
  require<InvalidOption>(!all.contenders.empty(), "no method can run; {}: {}", all.not_run.front().method,
                         all.not_run.front().reason);
  return all;
}

std::string unfit(const Contender& contender, const Dataset& items, double budget) {
  const Entry entry = find_entry(contender.name);
  if (!entry.method) return {};
  const double needed = seconds_without_a_stop(contender, items.items());
  if (budget > 0 && needed > budget)
    return fmt::format("too large: it may take {} and cannot be stopped before (a larger --budget waits)",
                       duration(needed));
  bool below = false;
  if (entry.method->needs_counts)
    for_each_value(items.rows(), [&](Index, Index, double value) { below = below || value < 0; });
  return below ? "needs counts, and some values are below 0" : "";
}

}  // namespace bellwether::cli
