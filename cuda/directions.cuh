#pragma once
// Spherical k-means of sparse rows: mixtures/spherical_pass.cpp on the device, with its additions in their order.
//
// Directions lie by feature, the clusters of one feature side by side. An item's products with all of them are made in single precision;
// where its best two are closer than the error allows, again in double, value by value, as is the product with its own direction.

#include "column_sums.cuh"

namespace bellwether::cuda {

class DirectionSearch {
 public:
  explicit DirectionSearch(SparseItems& items) : items_(items) {}

  void lay(const double* inverse_lengths);
  /// Lengths, on the device. Throws if there are none yet.
  const double* inverse() const;
  void begin(const BellwetherDeviceDirections& search);
  void round(BellwetherDeviceCosines& found);
  void turn(int refilled, const double* direction);
  void end(double* directions, int* labels);

 private:
  void prepare(int clusters, std::int64_t shard_rows);
  void require_begun() const;
  void add_objective(BellwetherDeviceCosines& found);
  void find_misfit(BellwetherDeviceCosines& found);

  SparseItems& items_;
  int clusters_ = 0;
  std::int64_t shard_rows_ = 0;
  ByFeature directions_ = {}, sums_ = {};
  ColumnSums column_sums_ = {};
  Buffer<double> direction_values_ = {}, sum_values_ = {};
  Buffer<float> narrow_ = {};  ///< the directions, laid out alike
  Buffer<double> scaled_ = {};  ///< the values of all columns, of items of length 1
  Buffer<double> inverse_ = {}, cosines_ = {}, shard_sums_ = {}, lengths_ = {}, refill_ = {}, worsts_ = {};
  Buffer<int> labels_ = {}, stays_ = {}, counts_ = {}, worst_items_ = {}, doubts_ = {}, open_ = {};
};

}  // namespace bellwether::cuda
