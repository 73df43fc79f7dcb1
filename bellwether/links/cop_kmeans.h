#pragma once
// K-means under links that must not be broken.
//   K. Wagstaff, C. Cardie, S. Rogers, S. Schroedl. Constrained k-means clustering with background knowledge.
//   ICML 2001.
//
// Minimises  J = sum_i ||x_i - mu_{z_i}||^2  over labels z and means mu, where z_i = z_j for items with a
// must-link, z_i != z_j for items with a cannot-link, z_i is given for a held seed, and clusters may have a
// least and a largest size. Links count with all that follows from them (see groups.h).
//
// The paper's pass over the items (on_conflict = fail) gives up where an item fits nowhere any more, although
// another order would do; what it finds depends on the order, and J may rise. The default, search, keeps
// three promises: it finds labels that keep every link if there are any (or says that its limit was reached
// first), J never rises from round to round, and no link is broken. Where the nearest clusters break no link,
// both are k-means.

#include <bellwether/engine/clustering.h>
#include <bellwether/links/greedy.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/links/size_bounds.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

enum class MustLinks { together, one_by_one };
inline const Choices<MustLinks> must_links_names{{"together", MustLinks::together},
                                                 {"one-by-one", MustLinks::one_by_one}};
inline const Choices<OnConflict> on_conflict_names{
    {"search", OnConflict::search}, {"fail", OnConflict::fail}, {"relax", OnConflict::relax}};

struct CopKMeansOptions {
  int clusters = 2;
  Start start = Start::plus_plus;
  MustLinks must_links = MustLinks::together;
  OnConflict on_conflict = OnConflict::search;
  bool hold_seeds = true;     ///< false: seeds only say where the search begins
  std::int64_t min_size = 0;  ///< items that each cluster has at least
  std::int64_t max_size = 0;  ///< and at most; 0: any number
  int search_limit = 10000;   ///< see guided_search.h
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(CopKMeansOptions& o, auto&& option) {
  describe_search(o, option);
  option(
      "must_links", o.must_links,
      "together places joined items as one, by their mean; one-by-one is the paper's: the first of them in "
      "the order decides",
      must_links_names);
  option(
      "on_conflict", o.on_conflict,
      "where the nearest clusters break a link: search for the cheapest way that keeps all; place one after "
      "the other and fail (the paper's); relax, as few broken cannot-links as the order allows",
      on_conflict_names);
  option("hold_seeds", o.hold_seeds, "keep every seed in its cluster; if not, seeds only say where to begin");
  describe_sizes(o, option);
  option("search_limit", o.search_limit,
         "how many choices the search may try among items that cannot-links connect", 1);
}

struct CopKMeansResult : Clustering {
  Matrix means = {};  ///< clusters x features
  Index relaxed = 0;  ///< cannot-links that were given up; 0 unless on_conflict is relax
};

/// A restart that finds no labels counts only if none does. An empty cluster is refilled with the point that
/// costs most, as long as one is free to go.
CopKMeansResult cop_kmeans(const Rows& items, const Knowledge& knowledge,
                           const CopKMeansOptions& options = {}, const Run& run = {});

/// From given first means (clusters x features), once; `start` and `restarts` do not matter.
CopKMeansResult cop_kmeans_from(const Rows& items, const Knowledge& knowledge, const Matrix& means,
                                const CopKMeansOptions& options = {}, const Run& run = {});

}  // namespace bellwether
