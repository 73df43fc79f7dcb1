#include <bellwether/devices/sparse_device_items.h>

#include <utility>

namespace bellwether {

SparseDeviceItems::SparseDeviceItems(std::shared_ptr<Device> device, const SparseRows& rows)
    : device_(std::move(device)), rows_(rows) {
  const BellwetherDeviceSparse items{.rows = rows.rows,
                                     .columns = rows.columns,
                                     .stored = rows.stored(),
                                     .starts = rows.starts,
                                     .column_of = rows.column_of,
                                     .values = rows.values,
                                     .memory = memory_allowed()};
  char message[BELLWETHER_DEVICE_MESSAGE] = {};
  require_done(device_->functions().sparse_hold(device_->facts().number, &items, &held_, message), message);
}

SparseDeviceItems::~SparseDeviceItems() {
  if (held_ != nullptr) device_->functions().sparse_let_go(held_);
}

bool SparseDeviceItems::holds(const Rows& items) const {
  return items.visit([&](const auto& rows) {
    if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, SparseRows>)
      return rows.values == rows_.values && rows.starts == rows_.starts && rows.rows == rows_.rows;
    else
      return false;
  });
}

}  // namespace bellwether
