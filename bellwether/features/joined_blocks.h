#pragma once
// Several representations of the same items side by side, each with the same weight: every block of columns
// is brought to length 1, and then the item. With one block of zeros the others are the item.
//
//   x = [b_1 ... b_m]  ->  [b_1 / ||b_1|| ... b_m / ||b_m||] / sqrt(blocks that are not 0)

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

struct JoinedBlocks {
  std::vector<Index> widths = {};  ///< of the blocks, in columns

  Index columns() const;
};

/// In place. Throws InvalidInput if the items are sparse or have other columns.
void apply(const JoinedBlocks& blocks, Dataset& items, const Run& run = {});

StoredStep store(const JoinedBlocks& blocks);
JoinedBlocks restore_joined_blocks(const StoredStep& step);

}  // namespace bellwether
