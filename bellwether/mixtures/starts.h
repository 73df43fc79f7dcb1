#pragma once
// Where a search begins: the first means.

#include <span>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>

namespace bellwether {

enum class Start { plus_plus, random };
inline const Choices<Start> start_names{{"k-means++", Start::plus_plus}, {"random", Start::random}};

/// What every search here may be asked, by the names that their options have in common.
template <class Options>
void describe_search(Options& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find", 1);
  option("start", o.start, "where the first means come from", start_names);
  option("restarts", o.restarts, "searches from different starts; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many rounds", 1);
  option("tolerance", o.tolerance, "smallest relative gain worth another round", 0.0);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

/// `clusters` items by greedy k-means++ (plus_plus.h), the first by chance.
/// With `inverse_lengths` the items count as scaled to length 1, and so do the rows returned.
Matrix plus_plus_start(const Rows& items, int clusters, Random random, const Run& run,
                       std::span<const double> inverse_lengths = {});

/// `clusters` different items by chance.
Matrix random_start(const Rows& items, int clusters, Random random);

Matrix start_means(Start start, const Rows& items, int clusters, Random random, const Run& run);

/// Labels of some of the items: where clusters start and, if they are held, where those items stay.
///   S. Basu, A. Banerjee, R. Mooney. Semi-supervised clustering by seeding. ICML 2002.
struct Seeds {
  std::span<const int> labels = {};  ///< the cluster of each item, or `unlabelled`; empty: nothing is known
  bool hold = false;  ///< false: seeds only start (seeded k-means); true: they stay (constrained k-means)

  bool any() const { return !labels.empty(); }
  /// What must stay, as `labels`; empty if nothing must.
  std::span<const int> held() const { return hold ? labels : std::span<const int>{}; }
};

/// The mean of each cluster's seeds; a cluster without a seed starts as `start` says, k-means++ away from the
/// seeded ones too. With `inverse_lengths`: directions, and so are the rows returned.
Matrix seeded_start(const Rows& items, std::span<const int> seeds, int clusters, Start start, Random random,
                    const Run& run, std::span<const double> inverse_lengths = {});

/// Restarts differ only by chance: one is enough if every cluster has a seed.
int restarts_worth_making(const Seeds& seeds, int clusters, int restarts);

/// Throws unless there is a seed or `unlabelled` for each item, and every seed is that of a cluster.
void require_seeds_fit(const Rows& items, std::span<const int> seeds, int clusters);
void require_seeds_fit(Index items, std::span<const int> seeds, int clusters);

/// The mean of each cluster's items. Throws InvalidInput if a cluster has none.
Matrix means_of(const Rows& items, std::span<const int> labels, int clusters);

/// One row as a dense vector.
Vector dense_row(const Rows& items, Index item);

/// Throws unless `clusters` different groups can be made: at least 1, at most as many as there are different
/// items. Every search calls this first.
void require_clusterable(const Rows& items, int clusters);

/// Throws unless given first means fit the items and the number of clusters.
void require_start_shape(const Rows& items, const Matrix& start, int clusters);

}  // namespace bellwether
