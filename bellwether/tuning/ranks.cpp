#include <bellwether/tuning/ranks.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>

namespace bellwether {

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double mean = 0.5 * static_cast<double>(begin + 1 + end);
    for (std::size_t at = begin; at < end; ++at) ranks[order[at]] = mean;
  }
  return ranks;
}

double rank_correlation(std::span<const double> left, std::span<const double> right) {
  require(left.size() == right.size(), "{} values cannot be correlated with {}", left.size(), right.size());
  const std::vector<double> a = ranks_of(left), b = ranks_of(right);
  const double mean = 0.5 * static_cast<double>(a.size() + 1);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  return aa > 0 && bb > 0 ? std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0) : 0;
}

}  // namespace bellwether
