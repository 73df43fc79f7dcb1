#pragma once
// Every value of some rows, dense or sparse, one after the other.

#include <bellwether/data/rows.h>

namespace bellwether {

/// Calls `visit(row, column, value)` for every value that is not 0, row by row, columns rising. For code that
/// is not in a hurry: the kernels of the methods have loops of their own.
template <class Visit>
void for_each_value(const Rows& items, const Visit& visit) {
  items.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const auto row = rows.row(i);
      if constexpr (requires { row.columns; }) {
        for (std::size_t at = 0; at < row.columns.size(); ++at)
          if (row.values[at] != 0) visit(i, Index{row.columns[at]}, row.values[at]);
      } else {
        for (std::size_t j = 0; j < row.size(); ++j)
          if (row[j] != 0) visit(i, static_cast<Index>(j), row[j]);
      }
    }
  });
}

}  // namespace bellwether
