#include <cli/cluster_arguments.h>
#include <cli/settings.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/methods/other_data.h>

namespace bellwether::cli {
namespace {

bool is_method(const std::string& name) {
  return std::ranges::any_of(methods(), [&](const Method& m) { return m.name == name; });
}

std::vector<OptionField> fields_of_representation(const std::string& name) {
  return is_method(name) ? find_method(name).options() : find_learner(name).options();
}

/// --set is for what learns if that knows the option, and else for the search; flags are for the search, and
/// what both must know is given to both.
RunSettings divide(const Settings& settings, std::size_t flags, const std::string& representation) {
  RunSettings divided;
  if (representation.empty() || representation == "auto") return {{}, settings};
  const auto fields = fields_of_representation(representation);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string& name = settings[i].first;
    const bool known = std::ranges::any_of(fields, [&](const auto& field) { return field.name == name; });
    const bool shared = name == "random_seed" || name == "clusters";
    const bool of_others = name == "lambda";
    if (known && (i >= flags || shared || of_others)) divided.learner.push_back(settings[i]);
    if (!known || (i < flags && !of_others)) divided.search.push_back(settings[i]);
  }
  for (const auto& [name, value] : divided.learner) set_option(fields, representation, name, value);
  return divided;
}

/// What is said about other data goes together with the rest, as far as that can be said before reading.
void check_others(const ClusterArguments& args) {
  const OtherDataArguments& others = args.others;
  check(others);
  const std::string representation = args.known.any() ? std::string() : args.known.represent;
  if (!representation.empty()) {
    std::vector<std::string> names;
    for (const Method& m : methods())
      if (can_represent(m)) names.push_back(m.name);
    require<InvalidOption>(
        std::ranges::find(names, representation) != names.end(),
        "--represent {}: what represents items by themselves or by other data is one of {}; "
        "maps are learned from known clusters (--known ITEMS)",
        representation, fmt::join(names, ", "));
    require<InvalidOption>(args.method != representation,
                           "--represent {} and --method {}: name as the method what searches in it, or leave "
                           "out --represent",
                           representation, args.method);
  }
  if (!others.any()) {
    if (args.method != "auto" && is_method(args.method))
      require_takes_other_data(find_method(args.method), false, false);
    return;
  }
  require<InvalidOption>(!args.known.any(),
                         "--known and other data both say what to learn from: give one of them");
  require<InvalidOption>(args.transform.empty(),
                         "--transform holds all that is done to the items: it cannot "
                         "learn from other data");
  require<InvalidOption>(args.features.select_for.empty(),
                         "--select-for chooses words for the items alone: leave it out, or the other data");
  require<InvalidOption>(
      !others.combine || (!args.knowledge.any() && args.init.empty() && representation.empty()),
      "--combine clusters everything as one unknown collection: leave out --seeds, links, "
      "--init and --represent");
  const bool auxiliary = !others.auxiliary.empty(), tags = !others.annotated.empty();
  if (!representation.empty())
    require_takes_other_data(find_method(representation), auxiliary, tags);
  else if (!others.combine && args.method != "auto")
    require_takes_other_data(find_method(args.method), auxiliary, tags);
  if (others.combine && args.method != "auto")
    require_takes_other_data(find_method(args.method), false, false);
  require<InvalidOption>(others.combine || !representation.empty() || !args.knowledge.any(),
                         "what is known of the items and what other data teach come together through a "
                         "representation: add --represent {}",
                         auxiliary ? "stc" : "aplsa");
}

/// Solved collections tune a search that knows nothing else: theirs is all that is known.
void check_solved(const ClusterArguments& args) {
  plan_tuning(args.solved);
  if (!args.solved.any()) return;
  const bool other = args.knowledge.any() || args.known.any() || args.others.any() || !args.init.empty() ||
                     !args.known.represent.empty() || !args.transform.empty() ||
                     !args.features.select_for.empty();
  require<InvalidOption>(!other,
                         "{} tunes a search over items alone: leave out seeds, links, --known, other data, "
                         "--represent, --transform, --select-for and --init",
                         args.solved.tuner.empty() ? "--solved" : "--tune");
}

}  // namespace

std::string clusters_asked(const Settings& settings) {
  for (const auto& [name, value] : settings)
    if (name == "clusters") return to_text(value);
  return {};
}

std::string representation_of(const ClusterArguments& args) {
  return args.known.any() ? representation_asked(args.known, args.method) : args.known.represent;
}

std::string search_asked(const ClusterArguments& args) {
  return args.known.any() && representation_of(args) == args.method ? "auto" : args.method;
}

RunSettings settings_of(const ClusterArguments& args) {
  const std::string lambda = args.others.lambdas.size() == 1 ? args.others.lambdas[0] : std::string();
  const std::vector<SettingFlag> flags{{"-k", "clusters", args.clusters},
                                       {"--restarts", "restarts", args.restarts},
                                       {"--iterations", "iterations", args.iterations},
                                       {"--tolerance", "tolerance", args.tolerance},
                                       {"--random-seed", "random_seed", args.random_seed},
                                       {"--min-size", "min_size", args.min_size},
                                       {"--max-size", "max_size", args.max_size},
                                       {"--lambda", "lambda", lambda}};
  const auto given = std::ranges::count_if(flags, [](const auto& flag) { return !flag.value.empty(); });
  const Settings settings = settings_from(flags, args.set);
  require<InvalidOption>(!clusters_asked(settings).empty(),
                         "say how many clusters to find: bellwether cluster {} -k 3",
                         shell_word(args.items.items));
  require<InvalidOption>(
      args.init.empty() || args.restarts.empty(),
      "--init starts one search from given clusters, so there is nothing to restart: leave "
      "out --restarts");
  require<InvalidOption>(
      args.transform.empty() || (!args.features.any() && !args.known.any()),
      "--transform holds all that is done to the items: leave out the options that learn anew "
      "(give them to `bellwether learn`)");
  require<InvalidOption>(
      args.transform.empty() || args.known.represent.empty(),
      "--transform holds all that is done to the items, and --represent {} would learn anew: "
      "leave out one of them",
      args.known.represent);
  const bool bounded = std::ranges::any_of(settings, [](const auto& setting) {
    return setting.first == "min_size" || setting.first == "max_size";
  });
  require<InvalidOption>(!args.others.combine || !bounded,
                         "--combine clusters the items and the others as one collection, and bounds on sizes "
                         "would count both: leave out --min-size and --max-size, or --combine");
  require<InvalidOption>(!args.known.any() || args.features.select_for.empty(),
                         "--select-for and --known both say what groups to look for: give one of them");
  check(args.known);
  check_solved(args);
  check_others(args);
  const bool learner = std::ranges::any_of(learners(), [&](const auto& l) { return l.name == args.method; });
  require<InvalidOption>(args.known.any() || !learner,
                         "{} learns from known clusters: give them with --known ITEMS (or learn first, with "
                         "`bellwether learn`, and use --transform)",
                         args.method);
  RunSettings divided = divide(settings, static_cast<std::size_t>(given), representation_of(args));
  check_settings(search_asked(args), divided.search);
  return divided;
}

Outcome fit(const Method& method, Dataset& items, bool raw, std::span<const int> start,
            const Knowledge& knowledge, const Settings& settings, const bellwether::Run& run) {
  if (!method.needs_directions) return method.cluster({items.rows(), start, knowledge}, settings, run);
  if (!raw) require_directions(items);
  return cluster_around_zeros(method, items, start, knowledge, settings, run);
}

}  // namespace bellwether::cli
