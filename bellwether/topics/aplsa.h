#pragma once
// aPLSA: PLSA of the items, and at the same time of other data whose items carry tags; the topics are common
// to both.
//   Q. Yang, Y. Chen, G.-R. Xue, W. Dai, Y. Yu. Heterogeneous transfer learning for image clustering via the
//   social Web. ACL-IJCNLP 2009.
//
//   L = lambda sum_i a_i log P(f|v_i) + (1 - lambda) sum_l b_l log P(f|w_l)   (5)
//
// with the rows a_i of A (items x features) and b_l of B (tags x features) scaled to sum 1. Equations
// (6)-(10) are its EM, (11) the clusters. Items or tags without weight (lambda 0 or 1) have their mixtures
// found all the same, for topics that they have no part in.

#include <bellwether/topics/plsa.h>

namespace bellwether {

enum class TagWeights {
  rows,  ///< as printed: every item weighs lambda, every tag 1 - lambda
  even,  ///< all items together weigh lambda, all tags together 1 - lambda (times the number of items)
};
inline const Choices<TagWeights> tag_weight_names{{"rows", TagWeights::rows}, {"even", TagWeights::even}};

struct AplsaOptions {
  int clusters = 2;
  double lambda = 0.2;
  TagWeights weights = TagWeights::rows;
  double temper = 1;
  int restarts = 10;
  int iterations = 200;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(AplsaOptions& o, auto&& option) {
  describe_topics(o, option);
  option("lambda", o.lambda, "weight of the items; 1 - lambda is that of the tags", 0, 1);
  option(
      "weights", o.weights,
      "rows: every item and every tag counts by itself; even: all items together against all tags together",
      tag_weight_names);
}

/// `tags`: a row for each tag, how often it occurs with each feature. lambda = 1 gives PLSA, bit for bit. If
/// workers hold the items (run.workers), the tags are here all the same.
TopicClustering aplsa(const Rows& items, const Rows& tags, const AplsaOptions& options = {},
                      const Run& run = {});

/// From given clusters of the items, once.
TopicClustering aplsa_from(const Rows& items, std::span<const int> start, const Rows& tags,
                           const AplsaOptions& options = {}, const Run& run = {});

/// B = T'F: how often each tag occurs with each feature, from T (items x tags) and F (items x features).
SparseMatrix tags_by_features(const Rows& tags_of_items, const Rows& items);

}  // namespace bellwether
