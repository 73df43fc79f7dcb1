#include <bellwether/topics/counts.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/values.h>

namespace bellwether {
std::vector<double> row_scales(const Rows& rows, const char* what) {
  require_counts(rows, fmt::format("the {}", what));
  std::vector<double> scales(static_cast<std::size_t>(rows.rows()), 0.0);  // sums at first
  for_each_value(rows, [&](Index i, Index, double value) { scales[i] += value; });
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const double sum = scales[i];
    require(
        sum == 0 || (std::isfinite(sum) && std::isfinite(1 / sum)),
        "row {} (counted from 1) of the {} sums to {}, which cannot be scaled to 1: multiply the values by a "
        "constant that brings them near 1",
        i + 1, what, sum);
    scales[i] = sum > 0 ? 1 / sum : 0;
  }
  return scales;
}

void require_some(const std::vector<double>& scales, const char* what) {
  require(std::ranges::any_of(scales, [](double scale) { return scale > 0; }),
          "all values of the {} are 0, so there is nothing to find topics in: look for a wrong file or "
          "vocabulary",
          what);
}

}  // namespace bellwether
