#include <bellwether/engine/copied.h>

#include <algorithm>

#include <bellwether/data/take.h>

namespace bellwether {
namespace {

Matrix copied(const DenseRows& rows, const Run& run) {
  Matrix copy(rows.rows, rows.columns);
  const auto work = [&](Index begin, Index end) {
    std::copy(rows.values + begin * rows.columns, rows.values + end * rows.columns,
              copy.data() + begin * rows.columns);
  };
  for_each_block(rows.rows, work, run);
  return copy;
}

}  // namespace

Dataset copied(const Rows& rows, const Run& run) {
  if (rows.sparse()) return copy_of(rows);
  Dataset copy;
  rows.visit([&](const auto& dense) {
    if constexpr (std::is_same_v<std::decay_t<decltype(dense)>, DenseRows>) copy.values = copied(dense, run);
  });
  return copy;
}

Dataset copied(const Dataset& items, const Run& run) {
  if (items.sparse()) return items;
  Dataset copy = copied(items.rows(), run);
  copy.ids = items.ids;
  copy.features = items.features;
  copy.labels = items.labels;
  copy.notes = items.notes;
  return copy;
}

}  // namespace bellwether
