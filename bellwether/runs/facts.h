#pragma once
// Facts held back: seeds and links that a search did not see, and how many of them its clusters meet.

#include <vector>

#include <bellwether/links/knowledge.h>

namespace bellwether {

/// One part of the knowledge guides, the other is held back.
struct Fold {
  Knowledge used = {};
  Knowledge held_back = {};
};

/// At most `most` folds. Seeds and links of each kind are dealt out in turn, so that every fold has its share
/// of the whole file, and each is held back once; but the only seed of a cluster never is, since nothing
/// could then give the cluster its name.
std::vector<Fold> folds_of(const Knowledge& knowledge, int most);

/// What became of facts that were held back, over several folds, always in the same order.
struct Tally {
  std::vector<int> said = {};         ///< the cluster in which a seed that was held back is found
  std::vector<int> meant = {};        ///< and its own
  std::vector<bool> must = {};        ///< whether two items that belong together are together
  std::vector<bool> cannot = {};      ///< whether two that belong apart are apart
  std::vector<double> together = {};  ///< of each fold: the chance that two items share a cluster

  bool empty() const { return meant.empty() && must.empty() && cannot.empty(); }
};

/// Adds how clusters meet the facts that the fold held back. The clusters must have the seeds' numbers.
/// Links that the other part implies are left out, since they prove nothing.
void count_met(const std::vector<int>& labels, const Fold& fold, Tally& tally);

/// The same clusters with the numbers of the seeds that they match best, one to one; -1 for those that match
/// none: so that clusters that were found without seeds can be asked for them.
std::vector<int> named_by(const std::vector<int>& labels, const std::vector<int>& seeds);

/// How well facts are met: of seeds the share that is found in the cluster of its name, of links
/// J = P(together | must) - P(together | cannot); of both, the mean.
double met(const Tally& tally);

/// What clusters that know nothing would reach, and the standard deviation of that.
struct Chance {
  double mean = 0;
  double deviation = 0;
};
Chance chance_of(const Tally& tally);

/// The standard deviation of the difference between two tallies of the same facts, if both were equally good:
/// facts that both meet, or neither, say nothing.
double deviation_between(const Tally& a, const Tally& b);

}  // namespace bellwether
