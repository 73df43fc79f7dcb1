#include <bellwether/runs/map_agreement.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/runs/k_sample.h>
#include <bellwether/runs/method_settings.h>
#include <bellwether/runs/represent.h>
#include <bellwether/scores/agreement.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr Index most_items = 3000;  ///< new and known ones together

/// Some of the new items and of the known ones, with the same values each.
struct Both {
  Material items = {};
  Evidence evidence = {};
};

Pool sample_of(Pool pool) {
  if (pool.all.items() <= most_items) return pool;
  const std::vector<Index> rows = evenly(pool.all.items(), most_items);
  Pool some{.all = take_items(pool.all, rows)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    some.labels.push_back(pool.labels[static_cast<std::size_t>(rows[i])]);
    if (some.labels.back() == unlabelled) some.fresh.push_back(static_cast<Index>(i));
  }
  return some;
}

Both parted(const Material& half, const Pool& pool, const KnownClusters& known) {
  Both both{.items = half, .evidence = {.known = known}};
  both.items.items = take_items(half.items, pool.fresh);
  std::vector<Index> others;
  both.evidence.known.classes.clear();
  both.evidence.known.places.clear();
  for (std::size_t i = 0; i < pool.labels.size(); ++i) {
    if (pool.labels[i] == unlabelled) continue;
    others.push_back(static_cast<Index>(i));
    both.evidence.known.classes.push_back(pool.labels[i]);
  }
  both.evidence.known.items = take_items(half.items, others);
  return both;
}

/// Clusters of one half by the default and, after it, by each of the maps; empty: there are none.
std::vector<std::vector<int>> clusters_of(const SoFar& so_far, const Both& half,
                                          const std::vector<RepresentationPlan>& maps, const Run& run) {
  std::vector<std::vector<int>> found(maps.size() + 1);
  const auto attempted = [](const auto& clusters) {
    try {
      return clusters();
    } catch (const Error&) {
      return std::vector<int>{};  // a half leaves too few dimensions, or nothing to learn from
    }
  };
  const Evidence nothing;
  found[0] = attempted([&] {
    return attempt({half.items, nothing, so_far.usual.way.wishes}, {.for_check = true}, nullptr, run)
        .labels();
  });
  const Job job{half.items, half.evidence, so_far.for_maps};
  Space before;
  Plan plan = plan_of(job, {.uses = {known}, .for_check = true});
  if (attempted([&] {
        before = measured_space(job.material, job.evidence, plan, run);
        represent_before_map(before, plan, run);
        return std::vector<int>{0};
      }).empty())
    return found;
  const Pool pool = pooled(before.items, before.known);
  for (std::size_t m = 0; m < maps.size(); ++m)
    found[m + 1] = attempted([&] {
      Space space = before;
      Representation made{
          .name = maps[m].name,
          .learned = find_learner(maps[m].name)
                         .learn(pool.all.rows(), {.seeds = pool.labels}, maps[m].settings, run)};
      take_map(space, maps[m], std::move(made), run);
      for (const StepPlan& step : plan.last_steps) fit_and_take(step, space, run);
      std::vector<std::string> ignored;
      return search(job, plan, space, {}, ignored, run).clustering.labels;
    });
  return found;
}

double agreement(const std::vector<int>& a, const std::vector<int>& b) {
  return a.empty() || b.empty() ? 0 : adjusted_rand_index(cross_tabulate(a, b));
}

}  // namespace

std::vector<double> agreement_beyond_default(const SoFar& so_far, const std::vector<RepresentationPlan>& maps,
                                             const Run& run) {
  std::vector<double> beyond(maps.size(), 0);
  const KnownClusters& classes = so_far.job.evidence.known;
  const Pool pool = sample_of(pooled(so_far.job.material.items, classes));
  Material whole = so_far.job.material;
  whole.items = pool.all;
  const int cuts = std::ssize(pool.fresh) >= many_items_for_halves ? 1 : cuts_of_few_items;
  const Random random = Random(so_far.job.wishes.random_seed).split(77);
  for (int c = 0; c < cuts && !run.stop.stop_requested(); ++c) {
    const auto halves = halves_of(whole, random.split(static_cast<std::uint64_t>(c) + 1));
    const auto one = clusters_of(so_far, parted(halves.first, pool, classes), maps, run);
    const auto other = clusters_of(so_far, parted(halves.second, pool, classes), maps, run);
    for (std::size_t m = 0; m < maps.size(); ++m)
      beyond[m] += (agreement(one[m + 1], other[m + 1]) - agreement(one[0], other[0])) / cuts;
  }
  return beyond;
}

}  // namespace bellwether
