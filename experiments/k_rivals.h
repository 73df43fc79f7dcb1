#pragma once
// Other rules for the number of clusters, on k-means of dense items, to be set beside the library's own.

#include <bellwether/data/matrix.h>
#include <bellwether/engine/run.h>

namespace bellwether::experiments {

/// Numbers of clusters that every rule chooses from.
inline constexpr int most_tried = 20;

/// The smallest k with Gap(k) >= Gap(k + 1) - s(k + 1); references are flat in the box of the principal
/// components.
///   R. Tibshirani, G. Walther, T. Hastie. Estimating the number of clusters in a data set via the gap
///   statistic. J. Royal Statistical Society B 63, 2001.
int by_gap(const Matrix& items, std::uint64_t random_seed, const Run& run);

/// The largest mean silhouette; never 1.
///   P. Rousseeuw. Silhouettes. J. Computational and Applied Mathematics 20, 1987.
int by_silhouette(const Matrix& items, std::uint64_t random_seed, const Run& run);

/// The largest ratio of the variances between and within clusters, each by its degrees of freedom; never 1.
///   T. Calinski, J. Harabasz. A dendrite method for cluster analysis. Communications in Statistics 3, 1974.
int by_variance_ratio(const Matrix& items, std::uint64_t random_seed, const Run& run);

}  // namespace bellwether::experiments
