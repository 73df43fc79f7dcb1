#include <bellwether/topics/likelihood.h>

#include <cmath>

namespace bellwether {
namespace {

/// Calls `visit(column, value)` for the values of a row that are not 0.
template <class Row, class Visit>
void for_each_value(const Row& row, const Visit& visit) {
  if constexpr (requires { row.columns; }) {
    for (std::size_t j = 0; j < row.columns.size(); ++j)
      if (row.values[j] != 0) visit(Index{row.columns[j]}, row.values[j]);
  } else {
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] != 0) visit(static_cast<Index>(j), row[j]);
  }
}

}  // namespace

double topic_log_likelihood(const Rows& items, const Matrix& mixtures, const Matrix& topics) {
  double total = 0;
  items.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      double counts = 0, sum = 0;
      for_each_value(rows.row(i), [&](Index j, double value) {
        const double p = mixtures.row(i).dot(topics.col(j));
        counts += value;
        if (p > 0) sum += value * std::log(p);
      });
      if (counts > 0) total += sum / counts;
    }
  });
  return total;
}

}  // namespace bellwether
