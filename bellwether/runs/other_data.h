#pragma once
// What other data teach about items: as a representation that any search can use, and whether they help,
// which is checked on counts that were held back. Knowledge must not hurt.

#include <functional>

#include <bellwether/engine/random.h>
#include <bellwether/features/steps.h>
#include <bellwether/methods/method.h>

namespace bellwether {

/// Whether what the method finds can represent items for another search: as shares of its feature clusters,
/// or as mixtures of its topics.
bool can_represent(const Method& method);

/// The steps that bring items into the representation that the method found.
std::vector<Step> steps_of(const Method& method, const Outcome& found);

/// What clusters tell about values of their items, in nats for each: how much better a value is foretold from
/// the other items of its cluster than from all others. With v_ij the square root of a value of `all`,
///
///   b_ij = (sum_h v_hj - v_ij) / (all v but those of i)           feature j in all other items
///   q_ij = (sum_{h in cluster of i, h != i} v_hj + beta b_ij) / (all of these v + beta)
///   G    = max_beta  sum_ij v_ij log(q_ij / b_ij) / sum_ij v_ij    over the values ij in `values`, a part of
///   `all`,
///                                                                  of features that two items have
///
/// With beta infinite the clusters tell nothing, so G is 0 at least. Labels by chance stay near 0, where the
/// mutual information of clusters and features grows with every cluster that is made of few values.
double foretold(const Rows& values, const Rows& all, const std::vector<int>& labels);

/// What finds the clusters of some items.
using Labelling = std::function<std::vector<int>(const Rows&, const Run&)>;

/// Every value by chance in one of four parts: clusters are found from three of them and asked how much they
/// tell about the fourth. Two divisions, of which each part is held back once. The items must outlive it.
class HeldBackValues {
 public:
  HeldBackValues(const Rows& items, std::uint64_t random_seed) : items_(items), random_seed_(random_seed) {}

  static constexpr int parts = 4, trials = 2 * parts;
  double told(const Labelling& find, int trial, const Run& run) const;

 private:
  Rows items_;
  std::uint64_t random_seed_;
};

/// A plan's results on trials, as far as somebody asked for them.
struct Tried {
  Labelling find = {};
  std::vector<double> told = {};

  double mean() const;
};

/// What one plan tells more than another on the same trials.
struct Gain {
  double mean = 0, error = 0;

  bool clear(double errors) const { return mean > 0 && mean >= errors * error; }
};

/// One division, and the other if that leaves it open. What `must_gain` and tells less on the first division
/// is not tried on the other: it could hardly become clear.
Gain gain_of(Tried& with, Tried& without, const HeldBackValues& values, const Run& run,
             bool must_gain = false);

/// What told more about values held back.
struct CountsCheck {
  bool asked = false;
  bool possible = false;  ///< both could cluster halves
  double with = 0, without = 0;
  double error = 0;  ///< the standard error of their difference
  bool used = true;  ///< false: without the other data the clusters told more
};

/// The values of which `belongs`, asked once for each in their order, says so.
SparseMatrix some_of(const Rows& items, const std::function<bool()>& belongs);

/// Other data are used unless they do worse by more than `tolerance` standard errors.
CountsCheck check_on_counts(const Rows& items, const Labelling& with, const Labelling& without,
                            double tolerance, std::uint64_t random_seed, const Run& run);

}  // namespace bellwether
