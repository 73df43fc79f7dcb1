#pragma once
// Shards: the items cut into pieces of a size that depends on the data alone, and sums over them that
// come out the same, bit by bit, on any number of threads.

#include <algorithm>
#include <optional>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>

namespace bellwether {

/// A run of neighbouring items; `begin` is the number of its first.
struct Shard {
  Index begin = 0;
  Rows rows = {};
};

/// What the cut depends on, and nothing else: so it is the same on any number of threads, workers or
/// machines.
struct Shape {
  Index rows = 0;
  Index columns = 0;
  Index stored = 0;    ///< values: rows x columns, or the nonzeros
  Index clusters = 1;  ///< of the statistics that are summed
};

inline Shape shape_of(const Rows& items, Index clusters = 1) {
  return {items.rows(), items.columns(), items.stored(), clusters};
}

/// How many rows a shard has: 1,024 of few items, 4,096 of more than a million, so that many workers have
/// something to do. With sparse rows enough of them that a shard's values outnumber its columns many times,
/// because statistics are dense: to make, fill with zeros and merge them would cost more than to look at the
/// items. For the same reason twice as many, and again twice, until there are 64 for each cluster or fewer
/// than 256 shards: where bounds skip the search, a round of k-means reads and adds each value once or twice,
/// and to fill and merge a shard's sums costs three times as much for each cluster.
inline Index shard_rows(const Shape& shape) {
  const Index by_count = (shape.rows + 255) / 256;
  const Index stored = std::max<Index>(shape.stored, 1);
  const Index by_columns = 16 * shape.columns / std::max<Index>(stored / std::max<Index>(shape.rows, 1), 1);
  Index size = std::max({Index{1024}, std::min<Index>(by_count, 4096), by_columns});
  while (size < 64 * shape.clusters && 2 * size <= by_count) size *= 2;
  return size;
}

inline Index shard_count(const Shape& shape) {
  const Index size = shard_rows(shape);
  return std::max<Index>(1, (shape.rows + size - 1) / size);
}

inline Index shard_rows(const Rows& items, Index clusters = 1) {
  return shard_rows(shape_of(items, clusters));
}
inline Index shard_count(const Rows& items, Index clusters = 1) {
  return shard_count(shape_of(items, clusters));
}

inline Shard shard(const Rows& items, Index number, Index clusters = 1) {
  const Index size = shard_rows(items, clusters);
  const Index begin = number * size;
  return {begin, items.slice(begin, std::min(size, items.rows() - begin))};
}

namespace detail {

/// The sum over shards [first, last) by halves: the tree is fixed by their number, whoever computes it.
template <class Accumulate>
auto sum_range(const Rows& items, Index size, Index first, Index last, const Accumulate& accumulate,
               bool parallel) {
  using Statistics = decltype(accumulate(Shard{}));
  if (last - first == 1) {
    const Index begin = first * size;
    return accumulate(Shard{begin, items.slice(begin, std::min(size, items.rows() - begin))});
  }

  const Index middle = first + (last - first) / 2;
  std::optional<Statistics> left, right;
  const auto do_left = [&] { left = sum_range(items, size, first, middle, accumulate, parallel); };
  const auto do_right = [&] { right = sum_range(items, size, middle, last, accumulate, parallel); };
  if (parallel) {
    both(do_left, do_right);
  } else {
    do_left();
    do_right();
  }
  merge(*left, *right);
  return std::move(*left);
}

}  // namespace detail

/// merge(... accumulate(shard)) over all shards. `accumulate` may run on several shards at once, so it
/// writes nowhere but in its result and in places that belong to its own items. `clusters`: how many have
/// sums of their own in the statistics.
template <class Accumulate>
auto sum_over_shards(const Rows& items, const Accumulate& accumulate, const Run& run, Index clusters = 1) {
  return detail::sum_range(items, shard_rows(items, clusters), 0, shard_count(items, clusters), accumulate,
                           run.threads != 1);
}

/// Calls `visit(shard)` for every shard; for work that only writes to its own items' places.
template <class Visit>
void for_each_shard(const Rows& items, const Visit& visit, const Run& run) {
  const auto count = static_cast<int>(shard_count(items));
  const auto one = [&](int number) { visit(shard(items, number)); };
  if (run.threads == 1) {
    for (int number = 0; number < count; ++number) one(number);
  } else {
    for_each_parallel(count, one);
  }
}

}  // namespace bellwether
