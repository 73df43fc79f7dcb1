#pragma once
// How the papers on knowledge from other data measure: a few items of some classes are to be clustered, and
// items of other classes, or items with tags, may be used. The score is the entropy of the true classes in
// the clusters, lower is better:
//
//   H = sum_c n_c/n H(class | cluster c)      (STC, section 4.2; in bits there, in nats for aPLSA)

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/run.h>

namespace bellwether::experiments {

/// Items of many classes, from which tasks are drawn.
struct Corpus {
  SparseMatrix counts = {};
  std::vector<std::string> classes = {};  ///< of each item
  SparseMatrix tags = {};                 ///< items x tags, 1 where an item has the tag; no rows: no tags
  std::string prepared = {};              ///< what was made of the files, in words
};

struct Task {
  std::string name = {};
  std::string corpus = {};
  std::vector<std::string> classes = {};  ///< to be clustered
  std::vector<std::string> others = {};   ///< classes of the auxiliary items
  int items = 50;                         ///< of each class
  int other_items = 0;                    ///< of each of the others; 0: all there are
  int feature_in = 1;                     ///< features that fewer items have are dropped
  int tag_in = 1;                         ///< tags that fewer auxiliary items have are dropped
};

/// One draw of a task. Items without a count are not drawn.
struct Problem {
  SparseMatrix target = {};
  std::vector<int> truth = {};    ///< of the target items, from 0: for scoring alone
  int classes = 0;                ///< how many clusters are asked for
  SparseMatrix auxiliary = {};    ///< in the same columns
  SparseMatrix both = {};         ///< target, and then auxiliary items
  SparseMatrix tagged_with = {};  ///< auxiliary items x tags; no rows: no tags
};

/// The items are drawn at random for each split; a draw of fewer items a class is part of one of more.
/// `items`: of each class, instead of the task's; 0: the task's. Throws InvalidInput if a class has too few.
Problem draw_problem(const Corpus& corpus, const Task& task, std::uint64_t random_seed, int split,
                     int items = 0);

/// Chosen rows, and of the columns those with values in at least `in` of them, which are renumbered.
SparseMatrix rows_of(const SparseMatrix& values, const std::vector<Index>& rows);
SparseMatrix columns_in(const SparseMatrix& values, int in);

/// Where one search begins: the same for every method.
struct SearchStart {
  std::uint64_t random_seed = 0;
  Run run = {};
};

/// Labels of the target items first; those of others after them are not looked at.
using Search = std::function<Clustering(const Problem& problem, const SearchStart& start)>;

struct Searched {
  double mean = 0;  ///< of the scores over starts
  double best = 0;  ///< the score of the start with the best objective; the first of equal ones
};

enum class EntropyUnit { bits, nats };
double entropy_of_target(const Clustering& found, const Problem& problem, EntropyUnit unit);

Searched search_from_starts(const Problem& problem, const Search& search, int restarts,
                            std::uint64_t random_seed, EntropyUnit unit, const Run& run);

}  // namespace bellwether::experiments
