#pragma once
// A run with other data: read beside the items, used by the search itself, by a representation, or pooled,
// and checked on values that were held back.

#include <cli/cluster_arguments.h>
#include <cli/result.h>

#include <bellwether/methods/method.h>

namespace bellwether::cli {

/// Whether other data were given, or a representation that comes from the items alone.
bool borrows(const ClusterArguments& args);

/// Counts for what wants counts, unless other steps are asked for.
Purpose purpose_of(const ClusterArguments& args);

/// Reads everything; `items` become those to be clustered.
WithOthers read_borrowed(const ClusterArguments& args, Result& result, Dataset& items,
                         const bellwether::Run& reading_run);

/// With --represent: the items become what the representation makes of them.
void represent_by_others(const ClusterArguments& args, const RunSettings& settings, const WithOthers& all,
                         Result& result, Dataset& items, ProgressBar& bar);

/// A search that takes the other data, or that finds clusters in all of them pooled. `choice` says what was
/// used in the end.
Outcome cluster_with_others(const ClusterArguments& args, Choice& choice, const Settings& settings,
                            WithOthers& all, std::span<const int> start, Result& result, Dataset& items,
                            ProgressBar& bar);

/// The other data that the search itself is given: not if they are pooled, or in the representation already.
bool searches_with_others(const ClusterArguments& args);

}  // namespace bellwether::cli
