#pragma once
// Similar collections: of many classes that were sorted before, those most like the items to be clustered,
// and samples of them that look like these items. Sections 4.1 and 4.2 of
//   D. Karakos, J. Eisner, S. Khudanpur, C. Priebe. Cross-instance tuning of unsupervised document clustering
//   algorithms. HLT-NAACL 2007.
//
// Angles are between items and centroids of counts weighted by Okapi, whose frequencies are those of items
// and sorted ones together. An item of zeros is at a right angle to everything. Of equal angles, the smaller
// number comes first.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>

namespace bellwether {

/// Sorted items in the columns of those to be clustered.
struct Sorted {
  Rows items = {};
  std::span<const int> classes = {};  ///< from 0; unlabelled: left out
};

/// The `count` classes whose centroids have the smallest angle to the centroid of all `items`, the nearest
/// first. Throws InvalidInput if there are fewer.
std::vector<int> nearest_classes(const Rows& items, const Sorted& sorted, int count, const Run& run = {});

/// Numbers of sorted items, and the class of each: its place in `classes`, from 0.
struct Sample {
  std::vector<Index> items = {};
  std::vector<int> classes = {};
};

/// `size / classes` items at random from each of the classes, or all if it has fewer; none twice.
Sample random_sample(const Sorted& sorted, std::span<const int> classes, Index size, Random random);

/// For every item its like, in the order of the items: pairs of an item and a class are visited by rising
/// angle; an item that has no class yet takes this one if the class has room for it (items / classes of them,
/// rounded up, and no more than it has), and with it the item of the class with the smallest angle to it that
/// is not taken yet. (In the paper a document may be the like of several.) If all classes together have fewer
/// items than are to be clustered, some of these find none.
Sample matched_sample(const Rows& items, const Sorted& sorted, std::span<const int> classes,
                      const Run& run = {});

}  // namespace bellwether
