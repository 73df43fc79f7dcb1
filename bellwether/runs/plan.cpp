#include <bellwether/runs/plan.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/choose.h>
#include <bellwether/runs/goes_together.h>
#include <bellwether/runs/k_range.h>
#include <bellwether/runs/method_settings.h>
#include <bellwether/runs/plan_vectors.h>
#include <bellwether/runs/plan_words.h>
#include <bellwether/runs/transfer.h>
#include <bellwether/runs/ways.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr int usual_draws = 5;  ///< the paper's, of a single solved collection
constexpr const char* usual_map_strap = "shrinkage=0.1:0.9:0.2";

/// What represents items by evidence of a kind if nobody says.
std::string usual_representation(EvidenceKind kind, const Wishes& wishes, EvidenceKinds uses) {
  if (kind == auxiliary) return word_vectors_fit(wishes, uses) ? "word-vectors" : "stc";
  return kind == annotated ? "aplsa" : "auto";
}

// --- the chain ----------------------------------------------------------------------------------

/// Options that were given to someone.
using Taken = std::vector<std::string>;

/// The settings of a row: what every method must know, what its own words say, and options that it knows.
Settings settings_for(const std::vector<OptionField>& fields, const Wishes& wishes, Settings own,
                      Taken& taken) {
  if (knows(fields, "clusters")) own.emplace_back("clusters", std::int64_t{wishes.clusters});
  if (knows(fields, "random_seed"))
    own.emplace_back("random_seed", static_cast<std::int64_t>(wishes.random_seed));
  for (const auto& option : wishes.options) {
    if (!knows(fields, option.first) || std::ranges::find(taken, option.first) != taken.end()) continue;
    own.push_back(option);
    taken.push_back(option.first);
  }
  for (const auto& option : wishes.settings)
    if (option.first == "lambda" && knows(fields, "lambda")) {
      own.push_back(option);
      taken.push_back(option.first);
    }
  return own;
}

RepresentationPlan represent_by(const std::string& spec, const Wishes& wishes, Taken& taken) {
  const NamedOptions named = parse_named_options(spec);
  RepresentationPlan made{.name = named.name, .from = learns_from(named.name)};
  if (named.name == "auto") {
    made.candidates = wishes.candidates.empty() ? standard_candidates() : wishes.candidates;
    made.reason = "the map under which held-out known classes are found best, or none";
    return made;
  }
  const auto fields = find_entry(named.name).options();
  made.settings = settings_for(fields, wishes, named.options, taken);
  for (const auto& [name, value] : made.settings) set_option(fields, named.name, name, value);
  made.reason =
      made.from ? fmt::format("learned from {}", about(*made.from).needs) : "learned from the items";
  return made;
}

/// Whether the search itself learns from this kind of other data. It needs counts, and some steps leave none.
bool search_takes(const Wishes& wishes, EvidenceKind kind, EvidenceKinds uses) {
  const std::string search = search_wished(wishes);
  if (search != "auto") return find_method(search).takes.contains(kind);
  if (usual_representation(kind, wishes, uses) == "word-vectors") return false;
  return uses == EvidenceKinds{kind} &&
         std::ranges::none_of(plan_steps(wishes.steps, false, Purpose::counting), leaves_counts);
}

/// Wished representations that have what they learn from, and the usual one for evidence that nothing else
/// uses. What other data teach comes first, since a map needs no counts and leaves none.
std::vector<RepresentationPlan> chain_of(const Wishes& wishes, EvidenceKinds uses, Taken& taken) {
  if (wishes.combine) return {};
  std::vector<std::string> specs;
  for (const std::string& spec : wishes.represent) {
    const auto kind = learns_from(parse_named_options(spec).name);
    if (!kind || uses.contains(*kind)) specs.push_back(spec);
  }
  const auto used_by_chain = [&](EvidenceKind kind) {
    return std::ranges::any_of(
        specs, [&](const std::string& spec) { return learns_from(parse_named_options(spec).name) == kind; });
  };
  if (uses.contains(known) && !used_by_chain(known))
    specs.push_back(only_learns(wishes.method) ? wishes.method : usual_representation(known, wishes, uses));
  for (const EvidenceKind kind : {annotated, auxiliary})
    if (uses.contains(kind) && !used_by_chain(kind) && !search_takes(wishes, kind, uses))
      specs.insert(specs.begin(), usual_representation(kind, wishes, uses));
  std::vector<RepresentationPlan> chain;
  if (uses.contains(vectors)) chain.push_back(vectors_link(wishes));
  for (const std::string& spec : specs) chain.push_back(represent_by(spec, wishes, taken));
  const bool free =
      wishes.auxiliary_by.empty() && std::ranges::none_of(wishes.represent, [](const auto& spec) {
        return learns_from(parse_named_options(spec).name) == auxiliary;
      });
  if (free && !chain.empty() && chain.front().name == "word-vectors")
    chain.front().candidates = {"word-vectors", "stc"};
  return chain;
}

