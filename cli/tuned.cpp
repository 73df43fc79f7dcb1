#include <cli/borrowed.h>
#include <cli/stopwatch.h>
#include <cli/tuned.h>

#include <algorithm>
#include <cstdlib>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/methods/around_zeros.h>

namespace bellwether::cli {
namespace {

std::uint64_t seed_of(const ClusterArguments& args) {
  return args.random_seed.empty() ? 0 : std::strtoull(args.random_seed.c_str(), nullptr, 10);
}

/// Settings by the user replace those of the file; how many clusters is asked for apart.
Settings joined(Settings base, const Settings& more) {
  for (const auto& setting : more) {
    std::erase_if(base, [&](const auto& known) { return known.first == setting.first; });
    base.push_back(setting);
  }
  std::erase_if(base, [](const auto& setting) { return setting.first == "clusters"; });
  return base;
}

void note_collections(const std::vector<SolvedCollection>& collections, Tuning& tuning) {
  for (const SolvedCollection& solved : collections)
    tuning.collections.push_back({solved.name, solved.items.items(), solved.clusters()});
}

/// What the solved collections teach now, or taught before.
Tuner tuner_for(const ClusterArguments& args, const TunePlan& plan, const Settings& settings, Solved& solved,
                const Rows& items, int clusters, Tuning& tuning, const bellwether::Run& run) {
  if (solved.tuner) {
    Tuner tuner = *solved.tuner;
    tuner.settings = joined(tuner.settings, settings);
    for (const auto& name : tuner.collections) tuning.collections.push_back({name, 0, 0});
    return tuner;
  }
  const Method& method = find_method(args.method);
  if (plan.draws > 0) {
    solved.collections = draw_similar(items, solved.sorted, clusters, plan.draws, seed_of(args), run);
    tuning.drawn_from = solved.sorted.name;
  }
  note_collections(solved.collections, tuning);
  const Settings search = joined({}, settings);
  return learn_tuner(method, search, plan_strap(method, settings, args.solved.strap), solved.collections,
                     plan.strapping, run);
}

}  // namespace

ClusterArguments with_tuned_method(const ClusterArguments& args, Solved& solved) {
  plan_tuning(args.solved);  // says what does not go together before a file is opened
  ClusterArguments tuned = args;
  solved.reason = "asked for";
  if (!args.solved.tuner.empty()) {
    solved.tuner = load_tuner(args.solved.tuner, reading_beside(args.items).limit);
    require<InvalidOption>(args.method == "auto" || args.method == solved.tuner->method,
                           "--tune {} was learned for {}, and --method names {}: leave out --method, or tune "
                           "again",
                           args.solved.tuner, solved.tuner->method, args.method);
    tuned.method = solved.tuner->method;
    solved.reason = "what was learned is about it";
  } else if (args.solved.any() && args.method == "auto") {
    tuned.method = "sib";
    solved.reason = "solved collections can choose its order alpha";
  }
  return tuned;
}

void read_tuned(const ClusterArguments& args, Result& result, Dataset& items, Solved& solved,
                const bellwether::Run& reading_run) {
  const Stopwatch reading;
  const TunePlan plan = plan_tuning(args.solved);
  Vectorized made;
  if (plan.pooled()) {
    WithSorted all = read_with_sorted(args.items, args.solved, args.features, purpose_of(args), reading_run);
    made = std::move(all.made);
    solved.sorted = std::move(all.sorted);
  } else {
    made = vectorize_items(args.items, args.features, purpose_of(args), reading_run);
    solved.collections = read_solved(args.items, args.solved, args.features, purpose_of(args), reading_run);
  }
  items = std::move(made.items);
  result.vectorizer = std::move(made.vectorizer);
  result.columns = std::move(made.features);
  result.seconds_reading = reading.seconds();
}

Outcome cluster_by_solved(const ClusterArguments& args, const Settings& settings, Solved& solved,
                          Result& result, Dataset& items, ProgressBar& bar) {
  const Method& method = find_method(args.method);
  const TunePlan plan = plan_tuning(args.solved);
  const Trust trust = args.trust == "always" ? Trust::always : Trust::checked;
  const int clusters = std::atoi(clusters_asked(settings).c_str());
  if (method.needs_directions && !result.vectorizer.reads_raw_items()) require_directions(items);
  const std::vector<Index> zeros = method.needs_directions ? zero_rows(items.rows()) : std::vector<Index>();
  Dataset shown;
  if (!zeros.empty()) {
    std::vector<Index> kept;
    for (Index i = 0; i < items.items(); ++i)
      if (!std::ranges::binary_search(zeros, i)) kept.push_back(i);
    require(!kept.empty(), "no item has any feature: there is nothing to cluster");
    shown = take_items(items, kept);
  }
  const Rows rows = zeros.empty() ? items.rows() : shown.rows();

  Tuning& tuning = result.tuning.emplace();
  tuning.file = args.solved.tuner;
  tuning.by = plan.by == TuneBy::strapping ? "strapping" : "rls";
  tuning.tuned = interruptible(args, bar, [&](const bellwether::Run& run) {
    if (plan.by == TuneBy::least_squares) {
      const Strap strap = plan_strap(method, settings, args.solved.strap);
      tuning.option = strap.option;
      tuning.untuned_value = strap.values[strap.untuned];
      const SolvedCollection matched = draw_matched(rows, solved.sorted, clusters, run);
      note_collections({matched}, tuning);
      return cluster_by_least_squares(method, joined({}, settings), strap, matched, plan.least_squares, rows,
                                      clusters, trust, tuning.least_squares, run);
    }
    const Tuner tuner = tuner_for(args, plan, settings, solved, rows, clusters, tuning, run);
    tuning.option = tuner.strap.option;
    tuning.untuned_value = tuner.strap.values[tuner.strap.untuned];
    tuning.check = tuner.check;
    tuning.indifferent = tuner.indifferent;
    tuning.strapping = tuner.strapping;
    return cluster_tuned(tuner, rows, clusters, trust, run);
  });
  Outcome outcome = std::move(tuning.tuned.outcome);
  put_back_zeros(outcome.clustering, zeros, items.notes);
  put_back_zeros(tuning.tuned.untuned, zeros, items.notes);
  tuning.untuned_scores = score(tuning.tuned.untuned.labels, items);
  return outcome;
}

}  // namespace bellwether::cli
