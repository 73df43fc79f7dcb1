#include <bellwether/methods/tuner.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/data/values.h>
#include <bellwether/features/normalise.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/tuning/similar.h>

namespace bellwether {
namespace {

/// Cues read items as distributions. Values below 0 have no such meaning: then every feature is brought to
/// 0 .. 1 first, for the cues alone.
Matrix cues_of(const Rows& items, const Candidates& candidates, const Run& run) {
  bool negative = false;
  for_each_value(items, [&](Index, Index, double value) { negative = negative || value < 0; });
  if (!negative) return plain_cues_of(items, candidates, run);
  Matrix values = Matrix::Zero(items.rows(), items.columns());
  for_each_value(items, [&](Index i, Index j, double value) { values(i, j) = value; });
  const Normaliser normaliser = fit_normaliser(values, Normalise::range);
  apply(normaliser, values, run);
  return plain_cues_of(values, candidates, run);
}

bool complete(const std::vector<Outcome>& outcomes) {
  return std::ranges::all_of(outcomes, [](const Outcome& o) { return !o.clustering.labels.empty(); });
}

SolvedCollection taken(const SolvedCollection& sorted, const Sample& sample, std::string name) {
  return {std::move(name), take_items(sorted.items, sample.items), sample.classes};
}

/// At most half of what the classes have, so that no two draws are the same.
Index draw_size(const SolvedCollection& sorted, const std::vector<int>& classes, Index wanted) {
  const auto there = std::ranges::count_if(
      sorted.classes, [&](int label) { return std::ranges::find(classes, label) != classes.end(); });
  return std::min(wanted, std::max<Index>(there / 2, 2 * std::ssize(classes)));
}

/// The untuned outcome by itself, when there is no time for more.
Tuned untuned_alone(const Method& method, const Settings& settings, const Strap& strap, const Rows& items,
                    int clusters, const Run& run) {
  Tuned tuned{.value = strap.values[strap.untuned], .values = strap.values};
  tuned.outcome = method.cluster({.items = items}, settings_at(strap, tuned.value, settings, clusters), run);
  tuned.untuned = tuned.outcome.clustering;
  return tuned;
}

}  // namespace

int SolvedCollection::clusters() const {
  return classes.empty() ? 0 : *std::ranges::max_element(classes) + 1;
}

SolvedCollection solved_collection(std::string name, const Dataset& items) {
  require(!items.labels.empty(),
          "{}: its items have no labels (say which column holds them, or sort files into folders by class)",
          name);
  const std::vector<Index> zeros = zero_rows(items.rows());
  std::vector<Index> kept;
  std::vector<std::string> labels;
  for (Index i = 0; i < items.items(); ++i) {
    const std::string& label = items.labels[static_cast<std::size_t>(i)];
    if (label.empty() || std::ranges::binary_search(zeros, i)) continue;
    kept.push_back(i);
    labels.push_back(label);
  }
  SolvedCollection solved{std::move(name), take_items(items, kept), encode(labels).codes};
  require(solved.clusters() >= 2, "{}: its items are of {}; a solved collection has at least two classes",
          solved.name, solved.clusters() == 1 ? "one class" : "no known class");
  return solved;
}

Tuner learn_tuner(const Method& method, const Settings& settings, const Strap& strap,
                  const std::vector<SolvedCollection>& collections, const StrappingOptions& options,
                  const Run& run) {
  Tuner tuner{.method = method.name, .settings = settings, .strap = strap};
  std::vector<StrapJob> jobs;
  for (const SolvedCollection& solved : collections) {
    jobs.push_back({solved.items.rows(), solved.clusters()});
    tuner.collections.push_back(solved.name);
  }
  const auto outcomes = cluster_over(method, jobs, settings, strap, "clustering solved collections", run);
  tuner.stopped = run.stop.stop_requested() || !std::ranges::all_of(outcomes, complete);
  if (tuner.stopped) return tuner;
  std::vector<Lesson> lessons;
  for (std::size_t i = 0; i < collections.size(); ++i) {
    const Candidates candidates = candidates_of(strap, outcomes[i]);
    lessons.push_back({collections[i].name, cues_of(jobs[i].items, candidates, run),
                       errors_of(candidates, collections[i].classes)});
  }
  tuner.indifferent = std::ranges::all_of(lessons, [](const Lesson& lesson) {
    return std::ranges::all_of(lesson.errors, [&](double error) { return error == lesson.errors.front(); });
  });
  if (tuner.indifferent) return tuner;
  tuner.strapping = learn_strapping(strap.values, lessons, options, run);
  tuner.check = check_strapping(strap.values, lessons, strap.untuned, options, run);
  return tuner;
}

Tuned cluster_tuned(const Tuner& tuner, const Rows& items, int clusters, Trust trust, const Run& run) {
  const Method& method = find_method(tuner.method);
  const Strap& strap = tuner.strap;
  if (tuner.stopped || tuner.indifferent)
    return untuned_alone(method, tuner.settings, strap, items, clusters, run);
  auto outcomes = cluster_over(method, {{items, clusters}}, tuner.settings, strap, "clustering", run)[0];
  if (!complete(outcomes)) return untuned_alone(method, tuner.settings, strap, items, clusters, run);
  const Ranked ranked = rank(tuner.strapping, cues_of(items, candidates_of(strap, outcomes), run));
  Tuned tuned{.checked = trust == Trust::checked && tuner.check.possible, .values = strap.values};
  tuned.used = trust == Trust::always || tuner.advises();
  tuned.scores.assign(ranked.scores.begin(), ranked.scores.end());
  const std::size_t chosen = tuned.used ? ranked.best : strap.untuned;
  tuned.value = strap.values[chosen];
  tuned.untuned = outcomes[strap.untuned].clustering;
  tuned.outcome = std::move(outcomes[chosen]);
  tuned.moved = count_moved(tuned.untuned.labels, tuned.outcome.clustering.labels);
  return tuned;
}

Tuned cluster_by_least_squares(const Method& method, const Settings& settings, const Strap& strap,
                               const SolvedCollection& matched, const LeastSquaresOptions& options,
                               const Rows& items, int clusters, Trust trust, LeastSquaresTuning& tuning,
                               const Run& run) {
  const auto outcomes = cluster_over(method, {{matched.items.rows(), matched.clusters()}}, settings, strap,
                                     "clustering the matched collection", run)[0];
  Tuned tuned = untuned_alone(method, settings, strap, items, clusters, run);
  if (!complete(outcomes) || run.stop.stop_requested()) return tuned;
  tuning.errors = errors_of(candidates_of(strap, outcomes), matched.classes);
  tuning.estimate = estimate_value(strap.values, tuning.errors, options);
  tuning.untuned_error = tuning.errors[strap.untuned];
  const auto nearest = std::ranges::min_element(
      strap.values, {}, [&](double value) { return std::abs(value - tuning.estimate.value); });
  tuning.tuned_error = tuning.errors[static_cast<std::size_t>(nearest - strap.values.begin())];
  tuned.scores = tuning.estimate.probabilities;
  tuned.checked = trust == Trust::checked;
  tuned.used = trust == Trust::always || tuning.tuned_error <= tuning.untuned_error;
  if (!tuned.used) return tuned;
  tuned.value = tuning.estimate.value;
  tuned.outcome = method.cluster({.items = items}, settings_at(strap, tuned.value, settings, clusters), run);
  tuned.moved = count_moved(tuned.untuned.labels, tuned.outcome.clustering.labels);
  return tuned;
}

std::vector<SolvedCollection> draw_similar(const Rows& items, const SolvedCollection& sorted, int clusters,
                                           int draws, std::uint64_t random_seed, const Run& run) {
  const Sorted all{sorted.items.rows(), sorted.classes};
  const std::vector<int> nearest = nearest_classes(items, all, clusters, run);
  std::vector<SolvedCollection> drawn;
  for (int draw = 0; draw < draws; ++draw) {
    const Random random = Random(random_seed).split(static_cast<std::uint64_t>(draw));
    drawn.push_back(taken(sorted,
                          random_sample(all, nearest, draw_size(sorted, nearest, items.rows()), random),
                          fmt::format("{}, draw {}", sorted.name, draw + 1)));
  }
  return drawn;
}

SolvedCollection draw_matched(const Rows& items, const SolvedCollection& sorted, int clusters,
                              const Run& run) {
  const Sorted all{sorted.items.rows(), sorted.classes};
  const std::vector<int> nearest = nearest_classes(items, all, clusters, run);
  return taken(sorted, matched_sample(items, all, nearest, run), fmt::format("{}, matched", sorted.name));
}

std::vector<SolvedCollection> draw_any(const SolvedCollection& sorted, int clusters, Index size, int draws,
                                       std::uint64_t random_seed) {
  require(sorted.clusters() >= clusters, "{}: has {} classes, but {} were asked for (use a smaller -k)",
          sorted.name, sorted.clusters(), clusters);
  const Sorted all{sorted.items.rows(), sorted.classes};
  std::vector<SolvedCollection> drawn;
  for (int draw = 0; draw < draws; ++draw) {
    const Random random = Random(random_seed).split(static_cast<std::uint64_t>(draw));
    std::vector<int> classes(static_cast<std::size_t>(sorted.clusters()));
    for (std::size_t c = 0; c < classes.size(); ++c) classes[c] = static_cast<int>(c);
    random.split(0).shuffle(classes);
    classes.resize(static_cast<std::size_t>(clusters));
    drawn.push_back(taken(sorted,
                          random_sample(all, classes, draw_size(sorted, classes, size), random.split(1)),
                          fmt::format("{}, draw {}", sorted.name, draw + 1)));
  }
  return drawn;
}

}  // namespace bellwether