bool needs_counts(const RepresentationPlan& link) {
  return link.from != known;
}

/// The steps before the chain; of those that leave counts behind, a chain that needs them comes first.
void plan_steps_of(Plan& plan, const Material& material, const Wishes& wishes) {
  if (!plan.chain.empty() && plan.chain.front().from == vectors)
    return plan_steps_around_vectors(plan, wishes);
  const bool begun = !material.vectorizer.steps.empty();
  const bool counts =
      plan.chain.empty() ? find_method(plan.search.method).needs_counts : needs_counts(plan.chain.front());
  const auto steps =
      plan_steps(wishes.steps, material.words() && !begun, counts ? Purpose::counting : Purpose::clustering);
  const auto cut = plan.chain.empty() || !counts ? steps.end() : std::ranges::find_if(steps, leaves_counts);
  plan.steps.assign(steps.begin(), cut);
  plan.steps_reason = wishes.chosen                ? "chosen on what was held back"
                      : wishes.steps.any()         ? "asked for"
                      : counts && material.words() ? "counts are needed"
                      : !plan.steps.empty()        ? "usual for words"
                                                   : "as they are";
  const std::vector<StepPlan> later(cut, steps.end());
  if (!plan.chain.empty() && plan.chain.front().name == "word-vectors")
    weigh_together(plan.chain.front(), plan.steps, begun);
  const auto map = std::ranges::find_if(plan.chain, [](const auto& link) { return !needs_counts(link); });
  (map == plan.chain.end() ? plan.last_steps : map->first) = later;
  for (RepresentationPlan& link : plan.chain) {
    link.reduce_first = !needs_counts(link) && !wishes.steps.scales() && !begun;
    link.range_first = link.reduce_first && link.name == "auto";
  }
}

// --- the search ---------------------------------------------------------------------------------

/// A method that was asked for, or its plain twin where nothing that it takes is used.
const Method& without_what_is_missing(const Method& method, EvidenceKinds uses) {
  return method.takes.empty() || method.takes.intersects(uses) ? method : plain_twin(method);
}

SearchPlan choose(const Plan& plan, const Material& material, const Evidence& evidence,
                  const Wishes& wishes) {
  const std::string wished = search_wished(wishes);
  if (plan.uses.contains(solved) && evidence.solved.tuner) {
    const std::string& tuned = evidence.solved.tuner->method;
    require<InvalidOption>(wished == "auto" || wished == tuned,
                           "{} was learned for {}, but the method is {}: leave out {}",
                           evidence.solved.source, tuned, wished, setting("method"));
    return {tuned, {}, "what was learned from solved collections is about it"};
  }
  if (wished != "auto")
    return {without_what_is_missing(find_method(wished), plan.uses).name,
            {},
            wishes.chosen ? "chosen on what was held back" : "asked for"};
  Situation situation{
      .sparse = material.items.sparse(), .kinds = plan.uses, .represented = !plan.chain.empty()};
  if (wishes.combine) situation.kinds = {};
  situation.directions = !plan.chain.empty() && plan.chain.back().name == "word-vectors";
  for (const RepresentationPlan& link : plan.chain)
    if (link.from == known)
      situation.map_for = link.name == "auto" ? Geometry::distances : find_learner(link.name).geometry;
  const auto steps = plan_steps(wishes.steps, material.words(), Purpose::clustering);
  situation.sparse = situation.sparse && plan.chain.empty() && std::ranges::none_of(steps, makes_dense);
  return choose_search(situation);
}

