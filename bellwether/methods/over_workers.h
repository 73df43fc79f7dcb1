#pragma once
// The searches that can run on items which workers hold (engine/workers.h), by name.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <bellwether/data/row_files.h>
#include <bellwether/methods/learner.h>
#include <bellwether/methods/method.h>
#include <bellwether/methods/part_steps.h>

namespace bellwether {

/// Whether items of a method may be with workers.
bool distributes(const Method& method);

/// Without labels: they stay where the items are, and `clustering.elsewhere` says how they are found there.
/// Throws InvalidOption for a method, or an option of it, that needs all items in one place, and says what to
/// do instead.
/// `tags` are for aplsa; they are here.
Outcome cluster_over_workers(std::string_view method, Workers& workers, const Settings& settings,
                             const Run& run, const Rows& tags = {});

/// Whether items of known classes that a learner looks at may be with workers.
bool distributes(const Learner& learner);

/// A map that is learned from items of known classes, which are their seeds: by whiten, which may look at
/// items to be clustered, too, or by tcs-gm, which is given those of known classes alone. Throws
/// InvalidOption for a learner, or a setting, that needs all items in one place.
Learned learn_over_workers(std::string_view learner, Workers& workers, const Settings& settings,
                           const Run& run);

/// What a search of items on disk keeps in memory: of each item what the start and the rounds remember, of
/// each thread the rows of a shard.
std::uint64_t memory_needed(std::string_view method, const Shape& shape, int threads);

/// Rows that stay on disk and are read again in every round: what is found is what the same rows in memory
/// would give, to the last bit. `clusters`: at most so many will be asked for.
class RowsOnDisk {
 public:
  /// `seeds`: of each row a cluster or `unlabelled`; empty: none is known. They must outlive it.
  RowsOnDisk(const RowFiles& files, int clusters, const Run& run, std::span<const int> seeds = {});

  /// Throws InvalidInput if more than `memory` bytes are needed.
  Outcome cluster(std::string_view method, std::uint64_t memory, const Settings& settings, const Run& run);

  /// Hands on the labels that were found, and how sure they are, some at a time, in order.
  void labels(const Elsewhere& found, const std::function<void(const Noted&)>& use);

 private:
  static Shape shape_of(const RowFiles& files);
  static std::vector<Part> parts_of(const RowFiles& files, int clusters, std::span<const int> seeds);

  PartsHere workers_;
};

}  // namespace bellwether
