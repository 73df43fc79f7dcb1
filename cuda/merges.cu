#include <functional>
#include <map>

#include "sums.cuh"

namespace bellwether::cuda {
namespace {

constexpr int most_levels = 31;  // of shards that are counted in 32 bits

/// Each thread does the merges of its group for its own number, so that nobody waits for anybody.
__global__ void merge_groups(const int2* merges, const int* group_starts, std::int64_t values, double* sums,
                             const State* state) {
  if (state->ended) return;
  const std::int64_t value = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  if (value >= values) return;
  for (int m = group_starts[blockIdx.y]; m < group_starts[blockIdx.y + 1]; ++m)
    sums[merges[m].x * values + value] += sums[merges[m].y * values + value];
}

/// One number of each shard. `in_room`: they and the merges find room in shared memory.
__global__ void __launch_bounds__(1024) merge_levels(const int2* merges, const int* level_starts, int levels, int shards,
                                                     bool in_room, double* sums, const State* state) {
  extern __shared__ double room[];
  __shared__ int starts[most_levels + 1];
  if (state->ended) return;
  if (static_cast<int>(threadIdx.x) <= levels) starts[threadIdx.x] = level_starts[threadIdx.x];
  double* at = sums;
  if (in_room) {
    auto* copies = reinterpret_cast<int2*>(room + shards);
    for (int s = threadIdx.x; s < shards; s += blockDim.x) room[s] = sums[s];
    for (int m = threadIdx.x; m < shards - 1; m += blockDim.x) copies[m] = merges[m];
    at = room;
    merges = copies;
  }
  __syncthreads();
  for (int level = 0; level < levels; ++level) {
    for (int m = starts[level] + threadIdx.x; m < starts[level + 1]; m += blockDim.x)
      at[merges[m].x] += at[merges[m].y];
    __syncthreads();
  }
  if (in_room && threadIdx.x == 0) sums[0] = room[0];
}

}  // namespace

Tree tree_of(std::int64_t rows, std::int64_t shard_rows, cudaStream_t stream) {
  constexpr int levels_in_stage = 4;
  Tree tree;
  tree.shard_rows = shard_rows;
  tree.shards = static_cast<int>((rows + shard_rows - 1) / shard_rows);
  // By depth, the root's first: merges of one depth; and by stage, groups of merges below one branch.
  std::map<int, std::vector<int2>> by_depth;
  std::map<int, std::vector<std::vector<int2>>> by_stage;
  const std::function<void(int, int, int)> grow = [&](int first, int last, int depth) {
    if (last - first == 1) return;
    auto& groups = by_stage[depth / levels_in_stage];
    if (depth % levels_in_stage == 0) groups.emplace_back();
    const std::size_t group = groups.size() - 1;
    const int middle = first + (last - first) / 2;
    grow(first, middle, depth + 1);
    grow(middle, last, depth + 1);
    by_stage[depth / levels_in_stage][group].push_back({first, middle});
    by_depth[depth].push_back({first, middle});
  };
  grow(0, tree.shards, 0);

  std::vector<int2> by_group, by_level;
  std::vector<int> group_starts{}, level_starts{0};
  for (auto stage = by_stage.rbegin(); stage != by_stage.rend(); ++stage) {
    tree.stages.push_back({static_cast<int>(stage->second.size()), static_cast<std::int64_t>(group_starts.size())});
    group_starts.push_back(static_cast<int>(by_group.size()));
    for (const auto& group : stage->second) {
      by_group.insert(by_group.end(), group.begin(), group.end());
      group_starts.push_back(static_cast<int>(by_group.size()));
    }
  }
  for (auto level = by_depth.rbegin(); level != by_depth.rend(); ++level) {
    by_level.insert(by_level.end(), level->second.begin(), level->second.end());
    level_starts.push_back(static_cast<int>(by_level.size()));
  }
  const auto put = [&](auto& buffer, const auto& values) {
    buffer.make(static_cast<std::int64_t>(values.size()));
    if (!values.empty()) buffer.copy_from(values.data(), stream);
  };
  put(tree.by_group, by_group);
  put(tree.by_level, by_level);
  put(tree.group_starts, group_starts);
  put(tree.level_starts, level_starts);
  tree.levels = level_starts;
  check(cudaStreamSynchronize(stream));
  return tree;
}

void merge_shards(const Tree& tree, std::int64_t values, const Sums& sums, const State* state, const Machine& machine,
                  cudaStream_t stream, const Aside& aside) {
  for (const Tree::Stage& stage : tree.stages) {
    const dim3 blocks(static_cast<unsigned>((values + 127) / 128), static_cast<unsigned>(stage.groups));
    merge_groups<<<blocks, 128, 0, stream>>>(tree.by_group.get(), tree.group_starts.get() + stage.first, values,
                                             sums.features, state);
  }
  const int levels = static_cast<int>(tree.levels.size()) - 1;
  constexpr int each = sizeof(double) + sizeof(int2);
  const bool in_room = tree.shards <= machine.shared_bytes / each;
  const int bytes = in_room ? tree.shards * each : 0;
  check(cudaFuncSetAttribute(merge_levels, cudaFuncAttributeMaxDynamicSharedMemorySize, machine.shared_bytes));
  merge_levels<<<1, 1024, bytes, aside.first>>>(tree.by_level.get(), tree.level_starts.get(), levels, tree.shards, in_room,
                                                sums.objectives, state);
  aside.end(stream);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
