// place_by_profiles(): equation (14) for items that took no part in the search.

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/coclustering/itcc.h>
#include <bellwether/coclustering/joint.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

/// log p(z~|x~); minus infinity where there is none.
struct Profile {
  std::vector<double> logs;
  bool any = false;
};

std::vector<Profile> profiles_of(const Matrix& table) {
  std::vector<Profile> profiles;
  for (Index c = 0; c < table.rows(); ++c) {
    double sum = 0;
    for (Index s = 0; s < table.cols(); ++s) sum += table(c, s);
    Profile& profile = profiles.emplace_back();
    profile.any = sum > 0;
    for (Index s = 0; s < table.cols(); ++s) profile.logs.push_back(std::log(table(c, s) / sum));
  }
  return profiles;
}

void add_counts(const DenseRows& rows, Index item, std::span<const int> features, std::vector<double>& sums) {
  const auto row = rows.row(item);
  for (std::size_t j = 0; j < row.size(); ++j) sums[features[j]] += row[j];
}
void add_counts(const SparseRows& rows, Index item, std::span<const int> features,
                std::vector<double>& sums) {
  const auto row = rows.row(item);
  for (std::size_t k = 0; k < row.values.size(); ++k) sums[features[row.columns[k]]] += row.values[k];
}

/// The fewest counts that the profile has none of; then the largest sum of the others' logarithms.
int best_profile(const std::vector<Profile>& profiles, const std::vector<double>& sums) {
  int best = 0;
  double least_missing = std::numeric_limits<double>::infinity(), largest = -least_missing;
  for (std::size_t c = 0; c < profiles.size(); ++c) {
    if (!profiles[c].any) continue;
    double missing = 0, score = 0;
    for (std::size_t s = 0; s < sums.size(); ++s) {
      if (sums[s] == 0) continue;
      if (std::isinf(profiles[c].logs[s]))
        missing += sums[s];
      else
        score += sums[s] * profiles[c].logs[s];
    }
    if (missing < least_missing || (missing == least_missing && score > largest)) {
      best = static_cast<int>(c);
      least_missing = missing;
      largest = score;
    }
  }
  return best;
}

void require_fits(const Rows& items, std::span<const int> features, const Matrix& table) {
  require(items.columns() == static_cast<Index>(features.size()),
          "the items have {} features, but the clusters are of {}: items must have the features of those "
          "that the "
          "clusters were found with",
          items.columns(), features.size());
  for (const int cluster : features)
    require(cluster >= 0 && cluster < table.cols(),
            "a feature is in cluster {}, but the table has {} of them", cluster, table.cols());
  require_counts(items, "the items");
}

}  // namespace

std::vector<int> place_by_profiles(const Rows& items, std::span<const int> features, const Matrix& table,
                                   const Run& run) {
  require_fits(items, features, table);
  const auto profiles = profiles_of(table);
  std::vector<int> labels(static_cast<std::size_t>(items.rows()), 0);
  for_each_block(
      items.rows(),
      [&](std::int64_t begin, std::int64_t end) {
        std::vector<double> sums(static_cast<std::size_t>(table.cols()));
        for (Index i = begin; i < end; ++i) {
          std::ranges::fill(sums, 0.0);
          items.visit([&](const auto& rows) { add_counts(rows, i, features, sums); });
          labels[i] = best_profile(profiles, sums);
        }
      },
      run);
  return labels;
}

}  // namespace bellwether
