#pragma once
// Block: a few vectors side by side, row by row, so that one product with a sparse matrix serves them all.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>

namespace bellwether::svd {

using Stride = Eigen::OuterStride<>;
using View = Eigen::Ref<Matrix, 0, Stride>;
using ConstView = Eigen::Ref<const Matrix, 0, Stride>;

/// Rows begin at cache lines, which matters where single rows are fetched: the columns are rounded up to a
/// multiple of `lane` (but one column stays one), and the surplus stays 0. What else is in a new block is not
/// known: the first to touch its memory should be the threads that fill it.
class Block {
 public:
  static constexpr Index lane = 8;  ///< doubles in 64 bytes

  Block() = default;
  Block(Index rows, Index columns)
      : rows_(rows), columns_(columns), stride_(columns == 1 ? 1 : (columns + lane - 1) / lane * lane) {
    const auto count = static_cast<std::size_t>(std::max<Index>(rows * stride_, 1));
    values_.reset(static_cast<double*>(::operator new(count * sizeof(double), alignment)));
    if (stride_ != columns_) std::fill_n(values_.get(), count, 0.0);
  }

  /// Makes it rows x columns with any contents, in the memory that it has if that is the same.
  void reshape(Index rows, Index columns) {
    if (rows != rows_ || columns != columns_) *this = Block(rows, columns);
  }

  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  Index stride() const { return stride_; }
  double* data() { return values_.get(); }
  const double* data() const { return values_.get(); }

  Eigen::Map<Matrix, 0, Stride> view() { return {values_.get(), rows_, columns_, Stride(stride_)}; }
  Eigen::Map<const Matrix, 0, Stride> view() const {
    return {values_.get(), rows_, columns_, Stride(stride_)};
  }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Release {
    void operator()(double* values) const { ::operator delete(values, alignment); }
  };
  Index rows_ = 0, columns_ = 0, stride_ = 0;
  std::unique_ptr<double[], Release> values_;
};

/// Calls `visit(number, begin, count)` for pieces of `rows` rows, several at once. Their sizes depend on the
/// number of rows alone.
template <class Visit>
void for_each_piece(Index rows, const Visit& visit) {
  const Index size = std::max<Index>(1024, (rows + 255) / 256);
  for_each_parallel(static_cast<int>((rows + size - 1) / size), [&](int number) {
    const Index begin = number * size;
    visit(number, begin, std::min(size, rows - begin));
  });
}

inline Index piece_count(Index rows) {
  const Index size = std::max<Index>(1024, (rows + 255) / 256);
  return (rows + size - 1) / size;
}

}  // namespace bellwether::svd
