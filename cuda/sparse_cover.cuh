#pragma once
// Greedy k-means++ of sparse directions: mixtures/plus_plus.cpp, with the sums that choose in its order (cover.cuh has that of dense items).

#include "cover.cuh"
#include "sparse.cuh"

namespace bellwether::cuda {

class SparseCover {
 public:
  explicit SparseCover(SparseItems& items) : items_(items) {}

  /// `inverse`: lengths of the items, on the device.
  void first(std::int64_t shard_rows, const double* inverse, const double* centre, double* shard_sums);
  void look(const BellwetherDeviceLook& look);
  void keep(int winner);
  void nearest(std::int64_t first, std::int64_t count, double* into);
  /// K-means||.
  void drawn(const double* inverse, const BellwetherDeviceDrawn& drawn);

 private:
  Cover cover() const { return {nearest_.get(), owner_.get(), nearer_.get()}; }

  SparseItems& items_;
  const double* inverse_ = nullptr;
  std::int64_t shard_rows_ = 0, chunk_rows_ = 0;
  int chosen_ = 0;
  int lanes_ = 0;                     ///< candidates side by side in the table
  Buffer<double> table_ = {};         ///< of features and candidates
  Buffer<double> arrived_ = {};       ///< candidates as they came
  Buffer<double> values_ = {};        ///< of a chunk's items and candidates
  Buffer<double> nearest_ = {}, limits_ = {}, potentials_ = {}, shard_sums_ = {};
  Buffer<float> drawn_nearest_ = {};
  Buffer<int> owner_ = {};
  Buffer<unsigned short> nearer_ = {};
};

}  // namespace bellwether::cuda
