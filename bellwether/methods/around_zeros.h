#pragma once
// Raw items that show nothing (an empty document, a picture without keypoints) are rows of zeros, which have
// no direction. Methods that compare directions work on the others; these are put into the largest cluster,
// so that every item has one, and are reported.

#include <bellwether/data/dataset.h>
#include <bellwether/methods/method.h>

namespace bellwether {

/// The numbers of the rows that are all zero.
std::vector<Index> zero_rows(const Rows& rows);

/// What is known of the other items, which are numbered anew; `left_out` rise. Links to those left out are
/// gone.
Knowledge without_items(const Knowledge& knowledge, const std::vector<Index>& left_out);

/// Adds to `notes` how many went to the largest cluster. Throws if all rows are zero.
/// A seed without any feature stays in its cluster, and so does a group of linked items; where links or the
/// option max_size close the largest cluster, the next largest takes its place.
Outcome cluster_around_zeros(const Method& method, const Problem& problem, const Settings& settings,
                             std::vector<std::string>& notes, const Run& run);
/// The same; notes are added to the items.
Outcome cluster_around_zeros(const Method& method, Dataset& items, std::span<const int> start,
                             const Knowledge& knowledge, const Settings& settings, const Run& run);

/// For searches over the other rows alone: gives rows of zeros to the largest cluster, and says so in
/// `notes`.
void put_back_zeros(Clustering& found, const std::vector<Index>& zeros, std::vector<std::string>& notes);

Placement place_around_zeros(const Method& method, const Parameters& parameters, int fallback,
                             const Rows& items, std::vector<std::string>& notes, const Run& run);
Placement place_around_zeros(const Method& method, const Parameters& parameters, int fallback, Dataset& items,
                             const Run& run);

}  // namespace bellwether
