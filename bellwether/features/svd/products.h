#pragma once
// Products of the items with blocks of vectors, the same on any number of threads or workers.

#include <bellwether/data/rows.h>
#include <bellwether/engine/holder.h>
#include <bellwether/features/svd/block.h>

namespace bellwether::svd {

/// X block, for a block of features x anything. All products are written into a block that is kept by the
/// caller: memory that is fresh from the system costs as much as the product.
void times(const Rows& items, const Block& block, Block& into);

/// The same of sparse rows whose block's rows, and those of the product, are `stride` numbers apart.
void times(const SparseRows& rows, const double* block, Index stride, double* into);

/// The transpose of sparse rows, with rising columns in each of its own.
class Transpose {
 public:
  Transpose() = default;
  explicit Transpose(const SparseRows& rows);
  SparseRows rows() const { return {starts_.data(), column_of_.get(), values_.get(), rows_, columns_}; }

 private:
  Index rows_ = 0, columns_ = 0;
  std::vector<std::int64_t> starts_;
  std::unique_ptr<std::int32_t[]> column_of_;
  std::unique_ptr<double[]> values_;
};

/// X, whoever holds the items, as sums over their shards (parts.h).
class Products {
 public:
  explicit Products(const Holder& holder) : holder_(holder) {}

  Index rows() const { return holder_.rows(); }
  Index columns() const { return holder_.columns(); }
  bool wide() const { return rows() <= columns(); }  ///< the smaller side is that of the items
  Index smaller_side() const { return std::min(rows(), columns()); }

  /// X' block
  void transposed_times(const Block& block, Block& into) const;
  /// X X' block or X' X block, of the smaller side.
  void gram_times(const Block& block, Block& into) const;

  /// R of X V = Q R, up to signs of its rows.
  Matrix triangle(const Block& v) const;
  /// The variances of the columns of X V W, for the V that triangle() had last.
  Vector variances(const Block& v, const Matrix& w) const;
  /// The variance of every feature, added up.
  double variance() const;

 private:
  const Holder& holder_;
  mutable Block between_ = {};  ///< X' block, whose memory is kept
};

}  // namespace bellwether::svd
