#pragma once
// What is told of items whose classes are known: seeds, links, and sorted items of other classes; right, in
// part wrong, or nonsense.

#include <span>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/runs/evidence.h>

namespace bellwether::experiments {

/// A share of what is told is wrong; nonsense: it is told without a look at the classes.
struct Untruth {
  double wrong = 0;
  bool nonsense = false;
};

/// A wrong seed has another class than its own. Clusters have the numbers of the classes. Seeds of a smaller
/// share are among those of a larger one.
std::vector<int> draw_seeds(std::span<const int> truth, int classes, double share, const Untruth& untruth,
                            const Random& random);

/// Of half of the classes, which chance takes; `share` of their items.
std::vector<int> draw_seeds_of_half(std::span<const int> truth, int classes, double share,
                                    const Random& random);

/// So many of each class, but of none more than half of its items, and at least one.
std::vector<int> draw_seeds_of_each(std::span<const int> truth, int classes, int count, const Random& random);

/// Seeds with clusters numbered as they first occur, as they are when they are read from a file, and the
/// names of the classes as labels.
Evidence as_evidence(const std::vector<int>& seeds);

/// Half of them must-links. Throws InvalidInput if two hundred draws in a row contradict themselves: a
/// cannot-link within what must-links join.
Evidence draw_links(std::span<const int> truth, int count, const Untruth& untruth, const Random& random);

/// Items of two thirds of the classes are known, the others are to be found.
struct KnownDraw {
  std::vector<Index> known = {}, others = {};  ///< rising
};
KnownDraw draw_known(std::span<const int> truth, int classes, const Random& random);

/// At most `each` items of half of the classes, rounded up, are to be found; all others, of every class, are
/// auxiliary.
struct AuxiliaryDraw {
  std::vector<Index> items = {}, others = {};  ///< rising
};
AuxiliaryDraw draw_auxiliary(std::span<const int> truth, int classes, int each, const Random& random);

}  // namespace bellwether::experiments
