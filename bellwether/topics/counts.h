#pragma once
// Counts: rows of numbers of which none is below 0.

#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether {

/// Calls `use` with a SparseRow of the counts of row `i`, without zeros if the rows are dense; `columns` and
/// `values` are room for them.
template <class Use>
void with_counts(const Rows& rows, Index i, std::vector<std::int32_t>& columns, std::vector<double>& values,
                 const Use& use) {
  rows.visit([&](const auto& kind) {
    const auto row = kind.row(i);
    if constexpr (requires { row.columns; }) {
      use(SparseRow(row));
    } else {
      columns.clear();
      values.clear();
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] == 0) continue;
        columns.push_back(static_cast<std::int32_t>(j));
        values.push_back(row[j]);
      }
      use(SparseRow{columns, values});
    }
  });
}

/// 1 / the sum of each row; 0 where a row has no counts. Throws if they are not counts; `what` names the
/// rows: "items".
std::vector<double> row_scales(const Rows& rows, const char* what);

/// Throws if there are no counts at all.
void require_some(const std::vector<double>& scales, const char* what);

}  // namespace bellwether
