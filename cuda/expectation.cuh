#pragma once
// A round of EM: scores of items and centres, what each item gives to each cluster, and the sums of that. All in double
// precision and in an order of its own that does not depend on the device, but not that of the library, whose products are
// those of a linear algebra package.

#include "common.cuh"

namespace bellwether::cuda {

class Expectation {
 public:
  /// Rows of a slice: their sums are added up by one block, and slices after another.
  static constexpr int slice_rows = 256;

  void begin(const Layout& layout, int clusters, const int* stays, cudaStream_t stream);
  void start_round(const BellwetherDeviceExpectation& given, cudaStream_t stream);
  /// Labels of all items, of which the chunk's are written.
  void add(const Layout& layout, const Chunk& chunk, int* labels, cudaStream_t stream);
  void finish_round(BellwetherDeviceExpectation& found, cudaStream_t stream) const;
  void probabilities(double* into, cudaStream_t stream) const { probabilities_.copy_to(into, stream); }

 private:
  /// As many rows at once as leave their scores in the second-level cache.
  int rows_ = 0;
  int clusters_ = 0, columns_ = 0;
  Buffer<double> centres_ = {}, factors_ = {}, offsets_ = {};
  Buffer<double> scores_ = {};         ///< rows_ x clusters; then what each item gives to each cluster
  Buffer<double> of_items_ = {};       ///< rows_ x 2: objective and scatter
  Buffer<double> of_slices_ = {};      ///< slices x (clusters x (columns + 1) + 2)
  Buffer<double> sums_ = {};           ///< clusters x (columns + 1) + 2: the last column counts
  Buffer<double> probabilities_ = {};  ///< of all items
  Buffer<unsigned long long> sizes_ = {};
  Buffer<int> stays_ = {};  ///< of all items, or none
};

}  // namespace bellwether::cuda
