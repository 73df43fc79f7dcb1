#pragma once
// PLSA: every item is a mixture of topics, every topic a distribution over the features.
//   T. Hofmann. Probabilistic latent semantic analysis. UAI 1999.
// As in the aPLSA paper, every item has the same weight:
//
//   P(f|v) = sum_z P(f|z) P(z|v)                                    (1)
//   L = sum_i sum_j A_ij / sum_j' A_ij'  log P(f_j|v_i)             (2), in nats, to be maximised by EM
//   g(v) = argmax_z P(z|v)                                          (3)
//
// A restart begins with every P(f|z) and P(z|v) drawn uniformly among all distributions. 0 log 0 = 0, and a
// probability below 1e-290 counts as that, so that L is finite. With `temper` below 1, what the result says
// of the rounds (trace, iterations) is said of those of plain EM, in which L cannot fall.

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>

namespace bellwether {

struct PlsaOptions {
  int clusters = 2;
  double temper = 1;  ///< EM begins with posteriors raised to this power, which rises to 1; 1: plain EM
  int restarts = 10;
  int iterations = 200;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

template <class Options>
void describe_topics(Options& o, auto&& option) {
  option("clusters", o.clusters, "how many clusters to find", 1);
  option("temper", o.temper, "EM begins with posteriors raised to this power, which rises to 1; 1: plain EM",
         0.01, 1);
  option("restarts", o.restarts, "searches from different starts; the best is kept", 1);
  option("iterations", o.iterations, "give up after this many rounds", 1);
  option("tolerance", o.tolerance, "smallest relative gain worth another round", 0.0);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

void describe(PlsaOptions& o, auto&& option) {
  describe_topics(o, option);
}

struct TopicClustering : Clustering {
  Matrix topics = {};    ///< P(f|z): clusters x features, rows sum to 1
  Matrix mixtures = {};  ///< P(z|v): items x clusters, rows sum to 1; none if workers hold the items
  Matrix tags = {};      ///< P(z|w): tags x clusters; aPLSA alone has them
  Vector shares = {};    ///< sum of the mixtures of all items: how much each topic has
};

/// Counts: no value below 0, some above. Items without any have no weight and keep the mixture they began
/// with; features without any have probability 0 in every topic. Beyond the items a search needs about three
/// times the memory of the parameters, and little data is searched from several starts at once.
TopicClustering plsa(const Rows& items, const PlsaOptions& options = {}, const Run& run = {});

/// From given clusters of the items (`unlabelled`: none), once: the first topics are the clusters' shares of
/// the features, mixed with those of all items so that nothing is impossible.
TopicClustering plsa_from(const Rows& items, std::span<const int> start, const PlsaOptions& options = {},
                          const Run& run = {});

/// P(z|v) of new items for given topics ("folding in"): EM in the mixtures alone, from even mixtures, until
/// none changes by more than 1e-8, or 10,000 rounds were made. Items without counts, or with none that a
/// topic knows, are even mixtures.
Matrix fold_in(const Rows& items, const Matrix& topics, const Run& run = {});

}  // namespace bellwether
