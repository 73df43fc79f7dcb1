#pragma once
// How the paper on cross-instance tuning measures: collections drawn from newsgroups are clustered with the
// order alpha of the information that other, solved newsgroups speak for.
//   D. Karakos, J. Eisner, S. Khudanpur, C. Priebe. Cross-instance tuning of unsupervised document clustering
//   algorithms. HLT-NAACL 2007.

#include <functional>
#include <string>
#include <vector>

#include <bellwether/tuning/candidates.h>
#include <experiments/transfer_problem.h>

namespace bellwether::experiments {

/// What is drawn: `items` of each of some classes.
struct Case {
  std::string name = {};
  int classes = 2;
  int items = 250;
};

/// 500 documents of 2, 5 or 10 newsgroups.
std::vector<Case> cross_instance_cases();

inline constexpr int collections_of_a_case = 5;

/// What may be known of a collection: not its classes, but those of all other items.
struct Collection {
  SparseMatrix items = {};  ///< in the columns of the whole corpus
  int clusters = 0;
  SparseMatrix sorted = {};       ///< the items of all classes that are not in it
  std::vector<int> classes = {};  ///< of these
};

struct DrawnCollection {
  Collection collection = {};
  std::vector<int> truth = {};  ///< of its items: for scoring alone
};

/// The classes are drawn at random for each collection. No item is in two of the collections of one repeat.
/// Items keep at least one word that another of their collection has, too.
DrawnCollection draw_collection(const Corpus& corpus, const Case& drawn, std::uint64_t random_seed,
                                int repeat, int number);

/// Counts of words that at least two of the items have.
SparseMatrix with_own_words(const SparseMatrix& items);

/// One clustering of items at one order.
using Clusterer = std::function<std::vector<int>(const SparseMatrix& items, int clusters, double alpha,
                                                 std::uint64_t random_seed, const Run& run)>;

/// 0.1, 0.2, ... 1.
const std::vector<double>& orders();

/// What is to be found out; each costs clusterings of its own.
struct Wanted {
  bool strapping = true;
  bool strapping_plain = true;
  bool least_squares = true;
};

/// The answers on one collection.
struct Answers {
  Candidates candidates = {};             ///< at each order; the last is untuned
  std::vector<int> strapping = {};        ///< labels
  std::vector<int> strapping_plain = {};  ///< with cues that keep their ranks
  std::vector<int> least_squares = {};
  double alpha = 1;  ///< by least squares
  /// Of processor time: the untuned clustering, all candidates, and what else each answer took.
  double untuned_seconds = 0, candidates_seconds = 0, strapping_seconds = 0, least_squares_seconds = 0;
};

Answers answers_on(const Collection& collection, const Clusterer& clusterer, const Wanted& wanted,
                   std::uint64_t random_seed, const Run& run);

}  // namespace bellwether::experiments
