#include <bellwether/transforms/tuning.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>

namespace bellwether {
namespace {

constexpr Index most_items = 2000;

/// NMI of the held-out items as they are, then with the map of each setting; nothing if the classes that are
/// left have too little to learn from.
std::vector<double> try_split(const HeldOut& held, const LearnSettings& learn, Geometry geometry,
                              const TuningOptions& options, std::uint64_t seed, const Run& run) {
  const auto nmi_of = [&](const Matrix& items) {
    return found_again(items, held.truth, held.clusters, geometry, options.restarts, seed, run);
  };
  try {
    std::vector<double> found{nmi_of(held.held_out)};
    for (const LinearMap& map : learn(held, run)) found.push_back(nmi_of(mapped_by(map, held.held_out)));
    return found;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

const std::vector<double>& gamma_grid() {
  static const std::vector<double> grid{1e3, 1e2, 1e1, 1, 1e-1, 1e-2, 1e-3, 1e-4};
  return grid;
}

TuningCurve tune(const Classes& classes, const std::vector<Regularisation>& settings,
                 const LearnSettings& learn, Geometry geometry, const TuningOptions& options,
                 const Run& run) {
  TuningCurve curve;
  if (classes.count < fewest_classes_to_hold_out) return curve;
  const auto splits = class_splits(classes.count, options.permutations, options.random_seed);
  const auto count = static_cast<int>(splits.size());
  std::vector<std::vector<double>> found(splits.size());
  const int at_once = std::max(2, thread_count(run));
  for (int done = 0; done < count; done += at_once) {
    if (run.stop.stop_requested()) return curve;
    if (run.on_progress)
      run.on_progress(
          {.stage = "choosing gamma on held-out classes", .iteration = done, .iterations = count});
    on_threads(run.threads, [&] {
      for_each_parallel(std::min(at_once, count - done), [&](int next) {
        const auto at = static_cast<std::size_t>(done + next);
        const std::uint64_t seed = options.random_seed + 1000 * static_cast<std::uint64_t>(at);
        const HeldOut held = hold_out(classes, splits[at], most_items, seed);
        found[at] = try_split(held, learn, geometry, options, seed, {.threads = 1, .stop = run.stop});
      });
    });
  }
  if (run.stop.stop_requested()) return curve;

  std::erase_if(found, [](const auto& split) { return split.empty(); });
  curve.possible = 2 * std::ssize(found) >= count;  // fewer tell too little
  if (!curve.possible) return curve;
  for (const auto& split : found) curve.plain += split.front() / static_cast<double>(found.size());
  for (std::size_t s = 0; s < settings.size(); ++s) {
    std::vector<double> gains;
    for (const auto& split : found) gains.push_back(split[s + 1] - split.front());
    curve.tried.push_back({settings[s], trial_of({}, std::move(gains))});
  }
  const auto gain = [](const TriedSetting& tried) { return tried.trial.gain; };
  curve.best = static_cast<int>(first_best(Goal::maximise, curve.tried, gain));
  return curve;
}

}  // namespace bellwether
