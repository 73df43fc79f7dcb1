#include <bellwether/transforms/selection.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/engine/best.h>

namespace bellwether {
namespace {

/// NMI on the held-out half as it is, and what each candidate adds to it.
struct SplitTrial {
  double plain = 0;
  std::vector<double> gains = {};
};

/// `racing`: whether each candidate is still tried.
SplitTrial try_split(const HeldOut& held, const std::vector<Candidate>& candidates,
                     const std::vector<bool>& racing, const SelectionOptions& options, std::uint64_t seed,
                     const Run& run) {
  const auto nmi_of = [&](const Matrix& mapped, Geometry geometry, int restarts) {
    return found_again(mapped, held.truth, held.clusters, geometry, restarts, seed, run);
  };
  SplitTrial trial{.plain = nmi_of(held.held_out, Geometry::distances, 2 * options.restarts),
                   .gains = std::vector<double>(candidates.size(), 0)};
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (!racing[c]) continue;
    const LinearMap map = candidates[c].learn(held.items, held.labels, held.share, run);
    trial.gains[c] =
        nmi_of(mapped_by(map, held.held_out), candidates[c].geometry, options.restarts) - trial.plain;
  }
  return trial;
}

/// The trials of all candidates so far. Those that are clearly worse than nothing are tried no more.
struct Race {
  double plain = 0;  ///< summed over the splits
  std::vector<Trial> trials = {};
  std::vector<bool> racing = {};

  void add(const SplitTrial& split) {
    plain += split.plain;
    for (std::size_t c = 0; c < trials.size(); ++c)
      if (racing[c]) trials[c].gains.push_back(split.gains[c]);
  }
  void judge() {
    constexpr double clearly = 3;         // standard errors,
    constexpr double least_error = 0.01;  // which few splits may make too small by chance
    for (std::size_t c = 0; c < trials.size(); ++c) {
      trials[c] = trial_of(trials[c].name, std::move(trials[c].gains));
      racing[c] = racing[c] && trials[c].gain + clearly * std::max(trials[c].error, least_error) >= 0;
    }
  }
};

/// A few splits at a time, the same on any number of threads.
Race run_race(const Classes& classes, const std::vector<ClassSplit>& splits,
              const std::vector<Candidate>& candidates, const SelectionOptions& options, const Run& run) {
  constexpr int heat = 4;
  const int count = static_cast<int>(splits.size());
  Race race{.racing = std::vector<bool>(candidates.size(), true)};
  for (const Candidate& candidate : candidates) race.trials.push_back({.name = candidate.name});
  for (int done = 0; done < count && !run.stop.stop_requested(); done += heat) {
    if (run.on_progress)
      run.on_progress({.stage = "trying what known clusters teach", .iteration = done, .iterations = count});
    std::vector<SplitTrial> tried(static_cast<std::size_t>(std::min(heat, count - done)));
    on_threads(run.threads, [&] {
      for_each_parallel(static_cast<int>(tried.size()), [&](int next) {
        const auto at = static_cast<std::size_t>(done + next);
        const std::uint64_t seed = options.random_seed + 1000 * static_cast<std::uint64_t>(at);
        const HeldOut held = hold_out(classes, splits[at], options.most_items, seed);
        tried[static_cast<std::size_t>(next)] =
            try_split(held, candidates, race.racing, options, seed, {.threads = 1, .stop = run.stop});
      });
    });
    for (const SplitTrial& split : tried) race.add(split);
    race.judge();
  }
  return race;
}

int best_of(const std::vector<Trial>& trials, double caution) {
  if (trials.empty()) return -1;
  const auto score = [&](const Trial& trial) { return trial.score(caution); };
  const std::size_t best = first_best(Goal::maximise, trials, score);
  // The items as they are gain nothing, and lose nothing; a gain of rounding is none.
  return score(trials[best]) > tie ? static_cast<int>(best) : -1;
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

  Race race = run_race(classes, splits, candidates, options, run);
  if (run.stop.stop_requested()) {
    chosen.stopped = true;
    return chosen;
  }
  chosen.plain = race.plain / chosen.splits;
  chosen.trials = std::move(race.trials);
  chosen.best = best_of(chosen.trials, options.caution);
  return chosen;
}

}  // namespace bellwether
