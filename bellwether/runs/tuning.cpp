#include <bellwether/runs/tuning.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

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

/// Two collections that are compared as counts. Values below 0 have no such meaning: then every feature is
/// shifted by its least value in both.
struct Compared {
  Compared(const Rows& first, const Rows& second) : a(first), b(second) {
    bool negative = false;
    for (const Rows& rows : {first, second})
      for_each_value(rows, [&](Index, Index, double value) { negative = negative || value < 0; });
    if (!negative) return;
    shifted_a = dense(first);
    shifted_b = dense(second);
    const Eigen::RowVectorXd least = shifted_a.colwise().minCoeff().cwiseMin(shifted_b.colwise().minCoeff());
    shifted_a.rowwise() -= least;
    shifted_b.rowwise() -= least;
    a = shifted_a;
    b = shifted_b;
  }
  Compared(const Compared&) = delete;

  static Matrix dense(const Rows& rows) {
    Matrix values = Matrix::Zero(rows.rows(), rows.columns());
    for_each_value(rows, [&](Index i, Index j, double value) { values(i, j) = value; });
    return values;
  }

  Rows a, b;
  Matrix shifted_a = {}, shifted_b = {};
};

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
Tuned untuned_alone(const Strap& strap, const ClusterAt& cluster, const Run& run) {
  Tuned tuned{.value = strap.values[strap.untuned], .values = strap.values};
  tuned.outcome = cluster(tuned.value, run);
  tuned.untuned = tuned.outcome.clustering;
  return tuned;
}

/// Their labels.
Candidates candidates_of(const Strap& strap, const std::vector<Outcome>& outcomes) {
  Candidates candidates{.values = strap.values};
  for (const Outcome& outcome : outcomes) candidates.labels.push_back(outcome.clustering.labels);
  return candidates;
}

/// Reports how many are done, on the caller's thread alone.
class Counter {
 public:
  Counter(const char* stage, std::int64_t all, const Run& run) : stage_(stage), all_(all), run_(run) {}

  void count() {
    const std::int64_t done = ++done_;
    if (!run_.on_progress || std::this_thread::get_id() != caller_) return;
    run_.on_progress({.stage = stage_,
                      .done = done,
                      .unit = "clusterings",
                      .share = static_cast<double>(done) / static_cast<double>(all_)});
  }

 private:
  const char* stage_;
  std::int64_t all_;
  const Run& run_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<std::int64_t> done_ = 0;
};

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

SolvedCollection sorted_items(std::string name, const Dataset& items) {
  std::vector<Index> kept;
  std::vector<std::string> labels;
  for (Index i = 0; i < items.items(); ++i)
    if (const std::string& label = items.labels[static_cast<std::size_t>(i)]; !label.empty()) {
      kept.push_back(i);
      labels.push_back(label);
    }
  return {std::move(name), take_items(items, kept), encode(labels).codes};
}

SolvedCollection pooled(const std::vector<SolvedCollection>& collections) {
  Dataset all = collections.front().items;
  all.ids.clear();
  for (std::size_t s = 1; s < collections.size(); ++s) {
    Dataset more = collections[s].items;
    more.ids.clear();
    append_items(all, more, collections[s].name);
  }
  return solved_collection(collections.size() == 1 ? collections.front().name : "the solved collections",
                           all);
}

std::vector<SolvedCollection> measured(std::vector<SolvedCollection> collections,
                                       const std::vector<StepPlan>& steps, Measured how, const Run& run) {
  for (const StepPlan& plan : steps) {
    if (how == Measured::alike) {
      const Step fitted = fit_step(plan, collections.front().items, run);
      for (std::size_t s = 1; s < collections.size(); ++s) apply(fitted, collections[s].items, run);
    } else {
      for (SolvedCollection& solved : collections) fit_step(plan, solved.items, run);
    }
  }
  for (SolvedCollection& solved : collections)
    if (!zero_rows(solved.items.rows()).empty()) solved = solved_collection(solved.name, solved.items);
  return collections;
}

ClusterAt cluster_at(const Method& method, const Settings& settings, const Strap& strap, const Rows& items,
                     int clusters) {
  return [=, &method](double value, const Run& run) {
    return method.cluster({.items = items}, settings_at(strap, value, settings, clusters), run);
  };
}

