#include <cli/asked.h>
#include <cli/options/settings.h>
#include <cli/terminal/words.h>

#include <charconv>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/plan.h>
#include <bellwether/runs/tuning.h>

namespace bellwether::cli {
namespace {

/// Throws unless the word is a number from `least` on.
template <class Number>
Number number_in(const std::string& word, std::string_view flag, Number least, Number most,
                 const char* kind) {
  Number value = 0;
  const char* end = word.data() + word.size();
  const auto [at, error] = std::from_chars(word.data(), end, value);
  require<InvalidOption>(error == std::errc{} && at == end && value >= least && value <= most,
                         "{} is '{}', but must be {}, at least {}", flag, word, kind, least);
  return value;
}

Index whole_number(const std::string& word, std::string_view flag, Index least) {
  return number_in<Index>(word, flag, least, std::numeric_limits<int>::max(), "a whole number");
}

/// One for each --auxiliary; a single one is a setting of the method.
std::vector<double> lambdas_of(const OtherDataArguments& args) {
  std::vector<double> lambdas;
  for (const std::string& word : args.lambdas)
    lambdas.push_back(number_in<double>(word, "--lambda", 0.0, 1e300, "a number"));
  return lambdas;
}

/// Words about knowledge that was not given are a mistake.
void require_whole(const ClusterArguments& args) {
  const KnownArguments& known = args.known;
  require<InvalidOption>(
      known.any() || (known.label_column.empty() && known.candidates.empty() && known.caution.empty()),
      "--known-label, --candidates and --caution are about known clusters: name them with --known ITEMS");
  const OtherDataArguments& others = args.others;
  require<InvalidOption>(
      others.any() || (others.label_column.empty() && !others.combine && others.lambdas.empty()),
      "--other-label, --lambda and --combine are about other data: give them with --auxiliary ITEMS or "
      "--annotated ITEMS");
  const SolvedArguments& solved = args.solved;
  require<InvalidOption>(solved.any() || (solved.strap.empty() && solved.by.empty() && solved.draws.empty() &&
                                          solved.label_column.empty()),
                         "--strap, --tune-by, --draws and --solved-label are about collections that were "
                         "sorted before: give them with --solved "
                         "ITEMS, or what they taught with --tune FILE");
  require<InvalidOption>(
      solved.tuner.empty() || (solved.strap.empty() && solved.by.empty() && solved.draws.empty()),
      "--tune {}: the file says what was learned and how: leave out --solved, --strap, --tune-by and --draws",
      solved.tuner);
}

RunSources sources_of(const ClusterArguments& args, const TuneWishes& tune) {
  RunSources sources{.items = args.items, .features = args.features, .transform = args.transform};
  sources.knowledge = {.seeds = args.knowledge.seeds,
                       .must_link = args.knowledge.must_link,
                       .cannot_link = args.knowledge.cannot_link};
  if (!args.min_size.empty()) sources.knowledge.min_size = whole_number(args.min_size, "--min-size", 0);
  if (!args.max_size.empty()) sources.knowledge.max_size = whole_number(args.max_size, "--max-size", 0);
  sources.known = {.known = args.known.known, .label_column = args.known.label_column};
  sources.others = {.auxiliary = args.others.auxiliary,
                    .annotated = args.others.annotated,
                    .tags = {args.others.tags.tags, args.others.tags.captions, args.others.tags.options},
                    .tag_columns = args.others.tag_columns,
                    .label_column = args.others.label_column,
                    .combine = args.others.combine};
  if (const auto lambdas = lambdas_of(args.others); lambdas.size() > 1) sources.others.lambdas = lambdas;
  sources.solved = {
      .solved = args.solved.solved, .label_column = args.solved.label_column, .tuner = args.solved.tuner};
  sources.solved.drawn = draws_from(args.solved.solved.size(), tune);
  sources.vectors = args.vectors;
  sources.ontology = args.ontology;
  sources.init = args.init;
  sources.represented = !args.known.represent.empty();
  return sources;
}

constexpr const char* automatic = "auto";

/// None: the number of clusters is given.
std::optional<KRange> range_of(const ClusterArguments& args) {
  const bool open = args.clusters == automatic;
  if (args.k_range.empty()) return open ? std::optional(KRange{}) : std::nullopt;
  require<InvalidOption>(open || args.clusters.empty(),
                         "--k-range {} is about -k auto, but -k is {}: leave out one of them",
                         shell_word(args.k_range), shell_word(args.clusters));
  const std::size_t colon = args.k_range.find(':');
  require<InvalidOption>(colon != std::string::npos,
                         "--k-range is '{}', but must be two whole numbers, as in --k-range 2:30",
                         args.k_range);
  const auto end = [&](const std::string& word) {
    return static_cast<int>(whole_number(word, "an end of --k-range", 1));
  };
  const KRange range{end(args.k_range.substr(0, colon)), end(args.k_range.substr(colon + 1))};
  require<InvalidOption>(range.least <= range.most, "--k-range {} is empty: write --k-range {}:{}",
                         args.k_range, range.most, range.least);
  return range;
}

void wish_for_clusters(const ClusterArguments& args, Wishes& wishes) {
  require<InvalidOption>(!args.clusters.empty() || !args.k_range.empty(),
                         "say how many clusters to find: bellwether cluster {} -k 3 (-k auto chooses)",
                         shell_word(args.items.items));
  wishes.choose_k = range_of(args);
  if (!wishes.choose_k)
    wishes.clusters = static_cast<int>(
        number_in<Index>(args.clusters, "-k", 1, std::numeric_limits<int>::max(), "auto or a whole number"));
  require<InvalidOption>(!wishes.choose_k || args.init.empty(),
                         "--init says how many clusters there are: leave it out, or -k auto");
}

Wishes wishes_of(const ClusterArguments& args) {
  Wishes wishes{
      .method = args.method, .represent = list_of(args.known.represent), .steps = args.features.steps};
  wish_for_clusters(args, wishes);
  if (!args.random_seed.empty())
    wishes.random_seed =
        number_in<std::uint64_t>(args.random_seed, "--random-seed", 0, 1ULL << 62, "a whole number");
  const std::string lambda = args.others.lambdas.size() == 1 ? args.others.lambdas[0] : std::string();
  const std::vector<SettingFlag> flags{
      {"-k", "clusters", wishes.choose_k ? automatic : args.clusters},
      {"--random-seed", "random_seed", args.random_seed},
      {"--restarts", "restarts", args.init.empty() || args.restarts != "1" ? args.restarts : ""},
      {"--iterations", "iterations", args.iterations},
      {"--tolerance", "tolerance", args.tolerance},
      {"--lambda", "lambda", lambda}};
  wishes.settings = settings_from(flags, {});
  std::erase_if(wishes.settings,
                [](const auto& s) { return s.first == "clusters" || s.first == "random_seed"; });
  const Settings all = settings_from(flags, args.set);
  for (const auto& setting : all)
    if (std::ranges::find(flags, setting.first, &SettingFlag::option) == flags.end())
      wishes.options.push_back(setting);
  if (wishes.method != "auto") find_entry(wishes.method);  // says which there are
  wishes.candidates = list_of(args.known.candidates);
  if (!args.known.caution.empty())
    wishes.caution = number_in<double>(args.known.caution, "--caution", 0.0, 1e6, "a number");
  wishes.combine = args.others.combine;
  wishes.trust = args.trust == "always" ? Trust::always : Trust::checked;
  require<InvalidOption>(
      args.init.empty() || args.restarts.empty() || args.restarts == "1",
      "--init starts one search from given clusters, so there is nothing to restart: leave out --restarts");
  return wishes;
}

}  // namespace

TuneWishes tune_wishes(const SolvedArguments& args) {
  TuneWishes wishes{.strap = args.strap};
  const NamedOptions by = parse_named_options(args.by.empty() ? "strapping" : args.by);
  if (by.name == "strapping") {
    wishes.strapping = with_settings<StrappingOptions>("strapping", by.options);
  } else {
    require<InvalidOption>(by.name == "rls", "--tune-by is '{}', but must be strapping or rls", by.name);
    wishes.by = TuneBy::least_squares;
    wishes.least_squares = with_settings<LeastSquaresOptions>("rls", by.options);
    require<InvalidOption>(args.draws.empty(),
                           "--tune-by rls uses one collection, matched item by item: leave out --draws");
  }
  if (!args.draws.empty()) {
    wishes.draws = static_cast<int>(whole_number(args.draws, "--draws", 0));
    require<InvalidOption>(*wishes.draws <= 1000,
                           "--draws is '{}', but must be a whole number from 0 to 1000", args.draws);
  }
  return wishes;
}

Asked asked(const ClusterArguments& typed) {
  ClusterArguments args = typed;
  Asked all{.project = args.project};
  if (!args.project.empty()) {
    all.told = told_in(ProjectFile(args.project, ProjectFile::For::reading));
    if (args.clusters.empty()) args.clusters = std::to_string(all.told->board.alive().size());
  }
  require_whole(args);
  all.wishes = wishes_of(args);
  all.wishes.tune = tune_wishes(args.solved);
  all.sources = sources_of(args, all.wishes.tune);
  require_together(all.sources);
  return all;
}

}  // namespace bellwether::cli
