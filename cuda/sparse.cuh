#pragma once
// Sparse rows on the device: as they came, and column by column for sums over items.
//
// The library adds the items of a shard one after the other, and shards in the tree of engine/shards.h. A column has its values in
// the order of the items, so those of a shard, and of any branch of the tree, are neighbours in it: a column's sum needs its values
// alone. Shards, or halves, that have none add 0 to a sum, which leaves it as it is (it is never -0).

#include "streams.cuh"

namespace bellwether::cuda {

struct SparseLayout {
  std::int64_t rows = 0, columns = 0, stored = 0;
  const std::int64_t* starts = nullptr;  ///< rows + 1, from 0
  const int* column_of = nullptr;
  const double* values = nullptr;
};

/// The stored values of each column, in the order of the items.
struct ByColumn {
  const std::int64_t* starts = nullptr;  ///< columns + 1
  const int* item_of = nullptr;          ///< the row that has it, and
  const unsigned* place_of = nullptr;    ///< where it is among the values of all rows
};

/// Throws a Failure, with both numbers, if more bytes are wanted than are usable.
void require_bytes(std::uint64_t wanted, std::uint64_t usable);

class SparseItems {
 public:
  SparseItems(int device, const BellwetherDeviceSparse& items);

  const SparseLayout& layout() const { return layout_; }
  /// Made when it is first asked for.
  ByColumn by_column();
  /// The same starts in the host's memory; after by_column().
  const std::vector<std::int64_t>& column_starts() const { return host_column_starts_; }

  /// Bytes that are free for a search.
  std::uint64_t room() const;
  /// Throws a Failure unless there are so many.
  void require_room(std::uint64_t bytes) const;
  /// The same of what is taken then, until it is given back.
  void take_room(std::uint64_t bytes);
  void give_room(std::uint64_t bytes) { held_bytes_ -= bytes; }

  int device() const { return device_; }
  const Stream& stream() const { return stream_; }
  /// Makes the device current.
  void enter() const { check(cudaSetDevice(device_)); }

 private:
  void sort_by_column();

  int device_;
  std::uint64_t memory_;  ///< that may be used; 0: what is free
  std::uint64_t held_bytes_ = 0;  ///< of that
  SparseLayout layout_ = {};
  Stream stream_ = {};
  Buffer<std::int64_t> starts_ = {}, column_starts_ = {};
  Buffer<int> column_of_ = {}, item_of_ = {};
  Buffer<double> values_ = {};
  Buffer<unsigned> place_of_ = {};
  std::vector<std::int64_t> host_column_starts_ = {};
};

/// A branch of the tree: shards first .. last - 1.
struct Branch {
  int first = 0, last = 0;
};

/// Branch `number` of those that `depth` halvings of all shards leave, counted from the left. Where a shard was alone before, it is
/// the left one of what there would have been; the right ones are empty.
__host__ __device__ inline Branch branch_of(int shards, int depth, int number) {
  Branch branch{0, shards};
  for (int level = depth - 1; level >= 0; --level) {
    const bool right = (number >> level & 1) != 0;
    if (branch.last - branch.first <= 1) {
      if (right) branch.last = branch.first;
      continue;
    }
    const int middle = branch.first + (branch.last - branch.first) / 2;
    (right ? branch.first : branch.last) = middle;
  }
  return branch;
}

/// How many halvings of the branch leave shards s < t of it together: of sums that wait to be merged, those of more halvings come
/// first.
__host__ __device__ inline int halvings_together(Branch branch, int s, int t) {
  for (int halvings = 0;; ++halvings) {
    const int middle = branch.first + (branch.last - branch.first) / 2;
    if (t < middle)
      branch.last = middle;
    else if (s >= middle)
      branch.first = middle;
    else
      return halvings;
  }
}

/// The most halvings that any shard takes to be alone: sums that wait at once are one more at most.
__host__ __device__ inline int height_of(int shards) {
  int height = 0;
  while (shards > 1) {
    shards = (shards + 1) / 2;
    ++height;
  }
  return height;
}

/// The first of places [from, to) of a column whose item is not before `item`.
__device__ inline std::int64_t first_not_before(const int* item_of, std::int64_t from, std::int64_t to, std::int64_t item) {
  while (from < to) {
    const std::int64_t middle = from + (to - from) / 2;
    if (item_of[middle] < item)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

}  // namespace bellwether::cuda
