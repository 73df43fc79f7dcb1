#pragma once
// Greedy k-means++: each next centre is the best of a few that are drawn.
//   D. Arthur, S. Vassilvitskii. k-means++: the advantages of careful seeding. SODA 2007 (section 5).
//
// An item is drawn with probability proportional to D(x)^2, its squared distance from the centres chosen so
// far; of the items drawn for one centre, the one that leaves the smallest potential  sum_x D(x)^2  is kept.
// Potentials are sums in double in a fixed order; equal to 1 part in 10^9, the first drawn wins.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>

namespace bellwether {

/// How many items are drawn for each centre: 2 + floor(log clusters), as in scikit-learn, and at most 16.
int usual_candidates(int clusters);

/// The first `given` rows of `centres` are there, at least one; the others become items. With
/// `inverse_lengths` the items count as scaled to length 1, and so do the rows made.
void add_greedy_centres(const Rows& items, Matrix& centres, int given, int candidates, Random& random,
                        const Run& run, std::span<const double> inverse_lengths = {});
/// The same of items that lie on a device.
void add_greedy_centres(const DeviceItems& items, Matrix& centres, int given, int candidates, Random& random,
                        const Run& run, std::span<const double> inverse_lengths = {});

}  // namespace bellwether
