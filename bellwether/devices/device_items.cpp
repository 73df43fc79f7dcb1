#include <bellwether/devices/device_items.h>

#include <algorithm>
#include <atomic>

namespace bellwether {
namespace {

/// False if a value is not exact in single precision.
bool narrowed(const double* from, std::int64_t count, float* to) {
  bool exact = true;
  for (std::int64_t i = 0; i < count; ++i) {
    to[i] = static_cast<float>(from[i]);
    exact &= static_cast<double>(to[i]) == from[i];
  }
  return exact;
}

}  // namespace

void ReadResident::read(Index first, Index count, double* into) const {
  const std::int64_t values = count * rows_.columns;
  const auto bytes = static_cast<std::uint64_t>(values * rows_.value_bytes);
  const char* from = static_cast<const char*>(rows_.values) + first * rows_.columns * rows_.value_bytes;
  // Single precision is widened here: half as much has to come over the bus.
  std::vector<float> single(rows_.value_bytes == 4 ? static_cast<std::size_t>(values) : 0);
  void* to = rows_.value_bytes == 4 ? static_cast<void*>(single.data()) : into;
  char message[BELLWETHER_DEVICE_MESSAGE] = {};
  require_done(device_->functions().copy_out(from, bytes, to, message), message);
  std::ranges::copy(single, into);
}

DeviceItems::DeviceItems(std::shared_ptr<Device> device, const DenseRows& rows, int threads)
    : device_(std::move(device)), rows_(rows), threads_(threads) {
  if (!take(4)) take(8);
}

DeviceItems::DeviceItems(std::shared_ptr<Device> device, const ResidentRows& rows)
    : device_(std::move(device)),
      rows_{nullptr, rows.rows, rows.columns},
      source_(std::make_unique<const ReadResident>(device_, rows)) {
  take(rows.value_bytes, rows.values);
}

DeviceItems::~DeviceItems() {
  if (held_ != nullptr) device_->functions().let_go(held_);
}

bool DeviceItems::holds(const Rows& items) const {
  return items.visit([&](const auto& rows) {
    if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, DenseRows>)
      return rows.values == rows_.values && rows.rows == rows_.rows && rows.columns == rows_.columns;
    else
      return false;
  });
}

Vector DeviceItems::row(Index item) const {
  Vector values(columns());
  if (source_)
    source_->read(item, 1, values.data());
  else
    std::ranges::copy(rows_.row(item), values.data());
  return values;
}

/// False if a value is not exact in single precision.
bool DeviceItems::take(int value_bytes, const void* resident) {
  value_bytes_ = value_bytes;
  const BellwetherDeviceItems items{.rows = rows_.rows,
                                    .columns = rows_.columns,
                                    .value_bytes = value_bytes,
                                    .memory = memory_allowed(),
                                    .resident = resident,
                                    .fill = fill,
                                    .context = this};
  char message[BELLWETHER_DEVICE_MESSAGE] = {};
  const int status = device_->functions().hold(device_->facts().number, &items, &held_, message);
  if (status == bellwether_device_refused) return false;
  require_done(status, message);
  return true;
}

int DeviceItems::fill(void* self, std::int64_t first, std::int64_t count, void* into) {
  const auto& items = *static_cast<const DeviceItems*>(self);
  const std::int64_t values = count * items.rows_.columns;
  const double* from = items.rows_.values + first * items.rows_.columns;
  constexpr int pieces = 64;
  std::atomic<bool> exact = true;
  const auto piece = [&](int number) {
    const std::int64_t begin = values * number / pieces, end = values * (number + 1) / pieces;
    if (items.single()) {
      if (!narrowed(from + begin, end - begin, static_cast<float*>(into) + begin)) exact = false;
    } else {
      std::copy(from + begin, from + end, static_cast<double*>(into) + begin);
    }
  };
  on_threads(items.threads_, [&] {
    if (items.threads_ == 1)
      for (int number = 0; number < pieces; ++number) piece(number);
    else
      for_each_parallel(pieces, piece);
  });
  return exact ? 0 : 1;
}

}  // namespace bellwether
