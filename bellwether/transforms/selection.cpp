#include <bellwether/transforms/selection.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/scores/information.h>
#include <bellwether/transforms/best_map.h>

namespace bellwether {
namespace {

/// NMI on the held-out half as it is, and what each candidate adds to it.
struct SplitTrial {
  double plain = 0;
  std::vector<std::optional<double>> gains = {};  ///< none: not tried, or nothing could be learned
  std::vector<double> beyond_chance = {};
  std::vector<std::string> failures = {};  ///< why nothing could be learned
};

/// `plain` is the NMI of the items held out without a map; `racing`: whether each candidate is still tried.
SplitTrial try_split(const HeldOut& held, double plain, const std::vector<Candidate>& candidates,
                     const std::vector<bool>& racing, const SelectionOptions& options, std::uint64_t seed,
                     const Run& run) {
  const auto found = [&](const Matrix& mapped, Geometry geometry, int restarts) {
    return agreement_again(mapped, held.truth, held.clusters, geometry, restarts, seed, run);
  };
  SplitTrial trial{.plain = plain,
                   .gains = std::vector<std::optional<double>>(candidates.size()),
                   .beyond_chance = std::vector<double>(candidates.size()),
                   .failures = std::vector<std::string>(candidates.size())};
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (!racing[c]) continue;
    try {
      const LinearMap map = candidates[c].learn(held.items, held.labels, held.share, run);
      const FoundAgain again = found(mapped_by(map, held.held_out), candidates[c].geometry, options.restarts);
      trial.gains[c] = again.nmi - trial.plain;
      trial.beyond_chance[c] = again.beyond_chance;
    } catch (const Error& error) {
      // All known classes may be fine; what some of them lack, or an option that fits all of them and not
      // some, is no fault of the user's.
      trial.failures[c] = error.what();
    }
  }
  return trial;
}

constexpr double clearly = 3;         ///< standard errors,
constexpr double least_error = 0.01;  ///< which few splits may make too small by chance

bool clearly_worse(const Trial& trial) {
  return trial.gain + clearly * std::max(trial.error, least_error) < 0;
}

/// The trials of all candidates so far. Those that are clearly worse than nothing are tried no more.
struct Race {
  double plain = 0;  ///< summed over the splits
  int splits = 0;
  std::vector<Trial> trials = {};
  std::vector<bool> racing = {};

  void add(const SplitTrial& split) {
    plain += split.plain;
    for (std::size_t c = 0; c < trials.size(); ++c) {
      if (split.gains[c]) {
        trials[c].gains.push_back(*split.gains[c]);
        trials[c].beyond_chance.push_back(split.beyond_chance[c]);
      }
      if (split.failures[c].empty()) continue;
      if (++trials[c].failed == 1) trials[c].failure = split.failures[c];
    }
  }
  /// All have lost, or after half of the usual splits one is clearly better than nothing.
  bool settled() const {
    constexpr int enough = 8;
    if (std::ranges::none_of(racing, std::identity{})) return !trials.empty();
    return splits >= enough && std::ranges::any_of(trials, [](const Trial& trial) {
             return trial.gain - clearly * std::max(trial.error, least_error) > 0;
           });
  }
  void judge() {
    for (std::size_t c = 0; c < trials.size(); ++c) {
      const Trial sum = trial_of(trials[c].name, trials[c].gains);
      trials[c].gain = sum.gain;
      trials[c].error = sum.error;
      racing[c] = racing[c] && !clearly_worse(trials[c]);
    }
  }
};

/// The classes once more, without a map: as they are measured then; or the items' numbers, where a search of
/// its own finds them.
Classes classes_without_map(const Classes& classes, std::span<const int> labels, const AsUsual* as_usual) {
  if (as_usual == nullptr) return classes;
  if (!as_usual->find) return classes_of(as_usual->rows, labels);
  Matrix numbers(std::ssize(labels), 1);
  std::iota(numbers.data(), numbers.data() + numbers.size(), 0.0);
  return classes_of(numbers, labels);
}

/// NMI of the held-out half without a map.
double plain_nmi(const HeldOut& held, const AsUsual* as_usual, const SelectionOptions& options,
                 std::uint64_t seed, const Run& run) {
  if (as_usual == nullptr || !as_usual->find)
    return agreement_again(held.held_out, held.truth, held.clusters, Geometry::distances,
                           2 * options.restarts, seed, run)
        .nmi;
  std::vector<Index> items;
  for (Index i = 0; i < held.held_out.rows(); ++i) items.push_back(static_cast<Index>(held.held_out(i, 0)));
  return nmi(cross_tabulate(as_usual->find(items, held.clusters, seed, run), held.truth));
}

/// A few splits at a time, the same on any number of threads. Over when the verdict is clear.
Race run_race(const Classes& classes, const Classes& without_map, const AsUsual* as_usual,
              const std::vector<ClassSplit>& splits, const std::vector<Candidate>& candidates,
              const SelectionOptions& options, const Run& run) {
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
        const struct Run inner { .threads = 1, .stop = run.stop };
        const double plain = plain_nmi(hold_out(without_map, splits[at], options.most_items, seed), as_usual,
                                       options, seed, inner);
        const HeldOut held = hold_out(classes, splits[at], options.most_items, seed);
        tried[static_cast<std::size_t>(next)] =
            try_split(held, plain, candidates, race.racing, options, seed, inner);
      });
    });
    for (const SplitTrial& split : tried) race.add(split);
    race.judge();
    race.splits += static_cast<int>(tried.size());
    if (race.settled()) break;
  }
  return race;
}

