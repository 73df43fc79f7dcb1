#include <bellwether/runs/choose.h>

#include <fmt/format.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// Solved collections choose the order of the information that sib keeps; a map has its own option for them.
SearchPlan to_be_tuned(EvidenceKinds kinds) {
  const bool guided = kinds.contains(seeds) || kinds.contains(links);
  return {guided ? "constrained-sib" : "sib", {}, "solved collections can choose its order alpha"};
}

}  // namespace

SearchPlan choose_search(const Situation& situation) {
  const EvidenceKinds kinds = situation.kinds;
  const bool bounded = kinds.contains(sizes), guided = kinds.contains(seeds) || kinds.contains(links);
  if (kinds.contains(solved) && !situation.map_for) return to_be_tuned(kinds);
  if (kinds.contains(auxiliary) && !situation.represented)
    return {"stc", {}, "auxiliary items teach it which features belong together"};
  if (kinds.contains(annotated) && !situation.represented)
    return {"aplsa", {}, "tagged items teach it topics"};
  if (situation.map_for && !guided && !bounded)
    return *situation.map_for == Geometry::directions
               ? SearchPlan{"vm", {}, "the map was learned for directions"}
               : SearchPlan{"gm", {}, "the search that learned maps are evaluated with"};
  if (kinds.contains(links))
    return {"cop-kmeans", {}, kinds.contains(seeds) ? "it obeys links and seeds" : "it obeys links"};
  const bool by_direction = (situation.sparse || situation.directions) && !bounded;
  const std::string kind_of_items = situation.directions ? "sums of word vectors" : "sparse items";
  const std::string plain = by_direction ? "spherical-kmeans" : "kmeans";
  if (kinds.contains(seeds))
    return {fmt::format("constrained-{}", plain),
            {},
            by_direction
                ? fmt::format("some items have labels; {} are told apart by direction", kind_of_items)
                : "some items have labels"};
  if (by_direction)
    return {plain, {}, fmt::format("{} are told apart by direction, not by length", kind_of_items)};
  return {plain, {}, bounded ? "it can bound the sizes of clusters" : "dense items, nothing else known"};
}

}  // namespace bellwether