/// `strict`: an option that nobody knows is an error; otherwise it is for a plan with more evidence.
void set_search_options(SearchPlan& search, const Evidence& evidence, EvidenceKinds uses,
                        const Wishes& wishes, const Taken& taken, bool strict) {
  const Method& method = find_method(search.method);
  const auto fields = method.options();
  Settings all{{"clusters", std::int64_t{wishes.clusters}}};
  if (knows(fields, "random_seed"))
    all.emplace_back("random_seed", static_cast<std::int64_t>(wishes.random_seed));
  const auto free = [&](const auto& setting) {
    return std::ranges::find(taken, setting.first) == taken.end();
  };
  std::ranges::copy_if(wishes.settings, std::back_inserter(all), free);
  std::ranges::copy_if(wishes.options, std::back_inserter(all), free);
  if (uses.contains(sizes) && evidence.min_size > 0)
    all.emplace_back("min_size", std::int64_t{evidence.min_size});
  if (uses.contains(sizes) && evidence.max_size > 0)
    all.emplace_back("max_size", std::int64_t{evidence.max_size});
  if (!strict) std::erase_if(all, [&](const auto& setting) { return !knows(fields, setting.first); });
  for (const auto& [name, value] : all) set_option(fields, method.name, name, value);
  search.settings = std::move(all);
}

/// How many collections strapping draws.
int draws_of(const TuneWishes& wishes, std::size_t collections) {
  return wishes.draws.value_or(collections == 1 ? usual_draws : 0);
}

/// The option that solved collections choose: of the search, or of the map that known clusters taught.
TuningPlan plan_tuning(const Plan& plan, const Evidence& evidence, const Wishes& wishes) {
  TuningPlan tuning;
  if (evidence.solved.tuner) {
    tuning.strap = evidence.solved.tuner->strap;
    return tuning;
  }
  const Method& search = find_method(plan.search.method);
  const std::string& spec = wishes.tune.strap;
  const std::string option = spec.empty() ? "alpha" : spec.substr(0, spec.find('='));
  const bool has_map = !plan.chain.empty() && plan.chain.back().from == known;
  tuning.of_map = has_map && !knows(search.options(), option);
  Settings set = plan.search.settings;
  std::erase_if(set, [](const auto& setting) { return setting.first == "random_seed"; });
  if (tuning.of_map) {
    const std::string& name = plan.chain.back().name;
    const Learner& learner = find_learner(name == "auto" ? "whiten" : name);
    tuning.strap = plan_strap({.name = learner.name, .options = learner.options}, plan.chain.back().settings,
                              spec.empty() && learner.name == "whiten" ? usual_map_strap : spec);
  } else {
    tuning.strap = plan_strap(search, set, spec);
  }
  if (wishes.tune.by == TuneBy::strapping)
    tuning.draws = draws_of(wishes.tune, evidence.solved.collections.size());
  require<InvalidOption>(
      wishes.tune.by != TuneBy::strapping || tuning.draws > 0 || evidence.solved.collections.size() > 1,
      "{} takes collections as they are, and there is only one: give several, or draw from it",
      setting("draws", 0));
  tuning.reason = fmt::format("solved collections choose {}", tuning.strap.option);
  return tuning;
}

}  // namespace

bool draws_from(std::size_t collections, const TuneWishes& wishes) {
  return wishes.by == TuneBy::least_squares || draws_of(wishes, collections) > 0;
}

void require_makes_sense(const Wishes& wishes, EvidenceKinds given) {
  require_together(given, wishes);
  Taken taken;
  chain_of(wishes, given, taken);
  for (const std::string& spec : wishes.candidates) candidate_of(spec);
  const std::string search = search_wished(wishes);
  if (search != "auto") {
    SearchPlan named{.method = search};
    return set_search_options(named, {}, {}, wishes, taken, true);
  }
  Settings free = wishes.settings;
  free.insert(free.end(), wishes.options.begin(), wishes.options.end());
  std::erase_if(free,
                [&](const auto& setting) { return std::ranges::find(taken, setting.first) != taken.end(); });
  if (std::ranges::any_of(searches(), [&](const Method& method) { return accepts(method, free); })) return;
  // The complaint comes from a method that knows all the names, if there is one.
  const auto knowing = std::ranges::find_if(searches(), [&](const Method& method) {
    const auto fields = method.options();
    return std::ranges::all_of(free, [&](const auto& setting) { return knows(fields, setting.first); });
  });
  const Method& method = knowing == searches().end() ? searches().front() : *knowing;
  const auto fields = method.options();
  for (const auto& [name, value] : free) set_option(fields, method.name, name, value);
}

