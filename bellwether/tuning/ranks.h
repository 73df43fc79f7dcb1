#pragma once
// Ranks: the place of each value among the others.

#include <span>
#include <vector>

namespace bellwether {

/// 1 for the smallest; equal values share the mean of their places.
std::vector<double> ranks_of(std::span<const double> values);

/// Spearman's rank correlation: Pearson's of the ranks. 0 if one side does not vary.
double rank_correlation(std::span<const double> left, std::span<const double> right);

}  // namespace bellwether
