#include <bellwether/transforms/selection.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bellwether {
namespace {

/// NMI on the held-out half as it is, and what each candidate adds to it.
struct SplitTrial {
  double plain = 0;
  std::vector<double> gains = {};
};

SplitTrial try_split(const HeldOut& held, const std::vector<Candidate>& candidates,
                     const SelectionOptions& options, std::uint64_t seed, const Run& run) {
  const auto nmi_of = [&](const Matrix& mapped, Geometry geometry, int restarts) {
    return found_again(mapped, held.truth, held.clusters, geometry, restarts, seed, run);
  };
  SplitTrial trial{.plain = nmi_of(held.held_out, Geometry::distances, 2 * options.restarts)};
  for (const Candidate& candidate : candidates) {
    const LinearMap map = candidate.learn(held.items, held.labels, held.share, run);
    trial.gains.push_back(nmi_of(mapped_by(map, held.held_out), candidate.geometry, options.restarts) -
                          trial.plain);
  }
  return trial;
}

/// A few splits at a time, so that progress can be told between them.
std::vector<SplitTrial> try_splits(const Classes& classes, const std::vector<ClassSplit>& splits,
                                   const std::vector<Candidate>& candidates, const SelectionOptions& options,
                                   const Run& run) {
  const int count = static_cast<int>(splits.size());
  const int at_once = std::max(2, thread_count(run));
  std::vector<SplitTrial> tried(splits.size());
  for (int done = 0; done < count && !run.stop.stop_requested(); done += at_once) {
    if (run.on_progress)
      run.on_progress({.stage = "trying what known clusters teach", .iteration = done, .iterations = count});
    on_threads(run.threads, [&] {
      for_each_parallel(std::min(at_once, count - done), [&](int next) {
        const auto at = static_cast<std::size_t>(done + next);
        const std::uint64_t seed = options.random_seed + 1000 * static_cast<std::uint64_t>(at);
        const HeldOut held = hold_out(classes, splits[at], options.most_items, seed);
        tried[at] = try_split(held, candidates, options, seed, {.threads = 1, .stop = run.stop});
      });
    });
  }
  return tried;
}

int best_of(const std::vector<Trial>& trials, double caution) {
  int best = -1;
  double score = 0;  // the items as they are gain nothing, and lose nothing
  for (std::size_t c = 0; c < trials.size(); ++c)
    if (trials[c].score(caution) > score) {
      score = trials[c].score(caution);
      best = static_cast<int>(c);
    }
  return best;
}

}  // namespace

Trial trial_of(std::string name, std::vector<double> gains) {
  const auto n = static_cast<double>(gains.size());
  const double mean = std::accumulate(gains.begin(), gains.end(), 0.0) / n;
  double squares = 0;
  for (const double gain : gains) squares += (gain - mean) * (gain - mean);
  const double error = gains.size() > 1 ? std::sqrt(squares / (n - 1) / n) : 0;
  return {std::move(name), std::move(gains), mean, error};
}

Chosen choose_map(const Rows& items, std::span<const int> labels, const std::vector<Candidate>& candidates,
                  const SelectionOptions& options, const Run& run) {
  check_options(options, "the selection");
  const Classes classes = classes_of(items, labels);
  Chosen chosen{.classes = classes.count};
  if (classes.count < fewest_classes_to_hold_out) return chosen;
  const auto splits = class_splits(classes.count, options.permutations, options.random_seed);
  chosen.possible = true;
  chosen.splits = static_cast<int>(splits.size());

  const std::vector<SplitTrial> tried = try_splits(classes, splits, candidates, options, run);
  if (run.stop.stop_requested()) {
    chosen.stopped = true;
    return chosen;
  }
  for (const SplitTrial& trial : tried) chosen.plain += trial.plain / chosen.splits;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    std::vector<double> gains;
    for (const SplitTrial& trial : tried) gains.push_back(trial.gains[c]);
    chosen.trials.push_back(trial_of(candidates[c].name, std::move(gains)));
  }
  chosen.best = best_of(chosen.trials, options.caution);
  return chosen;
}

}  // namespace bellwether
