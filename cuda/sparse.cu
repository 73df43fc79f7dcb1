#include "sparse.cuh"

#include <algorithm>
#include <bit>

#include <cub/device/device_radix_sort.cuh>

namespace bellwether::cuda {
namespace {

constexpr int block = 256;

int made_current(int device) {
  check(cudaSetDevice(device));
  return device;
}

__global__ void number(std::int64_t count, unsigned* places) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i < count) places[i] = static_cast<unsigned>(i);
}

/// Keys are the columns in order: starts[c] is the first place of a column that is not before c.
__global__ void find_starts(std::int64_t count, const int* columns_in_order, std::int64_t columns, std::int64_t* starts) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i > count) return;
  const std::int64_t before = i == 0 ? -1 : columns_in_order[i - 1];
  const std::int64_t here = i == count ? columns : columns_in_order[i];
  for (std::int64_t c = before + 1; c <= here; ++c) starts[c] = i;
}

/// A warp for each row.
__global__ void spread_rows(SparseLayout layout, int* row_of) {
  const std::int64_t row = (blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x) / 32;
  if (row >= layout.rows) return;
  for (std::int64_t j = layout.starts[row] + (threadIdx.x & 31); j < layout.starts[row + 1]; j += 32)
    row_of[j] = static_cast<int>(row);
}

__global__ void find_items(std::int64_t count, const unsigned* place_of, const int* row_of, int* item_of) {
  const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(block) + threadIdx.x;
  if (i < count) item_of[i] = row_of[place_of[i]];
}

/// Of each row its start; of each value itself and its column, and in columns its item and its place.
std::uint64_t bytes_of(const SparseLayout& layout) {
  return static_cast<std::uint64_t>(layout.rows + layout.columns + 2) * 8 + static_cast<std::uint64_t>(layout.stored) * (8 + 4 + 4 + 4);
}

}  // namespace

SparseItems::SparseItems(int device, const BellwetherDeviceSparse& items)
    : device_(made_current(device)), memory_(items.memory) {
  layout_.rows = items.rows;
  layout_.columns = items.columns;
  layout_.stored = items.stored;
  if (items.stored > UINT32_MAX || items.rows > INT32_MAX)
    throw Failure(bellwether_device_unsupported, "sparse items of 4294967295 values and 2147483647 rows are the most");
  // Sorting needs 12 more bytes a value for a while.
  require_room(bytes_of(layout_) + static_cast<std::uint64_t>(layout_.stored) * 12);
  held_bytes_ = bytes_of(layout_);

  starts_.make(layout_.rows + 1);
  column_of_.make(layout_.stored);
  values_.make(layout_.stored);
  const std::int64_t begin = items.starts[0];
  std::vector<std::int64_t> from_zero;
  if (begin != 0)
    for (std::int64_t i = 0; i <= items.rows; ++i) from_zero.push_back(items.starts[i] - begin);
  starts_.copy_from(begin == 0 ? items.starts : from_zero.data(), stream_);
  if (layout_.stored > 0) {
    column_of_.copy_from(items.column_of + begin, stream_);
    values_.copy_from(items.values + begin, stream_);
  }
  stream_.wait();
  layout_.starts = starts_.get();
  layout_.column_of = column_of_.get();
  layout_.values = values_.get();
}

ByColumn SparseItems::by_column() {
  if (host_column_starts_.empty()) sort_by_column();
  return {column_starts_.get(), item_of_.get(), place_of_.get()};
}

/// A stable sort by columns: values of one column stay in the order of the rows.
void SparseItems::sort_by_column() {
  const std::int64_t stored = layout_.stored;
  column_starts_.make(layout_.columns + 1);
  place_of_.make(stored);
  Buffer<int> in_order(stored);
  if (stored > 0) {
    Buffer<unsigned> places(stored);
    number<<<blocks_for(stored, block), block, 0, stream_>>>(stored, places.get());
    check(cudaGetLastError());
    const int bits = std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(layout_.columns - 1))));
    std::size_t bytes = 0;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, layout_.column_of, in_order.get(), places.get(), place_of_.get(),
                                          stored, 0, bits, stream_));
    Buffer<char> room(static_cast<std::int64_t>(bytes));
    check(cub::DeviceRadixSort::SortPairs(room.get(), bytes, layout_.column_of, in_order.get(), places.get(), place_of_.get(),
                                          stored, 0, bits, stream_));
    stream_.wait();
  }
  find_starts<<<blocks_for(stored + 1, block), block, 0, stream_>>>(stored, in_order.get(), layout_.columns, column_starts_.get());
  check(cudaGetLastError());
  if (stored > 0) {
    item_of_.make(stored);
    // In the room of the columns in order, which nobody needs any more.
    spread_rows<<<blocks_for(layout_.rows, block / 32), block, 0, stream_>>>(layout_, in_order.get());
    check(cudaGetLastError());
    find_items<<<blocks_for(stored, block), block, 0, stream_>>>(stored, place_of_.get(), in_order.get(), item_of_.get());
    check(cudaGetLastError());
  }
  std::vector<std::int64_t> starts(static_cast<std::size_t>(layout_.columns) + 1);
  column_starts_.copy_to(starts.data(), stream_);
  stream_.wait();
  host_column_starts_ = std::move(starts);
}

void SparseItems::take_room(std::uint64_t bytes) {
  require_room(bytes);
  held_bytes_ += bytes;
}

std::uint64_t SparseItems::room() const {
  std::size_t free = 0, all = 0;
  check(cudaMemGetInfo(&free, &all));
  std::uint64_t usable = free;
  if (memory_ > 0) usable = std::min(usable, memory_ > held_bytes_ ? memory_ - held_bytes_ : 0);
  return usable - usable / 10;
}

void SparseItems::require_room(std::uint64_t bytes) const { require_bytes(bytes, room()); }

void require_bytes(std::uint64_t wanted, std::uint64_t usable) {
  if (wanted > usable)
    throw Failure(bellwether_device_memory, std::to_string((wanted >> 20) + 1) + " MiB are wanted at least, and " +
                                                std::to_string(usable >> 20) + " MiB are free");
}

}  // namespace bellwether::cuda
