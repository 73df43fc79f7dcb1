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

}  // namespace bellwether
