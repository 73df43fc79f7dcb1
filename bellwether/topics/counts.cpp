#include <bellwether/topics/counts.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

/// Calls `use(i, sum)` with the sum of each row's counts.
template <class Use>
void for_each_sum(const Rows& rows, const char* what, const Use& use) {
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (Index i = 0; i < rows.rows(); ++i) {
    double sum = 0;
    with_counts(rows, i, columns, values, [&](const SparseRow& row) {
      for (std::size_t j = 0; j < row.values.size(); ++j) {
        require(
            row.values[j] >= 0 && std::isfinite(row.values[j]),
            "row {}, column {} (counted from 1) of the {} is {}, but topics need counts, numbers from 0 up: "
            "correct it, leave out steps that centre the values, or choose another method",
            i + 1, row.columns[j] + 1, what, row.values[j]);
        sum += row.values[j];
      }
    });
    use(i, sum);
  }
}

}  // namespace

void require_counts(const Rows& rows, const char* what) {
  for_each_sum(rows, what, [](Index, double) {});
}

std::vector<double> row_scales(const Rows& rows, const char* what) {
  std::vector<double> scales(static_cast<std::size_t>(rows.rows()));
  for_each_sum(rows, what, [&](Index i, double sum) {
    require(
        sum == 0 || (std::isfinite(sum) && std::isfinite(1 / sum)),
        "row {} (counted from 1) of the {} sums to {}, which cannot be scaled to 1: multiply the values by a "
        "constant that brings them near 1",
        i + 1, what, sum);
    scales[i] = sum > 0 ? 1 / sum : 0;
  });
  return scales;
}

void require_some(const std::vector<double>& scales, const char* what) {
  require(std::ranges::any_of(scales, [](double scale) { return scale > 0; }),
          "all values of the {} are 0, so there is nothing to find topics in: look for a wrong file or "
          "vocabulary",
          what);
}

}  // namespace bellwether
