#include <bellwether/mixtures/item_columns.h>

#include <algorithm>

namespace bellwether {
FeatureTotals UnitStep::accumulate(const Shard& shard) const {
  FeatureTotals sum{Vector::Zero(shard.rows.columns())};
  ItemColumns columns;
  shard.rows.visit([&](const auto& rows) {
    for (Index at = 0; at < rows.rows; at += soft_block) {
      columns.fill(rows.slice(at, std::min(soft_block, rows.rows - at)), model_.units);
      if (model_.squares)
        sum.values += Vector(columns.values().rowwise().squaredNorm());
      else
        sum.values += Vector(columns.values().rowwise().sum());
    }
  });
  return sum;
}

Units units_of(const Holder& holder, bool one_scale) {
  Units units{Vector::Zero(holder.columns()), Vector::Ones(holder.columns())};
  const auto count = static_cast<double>(holder.rows());
  units.shift = holder.sum<UnitStep>({units, false}).values / count;
  const Vector variances = holder.sum<UnitStep>({units, true}).values / count;
  if (one_scale)
    units.scale.setConstant(std::sqrt(variances.mean()));
  else
    units.scale = variances.cwiseSqrt();
  // Where nothing varies, the mean is only right to its last digit, which must not look like a width.
  const double least = std::max(1e-8 * units.scale.maxCoeff(), 1e-100);
  units.scale = units.scale.cwiseMax(least).cwiseMax(1e-12 * units.shift.cwiseAbs());
  if (one_scale) units.scale.setConstant(units.scale.maxCoeff());
  return units;
}

void ItemColumns::resize(Index features, Index items) {
  if (columns_.rows() != features) columns_ = Matrix::Zero(features, stride);
  items_ = items;
}

void ItemColumns::fill(const DenseRows& rows, const Units& units) {
  resize(rows.columns, rows.rows);
  const Vector inverse = units.scale.cwiseInverse();
  for (Index p = 0; p < rows.columns; ++p) {
    const double shift = units.shift[p], scale = inverse[p];
    const double* x = rows.values + p;
    double* into = columns_.row(p).data();
    for (Index i = 0; i < rows.rows; ++i, x += rows.columns) into[i] = (*x - shift) * scale;
  }
}

void ItemColumns::fill(const SparseRows& rows, const Units& units) {
  resize(rows.columns, rows.rows);
  const Vector inverse = units.scale.cwiseInverse();
  columns_.leftCols(items_).colwise() = -units.shift.cwiseProduct(inverse);
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t j = 0; j < row.values.size(); ++j) {
      const Index p = row.columns[j];
      columns_(p, i) = (row.values[j] - units.shift[p]) * inverse[p];
    }
  }
}

}  // namespace bellwether
