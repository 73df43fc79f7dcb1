#include <bellwether/runs/k_known.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/runs/represent.h>
#include <bellwether/runs/shape.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

int classes_in(const KnownClusters& known) {
  return *std::ranges::max_element(known.classes) + 1;
}

KCurve curve_of_known(const KSpace& space, std::uint64_t random_seed, const Run& run) {
  const KnownClusters& known = space.space->known;
  const int classes = classes_in(known);
  return curve_along(std::get<Matrix>(known.items.values),
                     {.least = classes, .most = classes + classes / 2 + 3}, 1, random_seed, run);
}

bool finds(const KCurve& curve, int classes) {
  return largest_apart(curve, {.least = 1, .most = curve.most()}, 1) == classes;
}

/// Items and known ones, whitened by what varies within known classes; the same if nothing does.
KSpace whitened(const KSpace& space, const Run& run) {
  Space made = *space.space;
  const Pool pool = pooled(made.items, made.known);
  const double shrinkage = shrinkage_for(pool.labels, made.items.rows().columns(), 0);
  RepresentationPlan link{.name = "whiten", .settings = {{"shrinkage", shrinkage}}, .from = known};
  try {
    Representation map{.name = link.name,
                       .learned = find_learner(link.name).learn(pool.all.rows(), {.seeds = pool.labels},
                                                                link.settings, run)};
    take_map(made, link, std::move(map), run);
  } catch (const InvalidInput&) {
    return space;
  }
  KSpace changed{.wishes = space.wishes, .items = std::get<Matrix>(made.items.values)};
  changed.space = std::make_shared<const Space>(std::move(made));
  return changed;
}

}  // namespace

KByKnown learn_from_known(KSpace space, std::uint64_t random_seed, const Run& run) {
  KByKnown learned{.space = std::move(space)};
  const KnownClusters& known = learned.space.space->known;
  if (known.classes.empty()) return learned;
  const int classes = classes_in(known);
  const KCurve plain = curve_of_known(learned.space, random_seed, run);
  if (plain.interrupted) return learned;
  learned.reason = fmt::format("the same rule finds the {} known clusters", classes);
  if (finds(plain, classes)) return learned;
  if (const auto needed = needed_for(plain, classes)) {
    learned.needed = *needed;
    learned.reason = fmt::format("as clearly as the {} known clusters are", classes);
    return learned;
  }
  KSpace shaped = whitened(learned.space, run);
  learned.found = finds(curve_of_known(shaped, random_seed, run), classes);
  if (learned.found) learned.space = std::move(shaped);
  learned.reason = learned.found
                       ? fmt::format("whitened by the {} known clusters, which the rule then finds", classes)
                       : fmt::format("the rule does not find the {} known clusters", classes);
  return learned;
}

}  // namespace bellwether
