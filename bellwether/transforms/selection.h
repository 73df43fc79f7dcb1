#pragma once
// Which of several maps to use, if any: each must prove itself on classes that it was not learned from.
//
// For every split of the known classes (held_out.h): g = NMI of clustering the held-out items after the map,
// minus the same as they are. The map with the largest mean(g) - caution * se(g) is taken, se = sd / sqrt of
// the number of splits, if that is above 0: an unclear gain is no gain, and the items stay as they are. A map
// that is clearly worse than none after a few splits (by three standard errors) is tried no further. A split
// in which a map cannot be learned says nothing about it; a map that fails in more splits than it is tried in
// is not taken. Nor is one after which the held-out classes are not found beyond chance: their adjusted
// mutual information must exceed max(0.02, 2 se), or the known classes are no classes. NMI alone would not
// show it.

#include <functional>
#include <string>
#include <vector>

#include <bellwether/engine/options.h>
#include <bellwether/transforms/held_out.h>

namespace bellwether {

/// A map that may be used.
struct Candidate {
  std::string name = {};
  /// From items with the labels of some, in the form of classes.h. `share` of all known items are labelled:
  /// for options that count items.
  std::function<LinearMap(const Rows& items, std::span<const int> labels, double share, const Run& run)>
      learn = {};
  Geometry geometry = Geometry::distances;
};

struct SelectionOptions {
  int permutations = 8;  ///< of the known classes: each gives two splits
  int restarts = 5;      ///< clusterings of each held-out half; twice as many as it is
  double caution = 1;
  int most_items = 2000;  ///< clustered in each split; more are sampled
  std::uint64_t random_seed = 0;
};

void describe(SelectionOptions& o, auto&& option) {
  option("permutations", o.permutations, "random orders of the known classes; each is cut in two halves", 1);
  option("restarts", o.restarts, "clusterings of each half that was held out", 1);
  option("caution", o.caution, "how many standard errors the gain must be above 0; 2 is safer", 0.0);
  option("most_items", o.most_items, "of a half that are clustered; more are sampled", 10);
  option("random_seed", o.random_seed, "where the random draws start");
}

/// What a candidate gained over the items as they are.
struct Trial {
  std::string name = {};
  std::vector<double> gains = {};          ///< one for each split in which it was tried
  std::vector<double> beyond_chance = {};  ///< adjusted mutual information in the same splits
  double gain = 0;                         ///< their mean
  double error = 0;                        ///< its standard error
  int failed = 0;            ///< splits in which nothing could be learned: too little was left to learn from
  std::string failure = {};  ///< why, in words, of the first of them

  double score(double caution) const { return gain - caution * error; }
};

struct Chosen {
  bool possible =
      false;  ///< there were classes enough to hold some out, and something could be learned from the rest
  bool stopped = false;  ///< interrupted: nothing is chosen
  int classes = 0;
  int splits = 0;
  double plain = 0;  ///< mean NMI of the items as they are
  std::vector<Trial> trials = {};
  int best = -1;  ///< the candidate that is taken, or -1: the items as they are
};

/// How the same items are clustered where no map is used.
struct AsUsual {
  Rows rows = {};  ///< as they are measured then, to be clustered by GM
  /// Or the clusters of some of them, by their numbers: for searches that see what no map can.
  std::function<std::vector<int>(const std::vector<Index>& items, int clusters, std::uint64_t random_seed,
                                 const Run& run)>
      find = {};
};

/// Fewer than `fewest_classes_to_hold_out` classes: nothing can be tried, and nothing is chosen.
/// Without `as_usual`: as they are here.
Chosen choose_map(const Rows& items, std::span<const int> labels, const std::vector<Candidate>& candidates,
                  const SelectionOptions& options = {}, const Run& run = {},
                  const AsUsual* as_usual = nullptr);

/// Mean and standard error of the gains.
Trial trial_of(std::string name, std::vector<double> gains);

}  // namespace bellwether
