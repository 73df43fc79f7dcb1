// bellwether cluster ITEMS -k K: find the clusters, say what was found, and keep it.

#include <cli/borrowed.h>
#include <cli/cluster_arguments.h>
#include <cli/direction.h>
#include <cli/portrait.h>
#include <cli/result.h>
#include <cli/settings.h>
#include <cli/stopwatch.h>
#include <cli/summary.h>
#include <cli/taught.h>
#include <cli/top_words.h>
#include <cli/tuned.h>
#include <cli/verbs.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/data/table.h>

namespace bellwether::cli {
namespace {

/// The clusters of --init, numbered in the order in which the items show them.
std::vector<int> read_start(const std::string& file, const Dataset& items) {
  if (file.empty()) return {};
  return encode(labels_for(items, read_pairs(file, "id", "cluster"), file)).codes;
}

void require_start_fits(const ClusterArguments& args, const std::vector<int>& start,
                        const std::string& clusters) {
  if (start.empty()) return;
  const int groups = *std::max_element(start.begin(), start.end()) + 1;
  require(std::to_string(groups) == clusters, "{}: has {}, but {} were asked for (use -k {})", args.init,
          counted(groups, "cluster"), clusters, groups);
}

std::vector<std::string> warnings_of(const Dataset& items, const Clustering& c) {
  std::vector<std::string> warnings = items.notes;
  const auto sizes = cluster_sizes(c.labels, c.clusters);
  const auto empty = std::count(sizes.begin(), sizes.end(), 0);
  if (empty > 0)
    warnings.push_back(
        fmt::format("{} ended without items; ask for fewer with -k", counted(empty, "cluster")));
  if (c.stopped)
    warnings.push_back("interrupted: this is the best that was found until then");
  else if (!c.converged)
    warnings.push_back(fmt::format("the search was still improving when it ended; try --iterations {}",
                                   10 * static_cast<std::int64_t>(c.iterations)));
  return warnings;
}

Choice choose(const ClusterArguments& args, const Problem& problem, const Settings& settings,
              const Representation* made = nullptr) {
  const bool bounded = !args.min_size.empty() || !args.max_size.empty();
  const std::string search = search_asked(args);
  Choice choice = search != "auto"                            ? Choice{search, "asked for"}
                  : made && !bounded && !args.knowledge.any() ? search_in(*made)
                                                              : choose_method(problem, bounded);
  check_settings(choice.method, settings);
  return choice;
}

/// The guided run, and what came of the knowledge.
Guidance guide(const Method& method, Dataset& items, bool raw, std::span<const int> start,
               NamedKnowledge known, const Settings& settings, const ClusterArguments& args,
               ProgressBar& bar) {
  Guidance guidance{.known = std::move(known)};
  const Trust trust = args.trust == "always" ? Trust::always : Trust::checked;
  guidance.found = interruptible(args, bar, [&](const bellwether::Run& run) {
    const auto with = [&](const Knowledge& some, const bellwether::Run& inner) {
      return fit(method, items, raw, start, some, settings, inner);
    };
    return cluster_guided(with, guidance.known.knowledge, items.items(), trust, run);
  });
  const auto& covered = guidance.found.covered;
  guidance.unguided_scores = score(guidance.found.unguided.labels, items, covered);
  for (std::size_t i = 0; i < items.labels.size(); ++i)
    if (!items.labels[i].empty() && !covered[i]) ++guidance.scored;
  return guidance;
}

/// Knowledge that does not help when it is obeyed may help when it is taken less strictly: then `choice` says
/// so.
Guidance guide_as_well_as_possible(Choice& choice, Dataset& items, bool raw, std::span<const int> start,
                                   const NamedKnowledge& known, const Settings& settings,
                                   const ClusterArguments& args, ProgressBar& bar) {
  Guidance strict = guide(find_method(choice.method), items, raw, start, known, settings, args, bar);
  const std::optional<Choice> other = milder_than(choice, settings);
  if (strict.found.check.used || !other) return strict;
  Guidance milder = guide(find_method(other->method), items, raw, start, known, settings, args, bar);
  if (!milder.found.check.used) return strict;
  choice = *other;
  return milder;
}

/// The features that are used in the end: a direction that does not help is left out.
FeatureArguments checked_features(const ClusterArguments& args, const Settings& settings, Result& result,
                                  const bellwether::Run& run, ProgressBar& bar) {
  if (args.features.select_for.empty() || args.trust == "always") return args.features;
  const auto cluster_items = [&](Vectorized& made) {
    const Method& method = find_method(choose(args, {made.items.rows()}, settings).method);
    return interruptible(args, bar,
                         [&](const bellwether::Run& inner) {
                           return fit(method, made.items, made.vectorizer.reads_raw_items(), {}, {}, settings,
                                      inner);
                         })
        .clustering.labels;
  };
  result.direction = check_direction(args.items, args.features, cluster_items, run);
  return result.direction->used ? args.features : without_direction(args.features);
}

void read_as_they_are(const ClusterArguments& args, const FeatureArguments& features, Result& result,
                      Dataset& items, const bellwether::Run& run) {
  const Stopwatch reading;
  Vectorized vectorized = args.transform.empty()
                              ? vectorize_items(args.items, features, purpose_of(args), run)
                              : apply_saved(args.transform, args.items, run);
  items = std::move(vectorized.items);
  result.vectorizer = std::move(vectorized.vectorizer);
  result.columns = std::move(vectorized.features);
  result.seconds_reading = reading.seconds();
}

/// What was read beside the items.
struct Beside {
  Dataset plain = {};      ///< the items without what known clusters taught
  WithOthers others = {};  ///< other data, with the items as they were read
  Solved solved = {};      ///< collections that were sorted before
};

void read_all(const ClusterArguments& args, const RunSettings& settings, Result& result, Dataset& items,
              Beside& beside, ProgressBar& bar) {
  const bellwether::Run run{.threads = args.threads, .on_progress = [&](const Progress& p) { bar.show(p); }};
  if (args.known.any()) {
    result.taught = be_taught(args, settings.learner, result, items, beside.plain, run, bar);
  } else if (args.solved.any()) {
    read_tuned(args, result, items, beside.solved, run);
  } else if (borrows(args)) {
    beside.others = read_borrowed(args, result, items, run);
    if (!representation_of(args).empty())
      represent_by_others(args, settings, beside.others, result, items, bar);
  } else {
    const FeatureArguments features = checked_features(args, settings.search, result, run, bar);
    bar.say("reading " + args.items.items);
    read_as_they_are(args, features, result, items, run);
  }
}

/// Chooses the search and runs it with all that it may use.
void search(const ClusterArguments& args, const Settings& settings, Result& result, Dataset& items,
            Beside& beside, ProgressBar& bar) {
  const std::vector<int> start = read_start(args.init, items);
  NamedKnowledge known = read_knowledge(args.knowledge, items);
  Problem problem{items.rows(), start, known.knowledge};
  const auto auxiliary = beside.others.auxiliary();
  if (searches_with_others(args)) problem.auxiliary = auxiliary, problem.tags = beside.others.tags();
  if (args.others.combine) problem.items = beside.others.pool.rows();
  Choice choice = choose(args, problem, settings, result.taught ? &result.taught->representation : nullptr);
  require_start_fits(args, start, clusters_asked(settings));
  require_takes(find_method(choice.method), known.knowledge);
  const bool raw = result.vectorizer.reads_raw_items();
  if (args.solved.any()) {
    result.outcome = cluster_by_solved(args, settings, beside.solved, result, items, bar);
  } else if (searches_with_others(args) || args.others.combine) {
    result.outcome = cluster_with_others(args, choice, settings, beside.others, start, result, items, bar);
  } else if (args.knowledge.any()) {
    require_labels_fit(known, clusters_asked(settings), args.knowledge.seeds);
    result.guidance = guide_as_well_as_possible(choice, items, raw, start, known, settings, args, bar);
    result.outcome = std::move(result.guidance->found.outcome);
  } else {
    result.outcome = interruptible(args, bar, [&](const bellwether::Run& inner) {
      return fit(find_method(choice.method), items, raw, start, {}, settings, inner);
    });
  }
  compare_with_plain(args, choice.method, settings, beside.plain, result, bar);
  result.method = choice.method;
  result.reason = args.solved.any() ? beside.solved.reason : choice.reason;
}

/// What the summary and the files say beside the outcome.
void describe(const ClusterArguments& args, const Dataset& items, const Beside& beside, Result& result) {
  const Clustering& found = result.outcome.clustering;
  if (result.outcome.features.clusters == 0 && result.borrowed)
    result.outcome.features = result.borrowed->features;
  if (result.borrowed)
    result.centres = telling_features(beside.others.made.items.rows(), found);
  else if (find_method(result.method).needs_counts)
    result.centres = telling_features(items.rows(), found);
  result.items = items.items();
  result.features = items.rows().columns();
  if (result.guidance && result.guidance->found.check.used)
    result.names = cluster_names(result.guidance->known.labels, found.clusters);
  result.scores =
      score(found.labels, items, result.guidance ? result.guidance->found.covered : std::vector<bool>());
  result.warnings = warnings_of(items, found);
  if (result.taught && result.taught->representation.used())
    for (const auto& warning : result.taught->representation.learned->warnings)
      result.warnings.push_back(warning);
  if (result.direction)
    result.warnings.insert(result.warnings.begin(), in_words(*result.direction, args.features.select_for));
}

Result run(const ClusterArguments& args, const RunSettings& settings, Solved solved, Dataset& items) {
  Result result;
  Beside beside{.solved = std::move(solved)};
  ProgressBar bar(!args.quiet);
  bar.say("reading " + args.items.items);
  const Stopwatch whole;
  read_all(args, settings, result, items, beside, bar);
  search(args, settings.search, result, items, beside, bar);
  result.seconds_fitting = whole.seconds() - result.seconds_reading;
  describe(args, items, beside, result);
  return result;
}

void cluster(const ClusterArguments& asked, const std::string& as_typed) {
  Solved solved;
  const ClusterArguments args = with_tuned_method(asked, solved);
  const RunSettings settings = settings_of(args);
  std::optional<OutputFolder> folder;
  if (!args.output.empty()) folder.emplace(args.output);
  Dataset items;
  const Result result = run(args, settings, std::move(solved), items);

  const SummaryContext context{args.items.items, args.init, args.output, as_typed,
                               search_asked(asked) == "auto"};
  if (folder) write_result(*folder, result, items);
  if (folder) write_portrait(*folder, result, items, args.items, context, args.threads);
  if (args.json) return fmt::print("{}", to_json(result, items));
  if (!args.quiet) print_summary(stdout, result, items, context);
}

}  // namespace

void add_cluster(CLI::App& app, const std::string& as_typed) {
  auto args = std::make_shared<ClusterArguments>();
  CLI::App* command = app.add_subcommand("cluster", "Cluster items, print a summary, write results");
  command->add_option("-k,--clusters", args->clusters, "how many clusters to find")->type_name("K");
  add_items_options(*command, args->items);
  add_knowledge_options(*command, args->knowledge);
  add_known_options(*command, args->known);
  add_other_data_options(*command, args->others);
  add_solved_options(*command, args->solved, false);
  command
      ->add_option("--transform", args->transform,
                   "measure the items as `bellwether learn` learned it, with any method")
      ->type_name("FILE");
  command
      ->add_option("--min-size", args->min_size,
                   "no cluster has fewer items (k-means, its guided forms, cop-kmeans)")
      ->type_name("N");
  command->add_option("--max-size", args->max_size, "no cluster has more items")->type_name("N");
  command->add_option("--method", args->method, "see `bellwether methods`; auto (the default) chooses")
      ->type_name("NAME");
  command->add_option("--init", args->init, "begin from these clusters: a file of id,cluster")
      ->type_name("FILE");
  command
      ->add_option(
          "--trust", args->trust,
          "checked (the default): knowledge is used if it helps on a part that was held back; always")
      ->check(CLI::IsMember({"checked", "always"}).description(""))
      ->type_name("checked|always");
  command->add_option("--restarts", args->restarts, "searches from different starts; the best is kept")
      ->type_name("N");
  command->add_option("--iterations", args->iterations, "give up after this many rounds")->type_name("N");
  command->add_option("--tolerance", args->tolerance, "smallest relative gain worth another round")
      ->type_name("T");
  command->add_option("--random-seed", args->random_seed, "where the random draws start")->type_name("S");
  command->add_option("--threads", args->threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command->add_option("--set", args->set, "any option of the method; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("-o,--output", args->output,
                   "write assignments.csv, result.json, model.bellwether there, what else was found, and "
                   "what `report` shows")
      ->type_name("DIR");
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->add_flag("--quiet", args->quiet, "print nothing but errors");
  add_feature_options(*command, args->features);
  command->footer(
      "Examples:\n"
      "  bellwether cluster data:iris -k 3\n"
      "  bellwether cluster items.csv -k 5 --label-column last --normalise standard -o result\n"
      "  bellwether cluster texts.mtx -k 20 --method vm --truth classes.csv --json\n"
      "  bellwether cluster posts/ -k 20 --strip headers,quotes,signatures --language english\n"
      "  bellwether cluster photos.zip -k 8 --features sift\n"
      "  bellwether cluster items.csv -k 8 --set start=random --restarts 50\n"
      "  bellwether cluster items.csv -k 5 --seeds some_labels.csv\n"
      "  bellwether cluster items.csv -k 5 --must-link together.csv --cannot-link apart.csv\n"
      "  bellwether cluster items.csv -k 5 --min-size 20 --max-size 40\n"
      "  bellwether cluster new.csv -k 5 --known sorted.csv --label-column last\n"
      "  bellwether cluster items.csv -k 5 --known labels_of_other_groups.csv --method tcs-gm\n"
      "  bellwether cluster few_texts/ -k 3 --auxiliary many_texts/\n"
      "  bellwether cluster photos/ -k 4 --annotated tagged_photos/ --tags tags.csv\n"
      "  bellwether cluster few_texts/ -k 3 --auxiliary many_texts/ --represent stc --seeds "
      "some_labels.csv\n"
      "  bellwether cluster new_texts/ -k 5 --solved sorted_texts/\n"
      "  bellwether cluster new_texts/ -k 5 --tune tuned.bellwether\n");
  command->callback([args, as_typed] { cluster(*args, as_typed); });
}

}  // namespace bellwether::cli
