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

/// How many rows a shard has. At most 256 shards, so that merging their statistics costs little; and with
/// sparse rows enough of them that a shard's values outnumber its columns many times, because statistics are
/// dense: to make, fill with zeros and merge them would cost more than to look at the items.
inline Index shard_rows(const Rows& items) {
  const Index by_count = (items.rows() + 255) / 256;
  const Index stored = std::max<Index>(items.stored(), 1);
  const Index by_columns =
      16 * items.columns() / std::max<Index>(stored / std::max<Index>(items.rows(), 1), 1);
  return std::max({Index{1024}, by_count, by_columns});
}

inline Index shard_count(const Rows& items) {
  const Index size = shard_rows(items);
  return std::max<Index>(1, (items.rows() + size - 1) / size);
}

inline Shard shard(const Rows& items, Index number) {
  const Index size = shard_rows(items);
  const Index begin = number * size;
  return {begin, items.slice(begin, std::min(size, items.rows() - begin))};
}

namespace detail {

/// The sum over shards [first, last) by halves: the tree is fixed by their number, whoever computes it.
template <class Accumulate>
auto sum_range(const Rows& items, Index first, Index last, const Accumulate& accumulate, bool parallel) {
  using Statistics = decltype(accumulate(Shard{}));
  if (last - first == 1) return accumulate(shard(items, first));

  const Index middle = first + (last - first) / 2;
  std::optional<Statistics> left, right;
  const auto do_left = [&] { left = sum_range(items, first, middle, accumulate, parallel); };
  const auto do_right = [&] { right = sum_range(items, middle, last, accumulate, parallel); };
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
/// writes nowhere but in its result and in places that belong to its own items.
template <class Accumulate>
auto sum_over_shards(const Rows& items, const Accumulate& accumulate, const Run& run) {
  return detail::sum_range(items, 0, shard_count(items), accumulate, run.threads != 1);
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
