#pragma once
// K-means.
//   S. Lloyd. Least squares quantization in PCM. IEEE Trans. Information Theory 28, 1982.
//   G. Hamerly. Making k-means even faster. SDM 2010 (the bound that skips distances).
//
// Minimises  J = sum_i ||x_i - mu_{z_i}||^2  over labels z and means mu. Every label is the one that plain
// double-precision Lloyd would give; the bounds only save the work of finding out.

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

enum class KMeansSearch { bounded, lloyd };
inline const Choices<KMeansSearch> kmeans_search_names{{"bounded", KMeansSearch::bounded},
                                                       {"lloyd", KMeansSearch::lloyd}};

struct KMeansOptions {
  int clusters = 2;
  Start start = Start::plus_plus;
  KMeansSearch search = KMeansSearch::bounded;  ///< the labels are the same, lloyd is the checked reference
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(KMeansOptions& o, auto&& option) {
  describe_search(o, option);
  option("search", o.search, "bounded skips distances that cannot matter; lloyd computes them all",
         kmeans_search_names);
}

struct KMeansResult : Clustering {
  Matrix means =
      {};  ///< clusters x features; every item that is not held is in the cluster of its nearest mean
};

/// With seeds: seeded k-means, or constrained k-means if they are held.
KMeansResult kmeans(const Rows& items, const KMeansOptions& options = {}, const Run& run = {},
                    const Seeds& seeds = {});

/// From given first means (clusters x features), once; `start` and `restarts` do not matter, and of the seeds
/// only whether they are held.
KMeansResult kmeans_from(const Rows& items, const Matrix& means, const KMeansOptions& options = {},
                         const Run& run = {}, const Seeds& seeds = {});

/// Each item with its nearest mean: how a k-means model places new items.
Placement place_by_means(const Rows& items, const Matrix& means, const Run& run = {});

}  // namespace bellwether
