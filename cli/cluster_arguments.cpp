#include <cli/cluster_arguments.h>
#include <cli/settings.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/methods/around_zeros.h>

namespace bellwether::cli {
namespace {

/// --set is for what learns if that knows the option, and else for the search; flags are for the search, and
/// what both must know is given to both.
RunSettings divide(const Settings& settings, std::size_t flags, const std::string& representation) {
  RunSettings divided;
  if (representation.empty() || representation == "auto") return {{}, settings};
  const auto fields = find_learner(representation).options();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string& name = settings[i].first;
    const bool known = std::ranges::any_of(fields, [&](const auto& field) { return field.name == name; });
    const bool shared = name == "random_seed" || name == "clusters";
    if (known && (i >= flags || shared)) divided.learner.push_back(settings[i]);
    if (!known || i < flags) divided.search.push_back(settings[i]);
  }
  for (const auto& [name, value] : divided.learner) set_option(fields, representation, name, value);
  return divided;
}

}  // namespace

std::string clusters_asked(const Settings& settings) {
  for (const auto& [name, value] : settings)
    if (name == "clusters") return to_text(value);
  return {};
}

std::string representation_of(const ClusterArguments& args) {
  return args.known.any() ? representation_asked(args.known, args.method) : std::string();
}

std::string search_asked(const ClusterArguments& args) {
  return representation_of(args) == args.method ? "auto" : args.method;
}

RunSettings settings_of(const ClusterArguments& args) {
  const std::vector<SettingFlag> flags{{"-k", "clusters", args.clusters},
                                       {"--restarts", "restarts", args.restarts},
                                       {"--iterations", "iterations", args.iterations},
                                       {"--tolerance", "tolerance", args.tolerance},
                                       {"--random-seed", "random_seed", args.random_seed},
                                       {"--min-size", "min_size", args.min_size},
                                       {"--max-size", "max_size", args.max_size}};
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
  require<InvalidOption>(!args.known.any() || args.features.select_for.empty(),
                         "--select-for and --known both say what groups to look for: give one of them");
  check(args.known);
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
