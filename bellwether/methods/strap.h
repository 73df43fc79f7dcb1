#pragma once
// One numeric option of a method over a range of values: the clusterings that come of it, from which solved
// collections teach to choose.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/methods/method.h>
#include <bellwether/tuning/candidates.h>

namespace bellwether {

struct Strap {
  std::string option = {};
  std::vector<double> values = {};  ///< rising; the default is always among them
  std::size_t untuned = 0;          ///< which of them is the default
};

/// From "alpha=0.1:1.0:0.1" (first, last, step) or "alpha=0.1,0.5,1"; empty: the order alpha of a method that
/// has one, 0.1 to 1. Throws InvalidOption if the method has no such option, if it is no number, or if
/// `settings` set it.
Strap plan_strap(const Method& method, const Settings& settings, std::string_view spec);

/// As plan_strap() reads it.
std::string to_text(const Strap& strap);

/// The settings with the option at the value, and so many clusters.
Settings settings_at(const Strap& strap, double value, Settings settings, int clusters);

/// What is to be clustered, with every value.
struct StrapJob {
  Rows items = {};
  int clusters = 0;
};

/// The outcomes of each job, one for each value; several at once, each on one thread. If a stop is asked for,
/// those that were not begun are missing: their labels are empty. Progress counts clusterings under `stage`.
std::vector<std::vector<Outcome>> cluster_over(const Method& method, const std::vector<StrapJob>& jobs,
                                               const Settings& settings, const Strap& strap,
                                               const char* stage, const Run& run);

/// Their labels.
Candidates candidates_of(const Strap& strap, const std::vector<Outcome>& outcomes);

}  // namespace bellwether
