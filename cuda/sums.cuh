#pragma once
// The sums of a round, with the additions of the library in their order: each shard's items one after the
// other, cluster by cluster; then shards by halves, in the tree of engine/shards.h.

#include "order.cuh"

namespace bellwether::cuda {

/// How the items are cut, and the merges of the tree in an order in which every half is complete before it is
/// needed. Branches are known by their first shard. Merges of one group depend on no other group of its stage;
/// those of one level on none of that level.
struct Tree {
  std::int64_t shard_rows = 0;
  int shards = 0;
  struct Stage {
    int groups = 0;
    std::int64_t first = 0;  ///< in group_starts
  };
  std::vector<Stage> stages = {};
  std::vector<int> levels = {};  ///< where each level's merges begin, in by_level
  Buffer<int2> by_group = {}, by_level = {};
  Buffer<int> group_starts = {}, level_starts = {};
};
Tree tree_of(std::int64_t rows, std::int64_t shard_rows, cudaStream_t stream);

/// What a round leaves on the device.
struct Sums {
  double* features = nullptr;    ///< shards x clusters x columns; of all items in the first, once merged
  double* objectives = nullptr;  ///< shards
  int* counts = nullptr;         ///< clusters
  double* worst = nullptr;       ///< of each shard, and
  int* worst_item = nullptr;     ///< which of its items; -1: none may move
  double* misfit = nullptr;      ///< that item's row
};

/// Room for a chunk's work.
struct Order {
  int* items = nullptr;    ///< of each shard, by label, those of one label in their own order
  int* starts = nullptr;   ///< shards of the chunk x (clusters + 1)
  double* values = nullptr;  ///< of each item: its squared distance, or its cosine
};

/// Two streams for what is short and need not wait: it runs beside the sums of features.
struct Aside {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t begun = nullptr, first_done = nullptr, second_done = nullptr;

  void begin(cudaStream_t stream) const {
    check(cudaEventRecord(begun, stream));
    check(cudaStreamWaitEvent(first, begun));
    check(cudaStreamWaitEvent(second, begun));
  }
  void end(cudaStream_t stream) const {
    check(cudaEventRecord(first_done, first));
    check(cudaEventRecord(second_done, second));
    check(cudaStreamWaitEvent(stream, first_done));
    check(cudaStreamWaitEvent(stream, second_done));
  }
};

/// Most clusters that a block can count in its shared memory.
int most_clusters(const Machine& machine);

/// Distances (or cosines) of the chunk's items to their centres, and the sums of its shards.
void add_up(const Layout& layout, const Chunk& chunk, const Tree& tree, int clusters, const double* centres,
            const int* labels, const int* held, const Order& order, const Sums& sums, State* state,
            const Machine& machine, cudaStream_t stream, const Aside& aside);

/// Of these values the sum of each shard, and the worst item that may move; aside.
void add_up_values(const Layout& layout, const Cut& cut, const Chunk& chunk, const int* held, const double* values, const Sums& sums,
                   State* state, const Aside& aside);

/// Merges the shards of all chunks: features, and aside of them objectives.
void merge_shards(const Tree& tree, std::int64_t values, const Sums& sums, const State* state, const Machine& machine,
                  cudaStream_t stream, const Aside& aside);

/// out[s] = the sum of values of shard s of the chunk, one after the other.
void sum_shards(const Chunk& chunk, std::int64_t shard_rows, const double* values, double* out, cudaStream_t stream);

}  // namespace bellwether::cuda
