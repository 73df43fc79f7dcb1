#pragma once
// Borders: whether k-means found groups, or cut one group in pieces.
//
// Between two groups there are fewer items than inside of either; where one group was cut, there are most at
// the cut. So the items of two neighbours are looked at along the line of their means: on each side of the
// border, does their density rise before it falls (scores/rise.h)? To be fair, means are found without a part
// of the items and asked of that part, which they never saw: in many dimensions any cut opens a gap in the
// items that it was made for.

#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>

namespace bellwether {

/// The part that each item is in, of so many, as even as whole numbers can.
std::vector<int> deal(Index items, int parts, Random random);

/// The weakest side of the weakest border between neighbours, as rise() measures: from 1 on all clusters are
/// apart. Each part is asked about means that go on from the clusters' without it. 0 if a cluster has no
/// items outside of a part. Clusters must be at least 2, none empty.
double weakest_border(const Matrix& items, const std::vector<int>& labels, int clusters,
                      const std::vector<int>& parts, const Run& run);

}  // namespace bellwether
