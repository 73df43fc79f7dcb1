#pragma once
// How the TCS paper measures (section 4.3): classes are divided at random into training, validation and test
// classes; what is learned from the first two is used to cluster the items of the third, whose number of
// classes is given; the score is NMI, averaged over restarts with k-means++.
//
// The paper has one division and tests over the restarts. Another division moves NMI by 0.02 to 0.28, so here
// there are many, and methods are compared over them.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <bellwether/engine/run.h>
#include <experiments/experiment.h>
#include <experiments/tcs_data.h>

namespace bellwether::experiments {

struct LabelledItems {
  Matrix items = {};
  std::vector<int> labels = {};  ///< from 0, of the classes that are here
  int classes = 0;
};

struct Division {
  LabelledItems training = {}, validation = {};
  LabelledItems test = {};  ///< its labels are for scoring alone
};

/// Which third each class is in: 0 training, 1 validation, 2 test. As equal as can be; training gets the
/// first class that is over, test the second.
std::vector<int> thirds(int classes, std::uint64_t random_seed, int split);
Division divide_classes(const PreparedData& data, std::uint64_t random_seed, int split);

/// Both, with the classes of `more` numbered after those of `first`.
LabelledItems together(const LabelledItems& first, const LabelledItems& more);

struct Searches {
  int restarts = 50;
  std::uint64_t random_seed = 0;  ///< of this split
  Run run = {};
};

Searches searches_of(const Request& request, int split, const Run& run);

/// Clusters the items into as many clusters as they have classes, `restarts` times, each with a start of its
/// own; the mean of the scores.
using ScoredSearches =
    std::function<double(const Matrix& items, const LabelledItems& truth, const Searches& searches)>;
double mean_nmi_of_gm(const Matrix& items, const LabelledItems& truth, const Searches& searches);
double mean_nmi_of_vm(const Matrix& items, const LabelledItems& truth, const Searches& searches);

/// The candidate, by number, with which the validation classes are clustered best; the first of equal ones.
/// `map(c)` makes a function from items to items.
using ItemMap = std::function<Matrix(const Matrix&)>;
struct Tuned {
  std::size_t candidate = 0;
  ItemMap map = {};
};
Tuned choose_on_validation(std::size_t candidates, const std::function<ItemMap(std::size_t)>& learn,
                           const Division& division, const ScoredSearches& score, const Searches& searches);

}  // namespace bellwether::experiments
