#pragma once
// Sums of the items of each cluster, of sparse rows: column by column, with the library's additions in their order.
//
// A warp has a column, or a branch of the tree of shards of a column that has many values, and as many clusters as fit into its room in
// shared memory. It takes 32 of the column's values at a time, those of one cluster one after the other. Sums of a shard that
// is complete wait on a stack until the tree merges them: of two neighbours on it, those that more halvings leave together are merged first.

#include "sparse.cuh"

namespace bellwether::cuda {

/// Numbers of each feature and cluster; the clusters of a feature are neighbours.
struct ByFeature {
  int clusters = 0;
  int stride = 0;  ///< from one feature to the next: clusters, up to whole sectors of memory
  double* values = nullptr;
};

/// A branch of a column of many values, and some of the clusters.
struct ColumnTask {
  int column;
  int depth, number;  ///< of the branch (branch_of)
  int first_cluster, clusters;
  std::int64_t slot;  ///< where its sums go
};

/// A column of many values: its branches' sums lie in the slots from the first on.
struct LongColumn {
  int column, depth;
  std::int64_t first_slot;
};

class ColumnSums {
 public:
  /// Takes room of the items' for what it needs, and `more` bytes.
  void plan(SparseItems& items, std::int64_t shard_rows, ByFeature shape, std::uint64_t more);
  /// Of all items: `scaled` are the values, column by column, as they are to be added; `labels` those of the items.
  void add(SparseItems& items, const double* scaled, const int* labels, const ByFeature& sums);

 private:
  int shards_ = 0, shard_rows_ = 0, height_ = 0, tile_ = 0;
  Buffer<ColumnTask> tasks_ = {};
  Buffer<LongColumn> long_columns_ = {};
  Buffer<double> slots_ = {};
  std::uint64_t taken_ = 0;  ///< bytes of room
};

}  // namespace bellwether::cuda