/// Whether held-out classes are found after the map by more than chance.
bool finds_classes(const Trial& trial) {
  constexpr double least = 0.02;
  const Trial beyond = trial_of({}, trial.beyond_chance);
  return beyond.gain > std::max(least, 2 * beyond.error);
}

}  // namespace

bool may_help(const Trial& trial) {
  return !trial.gains.empty() && std::ssize(trial.gains) >= trial.failed && finds_classes(trial) &&
         !clearly_worse(trial);
}

int best_of(const std::vector<Trial>& trials, double caution, std::span<const double> besides) {
  std::vector<double> scores;
  for (std::size_t t = 0; t < trials.size(); ++t)
    scores.push_back(may_help(trials[t]) ? trials[t].score(caution) + (besides.empty() ? 0 : besides[t])
                                         : -std::numeric_limits<double>::infinity());
  if (scores.empty()) return -1;
  const std::size_t best = first_best(Goal::maximise, scores);
  // The items as they are gain nothing, and lose nothing; a gain of rounding is none.
  return scores[best] > tie ? static_cast<int>(best) : -1;
}

Trial trial_of(std::string name, std::vector<double> gains) {
  if (gains.empty()) return {.name = std::move(name)};
  const auto n = static_cast<double>(gains.size());
  const double mean = std::accumulate(gains.begin(), gains.end(), 0.0) / n;
  double squares = 0;
  for (const double gain : gains) squares += (gain - mean) * (gain - mean);
  const double error = gains.size() > 1 ? std::sqrt(squares / (n - 1) / n) : 0;
  return {.name = std::move(name), .gains = std::move(gains), .gain = mean, .error = error};
}

Chosen choose_map(const Rows& items, std::span<const int> labels, const std::vector<Candidate>& candidates,
                  const SelectionOptions& options, const Run& run, const AsUsual* as_usual) {
  check_options(options, "the selection");
  const Classes classes = classes_of(items, labels);
  Chosen chosen{.classes = classes.count};
  if (classes.count < fewest_classes_to_hold_out) return chosen;
  const auto splits = class_splits(classes.count, options.permutations, options.random_seed);
  chosen.possible = true;
  chosen.splits = static_cast<int>(splits.size());

  Race race = run_race(classes, classes_without_map(classes, labels, as_usual), as_usual, splits, candidates,
                       options, run);
  if (run.stop.stop_requested()) {
    chosen.stopped = true;
    return chosen;
  }
  chosen.splits = race.splits;
  chosen.plain = race.plain / chosen.splits;
  chosen.trials = std::move(race.trials);
  chosen.best = best_of(chosen.trials, options.caution);
  chosen.possible = candidates.empty() || std::ranges::any_of(chosen.trials, [](const Trial& trial) {
                      return !trial.gains.empty();
                    });
  return chosen;
}

}  // namespace bellwether
