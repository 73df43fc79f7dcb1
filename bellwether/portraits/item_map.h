#pragma once
// Places of all items on a plane, of however many.

#include <bellwether/data/dataset.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/run.h>

namespace bellwether {

/// The first two principal components: there at once, and coarse. Sparse items count by their directions.
Matrix first_places(const Dataset& items, const Run& run);

/// How far each item is from the centre of each cluster, less its mean over the clusters; nothing of very
/// many clusters.
Matrix distances_to_centres(const Dataset& items, const Clustering& found, bool directions);

/// A map of neighbours (features/neighbour_map.h) of all items, or of `most` of them, evenly spaced; each of
/// the others lies at the mean of the places of its five nearest in that sample, the nearer the heavier. The
/// same items give the same places. `beside`: more columns that make neighbours, which count as much as the
/// items' own main directions; empty: none.
Matrix neighbour_places(const Dataset& items, const Matrix& beside, const Run& run, Index most = 1500);

}  // namespace bellwether
