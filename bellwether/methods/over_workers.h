#pragma once
// The searches that can run on items which workers hold (engine/workers.h), by name.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <bellwether/data/row_files.h>
#include <bellwether/engine/workers.h>
#include <bellwether/methods/method.h>

namespace bellwether {

struct FoundOverWorkers {
  Outcome outcome = {};            ///< without labels: they stay where the items are, and place() gives them
  std::vector<double> sizes = {};  ///< items of each cluster
};

/// Throws InvalidOption for a method, or an option of it, that needs all items in one place, and says what to
/// do instead.
FoundOverWorkers cluster_over_workers(std::string_view method, Workers& workers, const Settings& settings,
                                      const Run& run);

/// What a search of items on disk keeps in memory: of each item what the start and the rounds remember, of
/// each thread the rows of a shard.
std::uint64_t memory_needed(std::string_view method, const Shape& shape, int threads);

/// Clusters rows that stay on disk and are read again in every round: what the same rows in memory would
/// give, to the last bit. Throws InvalidInput if more than `memory` bytes are needed.
FoundOverWorkers cluster_files(std::string_view method, const RowFiles& files, std::uint64_t memory,
                               const Settings& settings, const Run& run);

/// Places the rows of files, and hands on the labels of some at a time, in order.
void place_files(const Method& method, const Parameters& parameters, const RowFiles& files,
                 const std::function<void(std::span<const int>)>& use, const Run& run);

}  // namespace bellwether