std::vector<std::vector<Outcome>> cluster_over(const std::vector<ClusterAt>& jobs,
                                               const std::vector<double>& values, const char* stage,
                                               const Run& run) {
  std::vector<std::vector<Outcome>> outcomes(jobs.size(), std::vector<Outcome>(values.size()));
  Counter counter(stage, static_cast<std::int64_t>(jobs.size() * values.size()), run);
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(jobs.size() * values.size()), [&](int cell) {
      const auto job = static_cast<std::size_t>(cell) / values.size(),
                 at = static_cast<std::size_t>(cell) % values.size();
      if (run.stop.stop_requested()) return;
      outcomes[job][at] = jobs[job](values[at], {.threads = 1, .stop = run.stop});
      counter.count();
    });
  });
  return outcomes;
}

Tuner learn_tuner(Tuner tuner, const std::vector<SolvedCollection>& collections,
                  const std::vector<ClusterAt>& jobs, const StrappingOptions& options, const Run& run) {
  const Strap& strap = tuner.strap;
  for (const SolvedCollection& solved : collections) tuner.collections.push_back(solved.name);
  const auto outcomes = cluster_over(jobs, strap.values, "clustering solved collections", run);
  tuner.stopped = run.stop.stop_requested() || !std::ranges::all_of(outcomes, complete);
  if (tuner.stopped) return tuner;
  std::vector<Lesson> lessons;
  for (std::size_t i = 0; i < collections.size(); ++i) {
    const Candidates candidates = candidates_of(strap, outcomes[i]);
    lessons.push_back({collections[i].name, cues_of(collections[i].items.rows(), candidates, run),
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

Tuner learn_tuner(const Method& method, const Settings& settings, const Strap& strap,
                  const std::vector<SolvedCollection>& collections, const StrappingOptions& options,
                  const Run& run) {
  std::vector<ClusterAt> jobs;
  for (const SolvedCollection& solved : collections)
    jobs.push_back(cluster_at(method, settings, strap, solved.items.rows(), solved.clusters()));
  return learn_tuner({.method = method.name, .settings = settings, .strap = strap}, collections, jobs,
                     options, run);
}

Tuned cluster_tuned(const Tuner& tuner, const Rows& items, const ClusterAt& cluster, Trust trust,
                    const Run& run) {
  const Strap& strap = tuner.strap;
  if (tuner.stopped || tuner.indifferent) return untuned_alone(strap, cluster, run);
  auto outcomes = cluster_over({cluster}, strap.values, "clustering", run)[0];
  if (!complete(outcomes)) return untuned_alone(strap, cluster, run);
  const Ranked ranked = rank(tuner.strapping, cues_of(items, candidates_of(strap, outcomes), run));
  Tuned tuned{.checked = trust == Trust::checked && tuner.check.possible, .values = strap.values};
  tuned.used = trust == Trust::always || tuner.advises();
  tuned.scores.assign(ranked.scores.begin(), ranked.scores.end());
  const std::size_t chosen = tuned.used ? ranked.best : strap.untuned;
  tuned.value = strap.values[chosen];
  tuned.untuned = outcomes[strap.untuned].clustering;
  tuned.outcome = std::move(outcomes[chosen]);
  return tuned;
}

Tuned cluster_by_least_squares(const Strap& strap, const SolvedCollection& matched,
                               const ClusterAt& of_matched, const ClusterAt& of_items,
                               const LeastSquaresOptions& options, Trust trust, LeastSquaresTuning& tuning,
                               const Run& run) {
  const auto outcomes = cluster_over({of_matched}, strap.values, "clustering the matched collection", run)[0];
  Tuned tuned = untuned_alone(strap, of_items, run);
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
  tuned.outcome = of_items(tuned.value, run);
  return tuned;
}

std::vector<SolvedCollection> draw_similar(const Rows& items, const SolvedCollection& sorted, int clusters,
                                           int draws, std::uint64_t random_seed, const Run& run) {
  const Compared compared(items, sorted.items.rows());
  const Sorted all{compared.b, sorted.classes};
  const std::vector<int> nearest = nearest_classes(compared.a, all, clusters, run);
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
  const Compared compared(items, sorted.items.rows());
  const Sorted all{compared.b, sorted.classes};
  const std::vector<int> nearest = nearest_classes(compared.a, all, clusters, run);
  return taken(sorted, matched_sample(compared.a, all, nearest, run),
               fmt::format("{}, matched", sorted.name));
}

std::vector<SolvedCollection> draw_any(const SolvedCollection& sorted, int clusters, Index size, int draws,
                                       std::uint64_t random_seed) {
  require(sorted.clusters() >= clusters, "{}: has {} classes, but {} were asked for (use {})", sorted.name,
          sorted.clusters(), clusters, remedy("clusters", sorted.clusters()));
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
