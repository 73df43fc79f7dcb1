#include <bellwether/links/unit_items.h>

namespace bellwether {
namespace {

Matrix scaled(const DenseRows& rows, std::span<const double> inverse_lengths) {
  Matrix unit = rows.matrix();
  for (Index i = 0; i < unit.rows(); ++i) unit.row(i) *= inverse_lengths[i];
  return unit;
}

SparseMatrix scaled(const SparseRows& rows, std::span<const double> inverse_lengths) {
  SparseMatrix unit{.columns = rows.columns};
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    unit.column_of.insert(unit.column_of.end(), row.columns.begin(), row.columns.end());
    for (const double value : row.values) unit.values.push_back(value * inverse_lengths[i]);
    unit.starts.push_back(static_cast<std::int64_t>(unit.values.size()));
  }
  return unit;
}

}  // namespace

UnitItems::UnitItems(const Rows& items, std::span<const double> inverse_lengths) {
  items.visit([&](const auto& rows) { rows_ = scaled(rows, inverse_lengths); });
}

}  // namespace bellwether
