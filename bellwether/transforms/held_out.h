#pragma once
// What a map is worth for classes that it was not learned from: some of the known classes are held out, a map
// is learned from the others, and the held-out ones are to be found again by clustering.

#include <cstdint>
#include <span>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>
#include <bellwether/transforms/classes.h>

namespace bellwether {

/// Fewer known classes cannot be parted so that each half has two.
inline constexpr int fewest_classes_to_hold_out = 4;

struct ClassSplit {
  std::vector<int> learn = {};
  std::vector<int> held_out = {};
};

/// `permutations` random orders of the classes, each cut in halves that are used both ways: 2 x permutations
/// splits, in which every class is held out equally often up to rounding.
std::vector<ClassSplit> class_splits(int classes, int permutations, std::uint64_t random_seed);

/// One split of the items, in the form in which learners take them.
struct HeldOut {
  Matrix items = {};             ///< those of the classes to learn from, then those held out
  std::vector<int> labels = {};  ///< `unlabelled` for those held out
  Matrix held_out = {};          ///< the items that are to be found again
  std::vector<int> truth = {};   ///< their classes
  int clusters = 0;              ///< how many classes these are
  double share = 0;              ///< of the known items, those that are learned from
};

/// Of more than `most_items` items held out, that many are drawn by chance: what they cost is clustering them
/// many times, and a few thousand tell as much.
HeldOut hold_out(const Classes& classes, const ClassSplit& split, Index most_items,
                 std::uint64_t random_seed);

/// How a mapped item is clustered.
enum class Geometry {
  distances,   ///< by GM
  directions,  ///< scaled to length 1, by VM
};

/// How well classes that were held out are found again.
struct FoundAgain {
  double nmi = 0;
  double beyond_chance = 0;  ///< adjusted mutual information
};

/// Agreement with the truth of one clustering after another, each from one k-means++ start, averaged over
/// `restarts` of them. 0 if the map leaves fewer different items than there are clusters.
FoundAgain agreement_again(const Matrix& mapped, std::span<const int> truth, int clusters, Geometry geometry,
                           int restarts, std::uint64_t random_seed, const Run& run = {});

/// Its NMI.
double found_again(const Matrix& mapped, std::span<const int> truth, int clusters, Geometry geometry,
                   int restarts, std::uint64_t random_seed, const Run& run = {});

/// x' map for every row.
Matrix mapped_by(const LinearMap& map, const Matrix& items);

}  // namespace bellwether
