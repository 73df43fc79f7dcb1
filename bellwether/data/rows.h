#pragma once
// Rows: what a method sees of its items. A view that owns nothing and is cheap to copy; like a span, it must
// not outlive what it looks at.

#include <span>
#include <type_traits>
#include <variant>

#include <bellwether/data/matrix.h>

namespace bellwether {

/// Contiguous row-major values.
struct DenseRows {
  const double* values = nullptr;
  Index rows = 0;
  Index columns = 0;

  std::span<const double> row(Index i) const {
    return {values + i * columns, static_cast<std::size_t>(columns)};
  }
  DenseRows slice(Index begin, Index count) const { return {values + begin * columns, count, columns}; }
  Eigen::Map<const Matrix> matrix() const { return {values, rows, columns}; }
  Index stored() const { return rows * columns; }
};

/// One sparse row: `values[j]` stands in column `columns[j]`.
struct SparseRow {
  std::span<const std::int32_t> columns;
  std::span<const double> values;
};

struct SparseRows {
  const std::int64_t* starts = nullptr;  ///< rows + 1 of them; the first need not be 0
  const std::int32_t* column_of = nullptr;
  const double* values = nullptr;
  Index rows = 0;
  Index columns = 0;

  SparseRow row(Index i) const {
    const auto begin = starts[i];
    const auto count = static_cast<std::size_t>(starts[i + 1] - begin);
    return {{column_of + begin, count}, {values + begin, count}};
  }
  SparseRows slice(Index begin, Index count) const {
    return {starts + begin, column_of, values, count, columns};
  }
  Index stored() const { return rows == 0 ? 0 : starts[rows] - starts[0]; }
};

class Rows {
 public:
  Rows() = default;
  Rows(DenseRows rows) : view_(rows) {}
  Rows(SparseRows rows) : view_(rows) {}
  Rows(const Matrix& m) : view_(DenseRows{m.data(), m.rows(), m.cols()}) {}
  Rows(const SparseMatrix& m)
      : view_(SparseRows{m.starts.data(), m.column_of.data(), m.values.data(), m.rows(), m.columns}) {}

  /// Calls `f` with the DenseRows or the SparseRows inside.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), view_);
  }

  Index rows() const {
    return visit([](const auto& r) { return r.rows; });
  }
  Index columns() const {
    return visit([](const auto& r) { return r.columns; });
  }
  /// How many values are stored: rows x columns, or the nonzeros.
  Index stored() const {
    return visit([](const auto& r) { return r.stored(); });
  }
  bool sparse() const { return std::holds_alternative<SparseRows>(view_); }
  Rows slice(Index begin, Index count) const {
    return visit([&](const auto& r) { return Rows(r.slice(begin, count)); });
  }

 private:
  std::variant<DenseRows, SparseRows> view_;
};

}  // namespace bellwether
