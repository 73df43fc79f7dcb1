#pragma once
// Word vectors: a direction for every feature, from which other features it stands with, and items as the sum
// of the vectors of their features. After latent semantic analysis (see svd.h), but each word counts by its
// direction alone, so that frequent words do not drown the others.
//
//   X ~ U S V'          rows: items and other texts, weighted (ltc) and of length 1
//   w_j = V_j S^p       divided by its length
//   c   = the mean, over the rows, of sum_j x_ij w_j / sum_j x_ij
//   d   = sum_j x_j (w_j - c), to be brought to length 1
//
// Few items show little of which words mean the same; many other texts with the same words show it. What
// all texts have in common is taken out (c), or it would be most of every direction.

#include <optional>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>
#include <bellwether/features/weights.h>

namespace bellwether {

enum class WordWeights {
  automatic,  ///< ltc; tf-idf if a value lies between 0 and 1, where ltc has no logarithm to take
  none,
  tf_idf,
  ltc,
  okapi
};
inline const Choices<WordWeights> word_weights_names{{"auto", WordWeights::automatic},
                                                     {"none", WordWeights::none},
                                                     {"tf-idf", WordWeights::tf_idf},
                                                     {"ltc", WordWeights::ltc},
                                                     {"okapi", WordWeights::okapi}};

struct WordVectorsOptions {
  std::optional<double> clusters = {};    ///< that are sought
  std::optional<double> dimensions = {};  ///< none: twice the clusters, from 20 to 400, and at most the rank
  double power = 1;
  bool centred = true;
  WordWeights weights = WordWeights::automatic;
  std::uint64_t random_seed = 0;
};

void describe(WordVectorsOptions& o, auto&& option) {
  option("clusters", o.clusters, "that are sought; auto: -k", 1.0, 1e9);
  option("dimensions", o.dimensions, "of the vectors; auto: twice the clusters, from 20 to 400", 1.0,
         10000.0);
  option("power", o.power, "of the singular values: 0 treats all dimensions alike, 1 favours the first", 0.0,
         1.0);
  option("centred", o.centred, "what all texts have in common is taken out");
  option("weights", o.weights, "of the counts, fitted on items and other data together; auto: ltc",
         word_weights_names);
  option("random_seed", o.random_seed, "where the random draws of the SVD start");
}

/// c for vectors of words, a row for each; words without a vector (0) count for nothing.
Vector centre_of_texts(const Rows& weighted, const Matrix& vectors, const Run& run = {});

/// The same vectors less the centre; words without a vector stay without one.
Matrix less_centre(const Matrix& vectors, const Vector& centre);

/// A row for each feature: its vector, of length 1 before the centre is taken away, or 0 if no row has the
/// feature. `weighted` are rows of length 1. Fewer dimensions than asked for if there are no more.
LinearMap word_vectors(const Rows& weighted, const WordVectorsOptions& options = {}, const Run& run = {});

/// What the weights stand for, for these counts.
Weighting weighting_for(const Rows& counts, WordWeights weights);

}  // namespace bellwether
