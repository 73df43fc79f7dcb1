#pragma once
// Iterated naive Bayes: every item goes to the cluster whose words explain its own best, the clusters follow,
// and so on until nothing changes.
//
// Items are distributions p_d over words and all weigh the same. With b, the mean of them all, smoothing
// mixes a share s of b into items and clusters alike:
//
//   p~_d = (1 - s) p_d + s b      P~_c = mean of p~_d over c = (1 - s) P_c + s b
//   z_d  = argmax_c sum_w p~_dw log P~_cw
//
// This is k-means for the divergence of Kullback and Leibler on the smoothed items, so that I(X~;Z) rises
// with every round and the rounds end. What is pooled are words, in their own right: a word that a cluster
// has never seen costs -log(s b_w), and not infinity.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>

namespace bellwether::denoising {

/// The items in the form that all steps take: each divided by its sum, sparse, without zeros. Throws
/// InvalidInput if a value is not finite or below 0, or an item is all zeros.
SparseMatrix distributions_of(const Rows& items);

/// The sum of each cluster's items: clusters x features.
Matrix cluster_sums(const SparseMatrix& items, std::span<const int> labels, int clusters);

/// The best cluster of every item; of equals the first. A cluster that has nothing gets nothing.
class NaiveBayes {
 public:
  NaiveBayes(const Matrix& sums, double smoothing);

  std::vector<int> best(const SparseMatrix& items, const Run& run) const;
  /// sum_w p~_dw log P~_cw, up to what is the same for all clusters.
  double score(const SparseRow& item, int cluster) const;

 private:
  Matrix logs_;       ///< features x clusters: (1 - s) log P~_cw; 0 for words that no item has
  Vector constants_;  ///< of each cluster: s sum_w b_w log P~_cw
};

struct Refined {
  std::vector<int> labels = {};
  int rounds = 0;
  bool converged = false;  ///< nothing changes any more
};

/// From given labels, for at most `rounds`. A cluster is never emptied: of those that would leave it, the
/// item that loses least by staying stays.
Refined refine(const SparseMatrix& items, std::vector<int> labels, int clusters, double smoothing, int rounds,
               const Run& run);

}  // namespace bellwether::denoising
