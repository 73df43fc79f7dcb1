#pragma once
// What other data teach about items: as a representation that any search can use, and whether they help,
// which is checked on counts that were held back. Knowledge must not hurt.

#include <functional>

#include <bellwether/features/steps.h>
#include <bellwether/methods/guided.h>
#include <bellwether/methods/method.h>

namespace bellwether {

/// Whether what the method finds can represent items for another search: as shares of its feature clusters,
/// or as mixtures of its topics.
bool can_represent(const Method& method);

/// The steps that bring items into the representation that the method found.
std::vector<Step> steps_of(const Method& method, const Outcome& found);

/// The same method for items alone: itcc for stc, plsa for aplsa, and any other for itself. Settings that it
/// does not know are about the other data, and are dropped.
const Method& without_other_data(const Method& method);
Settings settings_without_other_data(const Method& method, const Settings& settings);

/// Clusters are found from one half of the items' values, each value by chance in one half or the other, and
/// are asked how much they tell about the other half: I(X~;Z) there, in nats.
struct CountsCheck {
  bool asked = false;
  bool possible = false;  ///< both could cluster halves
  double with = 0, without = 0;
  double error = 0;  ///< the standard error of their difference
  bool used = true;  ///< false: without the other data the clusters told more
};

/// What finds the clusters of some items.
using Labelling = std::function<std::vector<int>(const Rows&, const Run&)>;

/// Other data are used unless they do worse by more than `tolerance` standard errors.
CountsCheck check_on_counts(const Rows& items, const Labelling& with, const Labelling& without,
                            double tolerance, std::uint64_t random_seed, const Run& run);

/// The same search, less thorough: a check runs it many times, with and without other data alike.
Settings for_a_check(Settings settings, const Method& method);

/// A search with other data, and what came of them.
struct OtherDataOutcome {
  Outcome outcome = {};  ///< with the other data, or without if the check advises so
  Outcome without = {};  ///< what without_other_data() finds in the items alone
  CountsCheck check = {};
};
/// `tolerance` as in check_on_counts().
OtherDataOutcome cluster_with_other_data(const Method& method, const Problem& problem,
                                         const Settings& settings, Trust trust, double tolerance,
                                         std::uint64_t random_seed, const Run& run);

/// I(X~;Z) of the clusters of items and the features, each value divided by the sum of all; in nats.
double information_about_features(const Rows& items, const std::vector<int>& labels);

}  // namespace bellwether
