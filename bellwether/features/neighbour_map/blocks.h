#pragma once
// Work on each row of a map by itself, in blocks that depend on their number alone.

#include <algorithm>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>

namespace bellwether::map_detail {

/// Calls `work(i)` for 0 .. rows - 1, several at once; it writes nowhere but to what belongs to row i.
template <class Work>
void for_each_row(Index rows, const Work& work, const Run& run) {
  constexpr Index block = 64;  // small enough that two threads end at about the same time
  const auto one = [&](int number) {
    const Index begin = number * block, end = std::min(begin + block, rows);
    for (Index i = begin; i < end; ++i) work(i);
  };
  const auto blocks = static_cast<int>((rows + block - 1) / block);
  if (run.threads != 1) return for_each_parallel(blocks, one);
  for (int number = 0; number < blocks; ++number) one(number);
}

}  // namespace bellwether::map_detail
