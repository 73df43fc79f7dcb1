#include <bellwether/scores/enrichment.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

/// How many items of each cluster have each category: clusters x categories, row by row.
struct Counts {
  std::vector<std::int64_t> sizes = {};   ///< of the clusters
  std::vector<std::int64_t> in_all = {};  ///< of the categories
  std::vector<std::int64_t> inside = {};

  Counts(std::span<const int> labels, int clusters, std::span<const std::vector<std::size_t>> of_items,
         std::size_t categories)
      : sizes(static_cast<std::size_t>(clusters)),
        in_all(categories),
        inside(static_cast<std::size_t>(clusters) * categories) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto cluster = static_cast<std::size_t>(labels[i]);
      ++sizes[cluster];
      for (const std::size_t category : of_items[i]) {
        ++in_all[category];
        ++inside[cluster * categories + category];
      }
    }
  }
};

/// The strongest first; of equally strong ones the one that fewer items have.
bool stronger(const EnrichedCategory& a, const EnrichedCategory& b) {
  if (a.p != b.p) return a.p < b.p;
  if (a.in_all != b.in_all) return a.in_all < b.in_all;
  return a.category < b.category;
}

}  // namespace

double hypergeometric_tail(std::int64_t inside, std::int64_t marked, std::int64_t drawn, std::int64_t all) {
  require(marked >= 0 && drawn >= 0 && marked <= all && drawn <= all,
          "of {} items, {} with the category and {} in the cluster cannot be", all, marked, drawn);
  const std::int64_t least = std::max<std::int64_t>(0, marked + drawn - all), most = std::min(marked, drawn);
  if (inside <= least) return 1;
  if (inside > most) return 0;
  const auto n = static_cast<double>(all), k = static_cast<double>(marked), d = static_cast<double>(drawn);
  const double total = log_choose(n, d), expected = k * d / n;
  double sum = 0;
  for (std::int64_t y = inside; y <= most; ++y) {
    const auto x = static_cast<double>(y);
    const double term = std::exp(log_choose(k, x) + log_choose(n - k, d - x) - total);
    sum += term;
    // Beyond the mode, which is within 1 of the mean, terms only fall, and ever faster.
    if (x > expected + 1 && term <= 1e-18 * sum) break;
  }
  return std::min(sum, 1.0);
}

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (std::size_t rank = p.size(); rank > 0; --rank) {
    const std::size_t test = order[rank - 1];
    least = std::min(least, p[test] * static_cast<double>(p.size()) / static_cast<double>(rank));
    adjusted[test] = least;
  }
  return adjusted;
}

std::vector<std::vector<EnrichedCategory>> enriched_categories(
    std::span<const int> labels, int clusters, std::span<const std::vector<std::size_t>> of_items,
    std::size_t categories, const EnrichmentOptions& options) {
  require(labels.size() == of_items.size(), "there are clusters of {} items, and categories of {}",
          labels.size(), of_items.size());
  const Counts counts(labels, clusters, of_items, categories);
  struct Test {
    std::size_t cluster;
    EnrichedCategory of;
  };
  std::vector<Test> tests;
  std::vector<double> p;
  for (std::size_t cluster = 0; cluster < counts.sizes.size(); ++cluster)
    for (std::size_t category = 0; category < categories; ++category) {
      if (counts.sizes[cluster] == 0 || counts.in_all[category] == 0) continue;
      const std::int64_t inside = counts.inside[cluster * categories + category];
      p.push_back(hypergeometric_tail(inside, counts.in_all[category], counts.sizes[cluster],
                                      static_cast<std::int64_t>(labels.size())));
      tests.push_back({cluster, {category, inside, counts.in_all[category], p.back()}});
    }
  const std::vector<double> adjusted = benjamini_hochberg(p);
  std::vector<std::vector<EnrichedCategory>> found(counts.sizes.size());
  for (std::size_t test = 0; test < tests.size(); ++test) {
    if (!(adjusted[test] < options.level)) continue;
    found[tests[test].cluster].push_back(tests[test].of);
    found[tests[test].cluster].back().adjusted = adjusted[test];
  }
  for (auto& of_cluster : found) {
    std::ranges::sort(of_cluster, stronger);
    of_cluster.resize(std::min(of_cluster.size(), options.most));
  }
  return found;
}

}  // namespace bellwether
