#pragma once
// Ways: what a plan leaves open. How to measure items, whether to squeeze what varies within groups that are
// known, where to start and which search to take differ from one collection to the next. Nobody can tell
// beforehand; values, seeds and links that are held back can (usual.h, judge_seeds_or_links.cpp).

#include <string>
#include <vector>

#include <bellwether/links/knowledge.h>
#include <bellwether/runs/plan.h>

namespace bellwether {

/// Where a search that seeds or links guide begins.
enum class Begin {
  itself,   ///< where it begins by itself: at the seeds
  plain,    ///< at the clusters that were found without them
  between,  ///< between both
};

/// One of the ways.
struct Way {
  Wishes wishes = {};   ///< in place of the user's, with nothing left open
  bool shaped = false;  ///< by what is known: whitened within groups (shape.h)
  double doubt = 0;     ///< 1: the space as it is; 0: whitened as much as there is evidence for
  Begin begin = Begin::itself;
  double expected = 0;  ///< what it gains, on average over other collections, in what the check measures
                        ///< (of the usual ways: counts beside the agreement that was seen)
  std::string words = {};
  bool classifier = false;  ///< learns borders from the seeds, wrong ones by heart
  Settings in_check =
      {};  ///< of the search where it is tried: what it would otherwise choose by folds of its own
};

/// How items can be measured and clustered if nothing is known of them: the likeliest first. One alone:
/// nothing was left open.
std::vector<Way> usual_ways(const Material& material, const Wishes& wishes);

/// How seeds, or links, can guide. `usual` are the wishes without them; `accepted` is used already, by
/// `before`. What is asked for stays. One way alone: nothing was left open.
std::vector<Way> seeded_ways(const Material& material, const Wishes& usual, EvidenceKinds accepted,
                             const Knowledge& knowledge);
std::vector<Way> linked_ways(const Material& material, const Wishes& usual, EvidenceKinds accepted,
                             const Way* before);

}  // namespace bellwether
