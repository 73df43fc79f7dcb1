#pragma once
// Which categories are over-represented in each cluster: the hypergeometric test, corrected for many tests.
//   Y. Benjamini, Y. Hochberg. Controlling the false discovery rate. JRSS B 1995.
//
// Of N items, K have the category; of the n items of the cluster, x have it. If the cluster were drawn at
// random, so many or more would have it with probability
//
//   P(X >= x) = sum_{y >= x} C(K, y) C(N - K, n - y) / C(N, n).

#include <cstdint>
#include <span>
#include <vector>

namespace bellwether {

/// P(X >= inside) for `drawn` of `all` items, `marked` of which have the category.
double hypergeometric_tail(std::int64_t inside, std::int64_t marked, std::int64_t drawn, std::int64_t all);

/// The adjusted p of each test: p_(i) m / i, i its rank among m, brought down to the least of those that
/// follow; at most 1. What lies below a level is false in at most that share, on average.
std::vector<double> benjamini_hochberg(std::span<const double> p);

struct EnrichedCategory {
  std::size_t category = 0;
  std::int64_t inside = 0;  ///< items of the cluster that have it
  std::int64_t in_all = 0;  ///< items that have it
  double p = 1, adjusted = 1;
};

struct EnrichmentOptions {
  double level = 0.05;   ///< of the adjusted p
  std::size_t most = 5;  ///< categories of a cluster
};

/// For each cluster its over-represented categories, the strongest first. `of_items` holds the categories of
/// each item, each once, from 0. Tested are all pairs of a cluster with items and a category with items.
std::vector<std::vector<EnrichedCategory>> enriched_categories(
    std::span<const int> labels, int clusters, std::span<const std::vector<std::size_t>> of_items,
    std::size_t categories, const EnrichmentOptions& options = {});

}  // namespace bellwether
