// Sparse rows on the emulated device: plain loops, in the library's order of additions.

#include <tests/support/emulated_sparse.h>

#include <memory>

#include <tests/support/emulated_device.h>

namespace bellwether::emulated {
namespace {

int sparse_hold(std::int32_t, const BellwetherDeviceSparse* items, void** held, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("memory"))
      throw Failure(bellwether_device_memory, "900 MiB are wanted at least, and 12 MiB are free");
    if (items->memory > 0 && items->memory < static_cast<std::uint64_t>(items->stored) * 12)
      throw Failure(bellwether_device_memory, "less is allowed than the emulated device needs");
    auto rows = std::make_unique<SparseHeld>();
    rows->rows = items->rows;
    rows->columns = items->columns;
    for (std::int64_t i = 0; i <= items->rows; ++i)
      rows->starts.push_back(items->starts[i] - items->starts[0]);
    const std::int64_t begin = items->starts[0];
    rows->column_of.assign(items->column_of + begin, items->column_of + begin + items->stored);
    rows->values.assign(items->values + begin, items->values + begin + items->stored);
    *held = rows.release();
  });
}

void sparse_let_go(void* held) {
  delete static_cast<SparseHeld*>(held);
}

int sparse_lay(void* held, const double* inverse_lengths, char*) {
  auto& rows = *static_cast<SparseHeld*>(held);
  rows.inverse.assign(inverse_lengths, inverse_lengths + rows.rows);
  return bellwether_device_done;
}

}  // namespace

void add_sparse(BellwetherDeviceFunctions& functions) {
  functions.sparse_hold = sparse_hold;
  functions.sparse_let_go = sparse_let_go;
  functions.sparse_lay = sparse_lay;
  functions.sparse_cover_first = CoverOf<SparseHeld>::first;
  functions.sparse_cover_look = CoverOf<SparseHeld>::look;
  functions.sparse_cover_keep = CoverOf<SparseHeld>::keep;
  functions.sparse_cover_nearest = CoverOf<SparseHeld>::nearest;
  functions.sparse_cover_drawn = CoverOf<SparseHeld>::drawn;
  add_directions(functions);
}

}  // namespace bellwether::emulated
