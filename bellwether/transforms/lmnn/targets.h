#pragma once
// Target neighbours: for each item the nearest others of its class. They are found once, in the input space.

#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/transforms/classes.h>

namespace bellwether::lmnn_detail {

/// The known items in the order of their classes, so that the impostors of a class are all rows outside its
/// own.
struct SortedClasses {
  Matrix items = {};
  std::vector<Index> begins = {};    ///< first row of each class, and behind the last the number of rows
  std::vector<Index> end_of = {};    ///< for each row, where its class ends
  std::vector<Index> begin_of = {};  ///< and where it begins
};
SortedClasses sort_by_class(const Classes& classes);

struct Targets {
  std::vector<Index> begins = {};  ///< of each item's targets in `items`; one more than there are items
  std::vector<int> items = {};     ///< rows, the nearest first

  Index count(Index item) const { return begins[item + 1] - begins[item]; }
};

/// The `neighbours` nearest others of its class for each row, fewer if the class has fewer; of equal
/// distances the first.
Targets target_neighbours(const SortedClasses& sorted, int neighbours);

}  // namespace bellwether::lmnn_detail
