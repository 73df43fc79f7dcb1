#pragma once
// The items that a number of clusters is chosen on, and how they are measured for it.

#include <bellwether/runs/attempt.h>
#include <bellwether/runs/space.h>

namespace bellwether {

/// Every so many-th of `all`, as evenly as whole numbers can; all of them if there are no more than `most`.
std::vector<Index> evenly(Index all, Index most);

/// A part of the items with what is known of them; what is known of others stays.
struct KSample {
  Material material = {};
  Evidence evidence = {};
};

/// All of a few thousand items; of more, those that chance takes (every so many-th might miss groups that
/// take turns) and every item that a seed or a link names.
KSample sample_for_k(const Material& material, const Evidence& evidence, std::uint64_t random_seed);

/// How the items, and known ones if there are any, are measured while a number is chosen: as the default
/// would, whatever that number will be; as asked, if something is asked for. Methods that look at directions
/// or counts cluster what k-means can tell apart as well: few dimensions, of length 1.
struct KSpace {
  Wishes wishes = {};  ///< with the way to measure that was chosen
  std::shared_ptr<const Space> space = {};
  Matrix items = {};
};
KSpace space_for_k(const KSample& sample, const Wishes& wishes, const Run& run);

}  // namespace bellwether
