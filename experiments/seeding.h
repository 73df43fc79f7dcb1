#pragma once
// How semi-supervised k-means is measured with seeds.
//   S. Basu, A. Banerjee, R. Mooney. Semi-supervised clustering by seeding. ICML 2002.
//
// Ten folds: a tenth of the items is set aside, seeds are drawn from the others, all items are clustered, and
// the score is that of the items set aside: no seed is ever scored.

#include <cstdint>
#include <span>
#include <vector>

#include <bellwether/links/knowledge.h>
#include <experiments/transfer_problem.h>

namespace bellwether::experiments {

inline constexpr int folds = 10;

struct SeededFold {
  std::vector<int> seeds = {};   ///< the class of each item, or `unlabelled`; empty: nobody has one
  std::vector<Index> test = {};  ///< rising; none of them is a seed
};

/// Fold split % 10 of the division number split / 10. `fraction` of the items that are not set aside are
/// seeds, and `wrong` of these have another class than theirs, which one by chance. Seeds of a smaller
/// fraction are among those of a larger one, and so are wrong ones.
SeededFold draw_fold(std::span<const int> truth, int classes, double fraction, double wrong,
                     std::uint64_t random_seed, int split);

/// What the seeds say as links: those of a class in a chain of must-links, the first of each two classes
/// linked apart. All other pairs follow.
Knowledge links_of_seeds(std::span<const int> seeds, int classes);

/// Documents as directions, with their classes.
struct SeedingData {
  SparseMatrix items = {};  ///< tf-idf, of length 1
  std::vector<int> truth = {};
  int classes = 0;
};

/// `per_class` items of each of the classes, drawn at random; words that at least two of them have.
SeedingData draw_documents(const Corpus& corpus, const std::vector<std::string>& classes, int per_class,
                           std::uint64_t random_seed);

/// Counts become tf-idf of length 1; items that have no word are dropped.
SeedingData weighted_documents(const SparseMatrix& counts, const std::vector<int>& truth, int classes);

/// J = sum_i cos(x_i, c_z) with c_z the direction of the sum of a cluster's items, which are of length 1: the
/// sum of the lengths of these sums.
double spherical_objective(const SparseMatrix& items, std::span<const int> labels, int clusters);

}  // namespace bellwether::experiments