Plan plan(const Material& material, const Evidence& evidence, const Wishes& wishes) {
  require_makes_sense(wishes, evidence.kinds());
  if (wishes.choose_k) {
    Wishes guess = wishes;
    guess.choose_k.reset();
    guess.clusters = possible_range(material, evidence, wishes).least;
    Plan made = plan(material, evidence, guess);
    made.wishes = wishes;  // carry_out() chooses
    return made;
  }
  const bool of_items = !evidence.kinds().intersects({known, auxiliary, annotated, solved, vectors});
  const std::vector<Way> ways = of_items ? usual_ways(material, wishes) : std::vector<Way>{};
  if (ways.size() < 2) return plan(material, evidence, wishes, evidence.kinds());
  Plan made = plan(material, evidence, ways.front().wishes, evidence.kinds());
  made.wishes = wishes;  // carry_out() chooses
  for (const Way& way : ways) made.candidates.push_back(way.words);
  made.steps_reason =
      fmt::format("one of: {}; the one under which clusters of two halves of the values agree best",
                  fmt::join(made.candidates, " | "));
  made.search.reason = "the likeliest; another if what is held back says so";
  return made;
}

Plan plan(const Material& material, const Evidence& evidence, const Wishes& asked, EvidenceKinds uses) {
  Plan made{.wishes = asked, .uses = uses};
  // Weights of several sources are those of stc.
  if (std::ranges::any_of(evidence.auxiliary,
                          [](const OtherItems& other) { return other.lambda.has_value(); }))
    made.wishes.auxiliary_by = "stc";
  const Wishes& wishes = made.wishes;
  Taken taken;
  made.chain = chain_of(wishes, uses, taken);
  made.search = choose(made, material, evidence, wishes);
  const std::string wished = search_wished(wishes);
  const bool as_wished = wished == "auto" || made.search.method == wished;
  set_search_options(made.search, evidence, uses, wishes, taken,
                     as_wished && uses == evidence.kinds() && !wishes.chosen);
  plan_steps_of(made, material, wishes);
  if (uses.contains(solved)) made.tuning = plan_tuning(made, evidence, wishes);
  return made;
}

std::vector<EvidenceKind> strongest_first(EvidenceKinds kinds) {
  return {kinds.begin(), kinds.end()};  // the order of the table
}

std::string cost_in_words(const Plan& plan) {
  if (plan.uses.empty())
    return plan.candidates.empty()
               ? "1 search"
               : fmt::format("1 search, and {} ways to measure tried on a sample", plan.candidates.size());
  int searches = 1, checks = 0;
  for (const EvidenceKind kind : plan.uses) {
    ++searches;
    if (kind != sizes && plan.wishes.trust == Trust::checked) ++checks;
  }
  std::string words = fmt::format("at most {} searches", searches);
  if (checks > 0)
    words += fmt::format(" and {}, each of at most about another",
                         checks == 1 ? "1 check" : fmt::format("{} checks", checks));
  if (plan.tuning)
    words +=
        fmt::format("; the tuned one runs {} times for each collection", plan.tuning->strap.values.size());
  return words;
}

std::string in_words(const Plan& plan) {
  std::vector<std::string> parts;
  const auto add_steps = [&](const std::vector<StepPlan>& steps) {
    for (const StepPlan& step : steps) parts.push_back(step.name);
  };
  add_steps(plan.steps);
  for (const RepresentationPlan& link : plan.chain) {
    add_steps(link.first);
    parts.push_back(link.name == "auto" ? fmt::format("best of {} maps", link.candidates.size()) : link.name);
  }
  add_steps(plan.last_steps);
  parts.push_back(plan.search.method);
  return fmt::format("{}", fmt::join(parts, " -> "));
}

}  // namespace bellwether
