#pragma once
// `bellwether cluster --known`: the items in what known clusters teach, and without it.

#include <cli/cluster_arguments.h>
#include <cli/result.h>

namespace bellwether::cli {

/// Brings the items, which were read with those of known clusters, into what these teach; `plain` is what the
/// items are without it.
Taught be_taught(const ClusterArguments& args, const Settings& settings, KnownItems all, Result& result,
                 Dataset& items, Dataset& plain, const bellwether::Run& applying_run, ProgressBar& bar);

/// Puts beside the result, if something was taught, what the same search finds on the items as they are, and
/// where its clusters lie there.
void compare_with_plain(const ClusterArguments& args, const std::string& method, const Settings& settings,
                        Dataset& plain, Result& result, ProgressBar& bar);

}  // namespace bellwether::cli
