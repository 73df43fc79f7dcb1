#pragma once
// How well the centres chosen so far cover the items, where a device holds them: the sums of cover_here.h, to
// the last bit.

#include <span>
#include <vector>

#include <bellwether/devices/device_items.h>
#include <bellwether/devices/sparse_device_items.h>
#include <bellwether/mixtures/candidates.h>
#include <bellwether/mixtures/cover.h>

namespace bellwether::cover {

/// The functions for dense items, and for sparse ones.
template <class Items>
struct FunctionsFor {
  using Functions = BellwetherDeviceFunctions;
  static constexpr auto first = &Functions::cover_first;
  static constexpr auto look = &Functions::cover_look;
  static constexpr auto keep = &Functions::cover_keep;
  static constexpr auto nearest = &Functions::cover_nearest;
};
template <>
struct FunctionsFor<SparseDeviceItems> {
  using Functions = BellwetherDeviceFunctions;
  static constexpr auto first = &Functions::sparse_cover_first;
  static constexpr auto look = &Functions::sparse_cover_look;
  static constexpr auto keep = &Functions::sparse_cover_keep;
  static constexpr auto nearest = &Functions::sparse_cover_nearest;
};

/// As Here. The device compares items and candidates in double, so it wants no frame.
template <class Items>
class OnDevice {
 public:
  OnDevice(const Items& items, const Metric& metric, Index rows_of_shard)
      : items_(items),
        slack_(2 * metric.absolute_error),
        shard_rows_(rows_of_shard),
        potentials_(static_cast<std::size_t>((items.rows() + shard_rows_ - 1) / shard_rows_)) {}

  std::vector<double> first(const Matrix& centre) {
    std::vector<double> sums(potentials_.size());
    items_.call(Calls::first, shard_rows_, centre.data(), sums.data());
    return sums;
  }

  std::span<const PerCandidate> look(const Matrix& candidates, std::span<const double> limits) {
    const BellwetherDeviceLook look{.candidates = static_cast<std::int32_t>(candidates.rows()),
                                    .block_rows = static_cast<std::int32_t>(block_rows(items_.columns())),
                                    .centres = candidates.data(),
                                    .limits = limits.data(),
                                    .chosen = static_cast<std::int32_t>(limits.size()),
                                    .slack = slack_,
                                    .potentials = potentials_.data()->data()};
    items_.call(Calls::look, &look);
    return potentials_;
  }

  void keep(int winner, int) { items_.call(Calls::keep, winner); }

  auto row(Index item) const { return items_.row(item); }

  std::span<const double> nearest(Index first, Index count) {
    nearest_.resize(static_cast<std::size_t>(count));
    items_.call(Calls::nearest, first, count, nearest_.data());
    return nearest_;
  }

 private:
  using Calls = FunctionsFor<Items>;
  static_assert(sizeof(PerCandidate) == kernels::most_candidates * sizeof(double));

  const Items& items_;
  double slack_;
  Index shard_rows_;
  std::vector<PerCandidate> potentials_;
  std::vector<double> nearest_ = {};
};

}  // namespace bellwether::cover
