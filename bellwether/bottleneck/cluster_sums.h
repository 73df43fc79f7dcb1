#pragma once
// What the information between features and clusters depends on: of each cluster the sum of its items'
// distributions, and how many they are.

#include <span>
#include <vector>

#include <bellwether/bottleneck/information.h>
#include <bellwether/links/groups.h>

namespace bellwether::bottleneck {

/// A view: S_xz of feature x and cluster z stands at values[x * stride + z]. P(x,z) = S_xz / n, P(z) = n_z /
/// n, with n the sum of the sizes.
struct ClusterSums {
  const double* values = nullptr;
  Index features = 0;
  Index stride = 0;                    ///< at least as many as there are clusters
  std::span<const double> sizes = {};  ///< n_z; 0 where a cluster has no items

  Index clusters() const { return static_cast<Index>(sizes.size()); }
  double total() const;
};

double information_of(Information kind, const ClusterSums& sums, double alpha);

/// Throws InvalidOption unless alpha is an order that this information has.
void require_order(Information kind, double alpha);

/// P(w|d) of items: their counts divided by their sum, without zeros.
struct Distributions {
  Index features = 0;
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> columns = {};
  std::vector<double> values = {};

  Index size() const { return static_cast<Index>(starts.size()) - 1; }
  SparseRow row(Index i) const {
    const auto begin = starts[i];
    const auto count = static_cast<std::size_t>(starts[i + 1] - begin);
    return {{columns.data() + begin, count}, {values.data() + begin, count}};
  }
};

/// The sums of the items of each group, which weigh as many as they are.
Distributions joined(const Distributions& items, const Groups& groups);

/// Throws InvalidInput if a value is below 0 or not finite, or if an item is all zeros.
Distributions distributions_of(const Rows& items);

/// Leaves out features that no item has: a vocabulary that is shared with others may be many times larger
/// than that of the items, and tables of clusters are dense. Renumbers the columns, which keep their order,
/// and returns what the features were called before.
std::vector<std::int32_t> keep_used_features(std::vector<std::int32_t>& columns, Index& features);

/// The columns of `sums` at the numbers that keep_used_features() returned, and 0 elsewhere.
Matrix with_all_features(const Matrix& sums, std::span<const std::int32_t> used, Index features);

/// Throws InvalidInput unless every item has a label from 0 to clusters - 1.
void require_labels_fit(Index items, std::span<const int> labels, int clusters);

}  // namespace bellwether::bottleneck
