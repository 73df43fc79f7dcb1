#pragma once
// Seeds grown by the words that tell them apart: a few labels on texts that fall into quite other groups by
// themselves, as headlines fall into topics where regions are wanted.
//   K. Nigam, A. McCallum, S. Thrun, T. Mitchell. Text classification from labeled and unlabeled documents
//   using EM. Machine Learning 39, 2000 (the idea; EM itself drifts to what the texts fall into).
//
// With P(c|w) the smoothed share of labelled texts with the word w that are of cluster c, a text is put into
//
//   argmax_c  sum_w  I_w^3 log(K P(c|w)),     I_w = log K + sum_c P(c|w) log P(c|w),
//
// so that only words that tell clusters apart count. The surest texts of each cluster join the seeds, about a
// third more in each round, and all is computed anew, until every text has a cluster.

#include <vector>

#include <bellwether/runs/evidence.h>

namespace bellwether {

/// Whether items are counts of words, and every cluster has a seed.
bool can_grow(const Material& material, const std::vector<int>& seeds, int clusters);

struct Grown {
  std::vector<int> labels = {};      ///< of all items
  std::vector<double> margins = {};  ///< how far ahead of the second cluster each is
};
Grown grow_seeds(const Rows& counts, const std::vector<int>& seeds, int clusters);

/// The share of seeds, each held back once in one of a few parts, that the others find again.
double share_found_again(const Rows& counts, const std::vector<int>& seeds, int clusters);

/// The seeds, and in each cluster the surest of what grew from them: four of five.
std::vector<int> surest_of(const Grown& grown, const std::vector<int>& seeds, int clusters);

}  // namespace bellwether
