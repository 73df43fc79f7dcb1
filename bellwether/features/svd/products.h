#pragma once
// Products of the items with blocks of vectors, the same on any number of threads.

#include <bellwether/data/rows.h>
#include <bellwether/features/svd/block.h>

namespace bellwether::svd {

/// X block, for a block of features x anything. All products are written into a block that is kept by the
/// caller: memory that is fresh from the system costs as much as the product.
void times(const Rows& items, const Block& block, Block& into);

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

/// X, with X' beside it if it is sparse: every row of a product is then one sum that belongs to one thread.
class Products {
 public:
  explicit Products(const Rows& items);

  Index rows() const { return items_.rows(); }
  Index columns() const { return items_.columns(); }
  bool wide() const { return rows() <= columns(); }  ///< the smaller side is that of the items
  Index smaller_side() const { return std::min(rows(), columns()); }

  /// X block
  void times(const Block& block, Block& into) const { svd::times(items_, block, into); }
  /// X' block
  void transposed_times(const Block& block, Block& into) const;
  /// X X' block or X' X block, of the smaller side; `between` is of the other side.
  void gram_times(const Block& block, Block& between, Block& into) const;

  /// The variance of every feature, added up.
  double variance() const;

 private:
  Rows items_;
  Transpose transpose_;
};

}  // namespace bellwether::svd
