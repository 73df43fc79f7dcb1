#include <cli/borrowed.h>
#include <cli/direction.h>
#include <cli/one_run.h>
#include <cli/settings.h>
#include <cli/stopwatch.h>
#include <cli/taught.h>
#include <cli/top_words.h>

#include <algorithm>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/data/table.h>
#include <bellwether/data/take.h>

namespace bellwether::cli {
namespace {

/// The clusters of --init, numbered in the order in which the items show them.
std::vector<int> read_start(const std::string& file, const Dataset& items, const Reading& how) {
  if (file.empty()) return {};
  return encode(labels_for(items, read_pairs(file, "id", "cluster", how), file)).codes;
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

bellwether::Run run_of_reading(const ClusterArguments& args, ProgressBar& bar) {
  return {.threads = args.threads, .on_progress = [&bar](const Progress& p) { bar.show(p); }};
}

/// Chooses the search and runs it with all that it may use.
void search(const ClusterArguments& args, const Settings& settings, Result& result, Dataset& items,
            Dataset& plain, Material& material, ProgressBar& bar) {
  const std::vector<int> start = read_start(args.init, items, reading_beside(args.items));
  NamedKnowledge known = read_knowledge(args.knowledge, items);
  Problem problem{items.rows(), start, known.knowledge};
  const auto auxiliary = material.others.auxiliary();
  if (searches_with_others(args)) problem.auxiliary = auxiliary, problem.tags = material.others.tags();
  if (args.others.combine) problem.items = material.others.pool.rows();
  Choice choice = choose(args, problem, settings, result.taught ? &result.taught->representation : nullptr);
  require_start_fits(args, start, clusters_asked(settings));
  require_takes(find_method(choice.method), known.knowledge);
  const bool raw = result.vectorizer.reads_raw_items();
  if (args.solved.any()) {
    result.outcome = cluster_by_solved(args, settings, material.solved, result, items, bar);
  } else if (searches_with_others(args) || args.others.combine) {
    result.outcome = cluster_with_others(args, choice, settings, material.others, start, result, items, bar);
  } else if (args.knowledge.any()) {
    require_labels_fit(known, clusters_asked(settings), args.knowledge.seeds);
    result.guidance = guide_as_well_as_possible(choice, items, raw, start, known, settings, args, bar);
    result.outcome = std::move(result.guidance->found.outcome);
  } else {
    bar.nothing_follows(!result.taught && !result.borrowed);
    result.outcome = interruptible(args, bar, [&](const bellwether::Run& inner) {
      return fit(find_method(choice.method), items, raw, start, {}, settings, inner);
    });
    bar.nothing_follows(false);
  }
  compare_with_plain(args, choice.method, settings, plain, result, bar);
  result.method = choice.method;
  result.reason = args.solved.any() ? material.solved.reason : choice.reason;
}

/// What the summary and the files say beside the outcome.
void describe(const ClusterArguments& args, const Dataset& items, const Material& material, Result& result) {
  const Clustering& found = result.outcome.clustering;
  if (result.outcome.features.clusters == 0 && result.borrowed)
    result.outcome.features = result.borrowed->features;
  if (result.borrowed)
    result.centres = telling_features(material.others.made.items.rows(), found);
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

}  // namespace

Material read_with_known_items(const ClusterArguments& args, bool scale, ProgressBar& bar) {
  const Stopwatch reading;
  Material material;
  material.known = read_with_known(args.items, args.known, args.features, scale, run_of_reading(args, bar));
  require(!material.known.fresh.empty(),
          "every item of {} has a known class: there is nothing left to cluster", args.items.items);
  material.result.seconds_reading = reading.seconds();
  return material;
}

Material without_known_items(const Material& material) {
  const Vectorized& made = material.known.made;
  Material rest;
  rest.items = take_items(made.items, material.known.fresh);
  rest.result.vectorizer = made.vectorizer;
  rest.result.columns = made.features;
  rest.result.seconds_reading = material.result.seconds_reading;
  return rest;
}

Material read_material(const ClusterArguments& args, const RunSettings& settings, Solved solved,
                       ProgressBar& bar) {
  bar.say("reading " + args.items.items);
  if (args.known.any()) return read_with_known_items(args, representation_of(args) == "auto", bar);
  const bellwether::Run run = run_of_reading(args, bar);
  Material material{.solved = std::move(solved)};
  Result& result = material.result;
  if (args.solved.any()) {
    read_tuned(args, result, material.items, material.solved, run);
  } else if (borrows(args)) {
    material.others = read_borrowed(args, result, material.items, run);
  } else {
    const Stopwatch checking;
    const FeatureArguments features = checked_features(args, settings.search, result, run, bar);
    result.seconds_fitting = checking.seconds();
    bar.say("reading " + args.items.items);
    read_as_they_are(args, features, result, material.items, run);
  }
  return material;
}

Result run_once(const ClusterArguments& args, const RunSettings& settings, Material material, Dataset& items,
                ProgressBar& bar) {
  const Stopwatch fitting;
  Result result = std::move(material.result);
  items = std::move(material.items);
  Dataset plain;  // the items without what known clusters taught
  if (args.known.any())
    result.taught = be_taught(args, settings.learner, std::move(material.known), result, items, plain,
                              run_of_reading(args, bar), bar);
  else if (borrows(args) && !representation_of(args).empty())
    represent_by_others(args, settings, material.others, result, items, bar);
  search(args, settings.search, result, items, plain, material, bar);
  result.seconds_fitting += fitting.seconds();
  describe(args, items, material, result);
  return result;
}

}  // namespace bellwether::cli
