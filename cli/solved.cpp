#include <cli/solved.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include <bellwether/data/align.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/features/steps.h>
#include <bellwether/sources/alike.h>

namespace bellwether::cli {
namespace {

constexpr int usual_draws = 5;  ///< the paper's

ItemsArguments arguments_of(const std::string& file, const ItemsArguments& like,
                            const SolvedArguments& arguments) {
  ItemsArguments source = like;
  source.items = file;
  source.truth.clear();
  source.some_unlabelled = true;
  if (!arguments.label_column.empty()) source.label_column = arguments.label_column;
  return source;
}

int draws_of(const SolvedArguments& arguments) {
  const std::string& typed = arguments.draws;
  if (typed.empty()) return arguments.solved.size() == 1 ? usual_draws : 0;
  int draws = 0;
  const auto [at, error] = std::from_chars(typed.data(), typed.data() + typed.size(), draws);
  require<InvalidOption>(
      error == std::errc{} && at == typed.data() + typed.size() && draws >= 0 && draws <= 1000,
      "--draws is '{}', but must be a whole number from 0 to 1000", typed);
  require<InvalidOption>(
      draws != 0 || arguments.solved.size() > 1,
      "--draws 0 takes collections as they are, and there is only one: give several, or draw "
      "from it");
  return draws;
}

/// Every solved item once: a class is what has the same name.
Dataset pooled(std::vector<Dataset> sources, const std::vector<std::string>& names) {
  Dataset all = std::move(sources.front());
  all.ids.clear();
  for (std::size_t s = 1; s < sources.size(); ++s) {
    sources[s].ids.clear();
    append_items(all, sources[s], names[s]);
  }
  return all;
}

}  // namespace

void add_solved_options(CLI::App& command, SolvedArguments& arguments, bool tuning) {
  const std::string group = "Collections that were sorted before";
  auto* solved =
      command
          .add_option("--solved", arguments.solved,
                      tuning
                          ? "collections with labels: several, or one of many classes to draw from"
                          : "collections with labels, which teach what to set an option to: several, or one "
                            "of many classes, from which similar ones are drawn")
          ->type_name("ITEMS...")
          ->group(group);
  if (tuning) solved->required();
  command
      .add_option("--solved-label", arguments.label_column,
                  "the column of --solved that holds the class; by default as --label-column")
      ->type_name("COLUMN")
      ->group(group);
  if (!tuning)
    command.add_option("--tune", arguments.tuner, "what `bellwether tune` learned from such collections")
        ->type_name("FILE")
        ->group(group);
  command
      .add_option("--strap", arguments.strap,
                  "the option to choose, and its values; of sib and idt by default alpha=0.1:1.0:0.1")
      ->type_name("NAME=FIRST:LAST:STEP")
      ->group(group);
  command
      .add_option(
          "--tune-by", arguments.by,
          tuning ? "strapping, with options: strapping:scale=plain"
                 : "strapping (the default): clusterings are ranked by cues; rls: the value is estimated "
                   "from one matched collection. With options: strapping:scale=plain, "
                   "rls:sigma=0.5,lambda=0.1")
      ->type_name("NAME")
      ->group(group);
  command
      .add_option("--draws", arguments.draws,
                  tuning ? "draw this many collections of -k classes; 5 if there is one --solved"
                         : "draw this many collections of the classes most like the items; 5 if there is one "
                           "--solved, 0 (as they are) if there are several")
      ->type_name("N")
      ->group(group);
}

TunePlan plan_tuning(const SolvedArguments& arguments) {
  require<InvalidOption>(arguments.any() || (arguments.strap.empty() && arguments.by.empty() &&
                                             arguments.draws.empty() && arguments.label_column.empty()),
                         "--strap, --tune-by, --draws and --solved-label are about collections that were "
                         "sorted before: give them "
                         "with --solved ITEMS, or what they taught with --tune FILE");
  require<InvalidOption>(arguments.tuner.empty() || (arguments.solved.empty() && arguments.strap.empty() &&
                                                     arguments.by.empty() && arguments.draws.empty()),
                         "--tune {}: the file says what was learned and how: leave out --solved, --strap, "
                         "--tune-by and --draws",
                         arguments.tuner);
  TunePlan plan;
  if (arguments.solved.empty()) return plan;
  const NamedOptions by = parse_named_options(arguments.by.empty() ? "strapping" : arguments.by);
  if (by.name == "strapping") {
    plan.strapping = with_settings<StrappingOptions>("strapping", by.options);
  } else {
    require<InvalidOption>(by.name == "rls", "--tune-by is '{}', but must be strapping or rls", by.name);
    plan.by = TuneBy::least_squares;
    plan.least_squares = with_settings<LeastSquaresOptions>("rls", by.options);
    require<InvalidOption>(arguments.draws.empty(),
                           "--tune-by rls uses one collection, matched item by item: leave out --draws");
  }
  if (plan.by == TuneBy::strapping) plan.draws = draws_of(arguments);
  return plan;
}

std::vector<SolvedCollection> read_solved(const ItemsArguments& like, const SolvedArguments& arguments,
                                          const FeatureArguments& features, Purpose purpose, const Run& run) {
  std::vector<SolvedCollection> collections;
  for (const std::string& file : arguments.solved) {
    const Vectorized made = vectorize_items(arguments_of(file, like, arguments), features, purpose, run);
    collections.push_back(solved_collection(fmt::format("--solved {}", file), made.items));
    collections.back().name = file;
  }
  return collections;
}

WithSorted read_with_sorted(const ItemsArguments& items, const SolvedArguments& arguments,
                            const FeatureArguments& features, Purpose purpose, const Run& run) {
  const bool with_items = !items.items.empty();
  std::vector<ItemsArguments> sources;
  if (with_items) sources.push_back(items);
  for (const std::string& file : arguments.solved) sources.push_back(arguments_of(file, items, arguments));
  const FeaturePlan plan = plan_features(sources.front(), features, purpose);
  ReadAlike read =
      read_alike(sources, std::vector<std::string>(sources.size() - 1, "--solved"), features, plan, run);

  WithSorted all;
  all.made.vectorizer.extractor = std::move(read.extractor);
  Dataset& own = all.made.items = read.sources.front();
  all.made.features = own.features;
  for (std::size_t s = 1; s < sources.size(); ++s)
    align_features(read.sources[s], own, fmt::format("--solved {}", sources[s].items));
  std::vector<Dataset> solved(read.sources.begin() + (with_items ? 1 : 0), read.sources.end());
  for (std::size_t s = 0; s < solved.size(); ++s)
    require(!solved[s].labels.empty(),
            "--solved {}: its items have no labels (say which column holds them: --solved-label last)",
            arguments.solved[s]);
  Dataset pool = pooled(std::move(solved), arguments.solved);
  for (const StepPlan& step : plan.steps) {
    all.made.vectorizer.steps.push_back(fit_step(step, own, run));
    apply(all.made.vectorizer.steps.back(), pool, run);
  }
  const std::string name = arguments.solved.size() == 1 ? arguments.solved.front() : "the solved collections";
  all.sorted = solved_collection(name, pool);
  return all;
}

}  // namespace bellwether::cli
