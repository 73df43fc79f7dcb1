#include "column_sums.cuh"

#include <algorithm>

#include "exact.cuh"

namespace bellwether::cuda {
namespace {

constexpr int warps = 4;
/// Columns of more values have several warps.
constexpr std::int64_t long_column = 1024;

struct Cut {
  int shards, shard_rows;
};

/// The sums of one branch of a column, for clusters base .. base + count - 1.
class BranchSums {
 public:
  __device__ BranchSums(Branch branch, int base, int count, int tile, double* room)
      : branch_(branch), base_(base), count_(count), tile_(tile), room_(room) {}

  __device__ void add(const Cut& cut, const int* items, const double* scaled, const int* labels, std::int64_t from, std::int64_t to) {
    const int lane = threadIdx.x & 31;
    for (std::int64_t first = from; first < to; first += 32) {
      const bool there = first + lane < to;
      const int item = there ? items[first + lane] : 0;
      const double value = there ? scaled[first + lane] : 0;
      const int cell = there ? labels[item] - base_ : -1;
      const int shard = item / cut.shard_rows;
      const bool counts = cell >= 0 && cell < count_;
      for (unsigned wanted = __ballot_sync(all_lanes, counts); wanted != 0;) {
        const int now = __shfl_sync(all_lanes, shard, __ffs(wanted) - 1);
        const bool mine = counts && shard == now;
        const unsigned together = __ballot_sync(all_lanes, mine);
        wanted &= ~together;
        move_to(now);
        add_together(mine, together, cell, value);
      }
    }
  }

  __device__ void finish(double* out) {
    __syncwarp();
    while (waiting_ > 1) merge();
    for (int c = threadIdx.x & 31; c < count_; c += 32) out[c] = waiting_ > 0 ? room_[c] : 0;
  }

 private:
  __device__ double* sums_of(int place) { return room_ + place * tile_; }

  /// Values of one shard, a lane each. Those of different cells are added at once, those of one cell one after the other.
  __device__ void add_together(bool mine, unsigned together, int cell, double value) {
    const int bits = 32 - __clz(count_ - 1);
    unsigned same = together;
    for (int bit = 0; bit < bits; ++bit) {
      const bool set = (cell >> bit & 1) != 0;
      const unsigned others = __ballot_sync(all_lanes, set);
      same &= set ? others : ~others;
    }
    const unsigned before = (1u << (threadIdx.x & 31)) - 1;
    const int rank = mine ? __popc(same & before) : -1;
    const int last = __reduce_max_sync(all_lanes, rank);
    double* sums = sums_of(waiting_ - 1);
    for (int now = 0; now <= last; ++now) {
      if (rank == now) sums[cell] += value;
      __syncwarp();
    }
  }

  /// The next value is of this shard; shards only rise.
  __device__ void move_to(int shard) {
    if (waiting_ > 0 && shard == shard_) return;
    if (waiting_ > 0) {
      const int halvings = halvings_together(branch_, shard_, shard);
      while (waiting_ > 1 && together_[waiting_ - 1] > halvings) merge();
      together_[waiting_] = static_cast<unsigned char>(halvings);
    }
    double* fresh = sums_of(waiting_++);
    for (int c = threadIdx.x & 31; c < count_; c += 32) fresh[c] = 0;
    shard_ = shard;
    __syncwarp();
  }

  __device__ void merge() {
    double *left = sums_of(waiting_ - 2), *right = sums_of(waiting_ - 1);
    for (int c = threadIdx.x & 31; c < count_; c += 32) left[c] += right[c];
    --waiting_;
  }

