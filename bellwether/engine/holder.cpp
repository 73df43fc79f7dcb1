#include <bellwether/engine/holder.h>

namespace bellwether {

Holder::Holder(const Rows& items, std::span<const int> seeds, const Run& run)
    : run_(run), items_(items), shape_(run.workers ? run.workers->shape() : shape_of(items)) {
  if (workers()) return;
  part_ =
      items.visit([&](const auto& rows) { return std::make_unique<Part>(shape_, 0, PartRows(rows), seeds); });
  memory_ = std::make_unique<PartMemory>();
}

}  // namespace bellwether
