#pragma once
// The whole search, one for ITCC and STC: ITCC is STC without other collections.

#include <bellwether/coclustering/itcc.h>
#include <bellwether/coclustering/stages.h>

namespace bellwether::coclustering {

CoClustering co_search(const Problem& problem, const SearchOptions& options, const Run& run);

/// From given clusters of the first collection's items, once.
CoClustering co_search_from(const Problem& problem, std::span<const int> start, const SearchOptions& options,
                            const Run& run);

/// Throws InvalidInput unless there is a cluster for each item and an item with counts in each cluster.
void require_start_fits(const Joint& joint, std::span<const int> start, int clusters);

/// The objective's name, the same for every method here.
inline constexpr const char* loss_name = "loss in mutual information (nats)";

/// Labels and how they were found, as a result.
CoClustering to_result(const Problem& problem, Labels labels, Rounds rounds);

/// Calls `search(number, run)` for numbers 0 .. count - 1, several at once if there are threads, and keeps
/// the lowest J, the first of equals. Once a stop is asked for only number 0 is begun.
using SearchOnce = std::function<CoClustering(int, const Run&)>;
CoClustering best_of(int count, const SearchOnce& search, const Run& run);

}  // namespace bellwether::coclustering