  Branch branch_;
  int base_, count_, tile_;
  double* room_;
  int waiting_ = 0;  ///< sums on the stack; the last is of shard_
  int shard_ = -1;
  unsigned char together_[32] = {};  ///< of each with the one before it
};

/// A warp for each task, then for each column and tile of clusters.
__global__ void __launch_bounds__(32 * warps) sum_columns(ByColumn columns, std::int64_t count, const double* scaled, const int* labels,
                                                          Cut cut, int tile, int height, const ColumnTask* tasks,
                                                          std::int64_t task_count, double* slots, ByFeature sums) {
  extern __shared__ double rooms[];  // of each warp: the stack
  double* room = rooms + threadIdx.x / 32 * (height + 1) * tile;
  const std::int64_t warp = blockIdx.x * static_cast<std::int64_t>(warps) + threadIdx.x / 32;
  Branch branch{0, cut.shards};
  std::int64_t from = 0, to = 0;
  int base = 0, clusters = 0;
  double* out = nullptr;
  if (warp < task_count) {
    const ColumnTask task = tasks[warp];
    branch = branch_of(cut.shards, task.depth, task.number);
    if (branch.first == branch.last) return;
    const std::int64_t begin = columns.starts[task.column], end = columns.starts[task.column + 1];
    from = first_not_before(columns.item_of, begin, end, static_cast<std::int64_t>(branch.first) * cut.shard_rows);
    to = first_not_before(columns.item_of, from, end, static_cast<std::int64_t>(branch.last) * cut.shard_rows);
    base = task.first_cluster;
    clusters = task.clusters;
    out = slots + task.slot * sums.stride + base;
  } else {
    const int tiles = (sums.clusters + tile - 1) / tile;
    const std::int64_t column = (warp - task_count) / tiles;
    if (column >= count) return;
    from = columns.starts[column];
    to = columns.starts[column + 1];
    if (to - from > long_column) return;
    base = static_cast<int>((warp - task_count) % tiles) * tile;
    clusters = min(tile, sums.clusters - base);
    out = sums.values + column * sums.stride + base;
  }
  BranchSums branch_sums(branch, base, clusters, tile, room);
  branch_sums.add(cut, columns.item_of, scaled, labels, from, to);
  branch_sums.finish(out);
}

/// A block for each long column merges its branches; a thread has its own clusters.
__global__ void merge_branches(const LongColumn* columns, int shards, double* slots, ByFeature sums) {
  const LongColumn column = columns[blockIdx.x];
  for (int k = threadIdx.x; k < sums.clusters; k += blockDim.x) {
    double* at = slots + column.first_slot * sums.stride + k;
    for (int level = column.depth - 1; level >= 0; --level)
      for (int number = 0; number < 1 << level; ++number) {
        const Branch branch = branch_of(shards, level, number);
        if (branch.last - branch.first < 2) continue;
        const std::int64_t left = static_cast<std::int64_t>(number) << (column.depth - level);
        const std::int64_t right = left + (std::int64_t{1} << (column.depth - level - 1));
        at[left * sums.stride] += at[right * sums.stride];
      }
    sums.values[static_cast<std::int64_t>(column.column) * sums.stride + k] = at[0];
  }
}

/// As many halvings as leave no more than long_column values to a branch, if they were spread evenly.
int depth_for(std::int64_t values, int height) {
  int depth = 0;
  while (depth < height && values >> depth > long_column) ++depth;
  return depth;
}

}  // namespace

void ColumnSums::plan(SparseItems& items, std::int64_t shard_rows, ByFeature shape, std::uint64_t more) {
  const SparseLayout& layout = items.layout();
  items.by_column();
  shard_rows_ = static_cast<int>(std::min(shard_rows, layout.rows));
  shards_ = static_cast<int>((layout.rows + shard_rows_ - 1) / shard_rows_);
  height_ = height_of(shards_);
  tile_ = shape.clusters <= 32 ? 32 : shape.clusters <= 64 ? 64 : 128;
  slots_.make(0);
  items.give_room(std::exchange(taken_, 0));

  std::vector<ColumnTask> tasks;
  std::vector<LongColumn> long_columns;
  std::int64_t slots = 0;
  const std::vector<std::int64_t>& starts = items.column_starts();
  for (std::int64_t column = 0; column < layout.columns; ++column) {
    const std::int64_t values = starts[column + 1] - starts[column];
    if (values <= long_column) continue;
    const int depth = depth_for(values, height_);
    // Of a shard that has many there are no branches; its clusters are spread over more warps.
    const int clusters = values >> depth > 4 * long_column ? 32 : tile_;
    long_columns.push_back({static_cast<int>(column), depth, slots});
    for (int number = 0; number < 1 << depth; ++number)
      for (int first = 0; first < shape.clusters; first += clusters)
        tasks.push_back({static_cast<int>(column), depth, number, first, std::min(clusters, shape.clusters - first), slots + number});
    slots += std::int64_t{1} << depth;
  }
  const std::uint64_t bytes = more + static_cast<std::uint64_t>(slots) * shape.stride * sizeof(double) +
                              tasks.size() * sizeof(ColumnTask) + long_columns.size() * sizeof(LongColumn);
  items.take_room(bytes);
  taken_ = bytes;
  const auto put = [&](auto& buffer, const auto& values) {
    buffer.make(static_cast<std::int64_t>(values.size()));
    if (!values.empty()) buffer.copy_from(values.data(), items.stream());
  };
  put(tasks_, tasks);
  put(long_columns_, long_columns);
  slots_.make(slots * shape.stride);
  items.stream().wait();
}

void ColumnSums::add(SparseItems& items, const double* scaled, const int* labels, const ByFeature& sums) {
  const std::int64_t columns = items.layout().columns, tiles = (sums.clusters + tile_ - 1) / tile_;
  const int bytes = warps * (height_ + 1) * tile_ * static_cast<int>(sizeof(double));
  check(cudaFuncSetAttribute(sum_columns, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  sum_columns<<<blocks_for(tasks_.size() + columns * tiles, warps), 32 * warps, bytes, items.stream()>>>(
      items.by_column(), columns, scaled, labels, {shards_, shard_rows_}, tile_, height_, tasks_.get(), tasks_.size(), slots_.get(), sums);
  check(cudaGetLastError());
  if (long_columns_.size() == 0) return;
  merge_branches<<<static_cast<unsigned>(long_columns_.size()), 128, 0, items.stream()>>>(long_columns_.get(), shards_, slots_.get(), sums);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
