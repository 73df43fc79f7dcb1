#pragma once
// bellwether cluster FILE.npy --memory 2G: the rows stay on disk and are read again in every round.

#include <cli/command.h>
#include <cli/options/run.h>

namespace bellwether::cli {

/// Throws InvalidOption if an option was given that needs all items in memory.
void require_on_disk(const Given& given);

/// Throws InvalidOption if the items would be written as numbers where a file is that may not be replaced.
void require_spares_numbers(const Given& given, const ClusterArguments& args);

void cluster_on_disk(const ClusterArguments& args);

}  // namespace bellwether::cli
