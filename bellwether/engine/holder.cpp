#include <bellwether/engine/holder.h>

namespace bellwether {
namespace {

Shape shape_in(const Rows& items, const Run& run) {
  if (run.workers) return run.workers->shape();
  if (!run.source) return shape_of(items);
  const Index rows = run.source->rows(), columns = run.source->columns();
  return {rows, columns, rows * columns};
}

}  // namespace

Holder::Holder(const Rows& items, std::span<const int> seeds, const Run& run)
    : run_(run), items_(items), shape_(shape_in(items, run)) {
  if (workers()) return;
  memory_ = std::make_unique<PartMemory>();
  if (source()) {
    part_ = std::make_unique<Part>(shape_, 0, StoredRows{source(), 0, rows(), columns()}, seeds);
    return;
  }
  part_ =
      items.visit([&](const auto& rows) { return std::make_unique<Part>(shape_, 0, PartRows(rows), seeds); });
}

}  // namespace bellwether
