#pragma once
// The steps that a user asks for by words, or that fit what the numbers are for.

#include <string>
#include <vector>

#include <bellwether/features/steps.h>

namespace bellwether {

/// As typed; empty: not given.
struct StepWishes {
  std::string weighting = {};  ///< tf-idf, ltc, okapi, none
  std::string svd = {};        ///< how many dimensions
  std::string normalise = {};  ///< standard, range, l1, l2, none
  std::string steps = {};      ///< all of them, in an order of one's own

  bool any() const { return !weighting.empty() || scales(); }
  /// Whether something is asked for beyond the weights of words.
  bool scales() const { return !svd.empty() || !normalise.empty() || !steps.empty(); }
};

enum class Purpose {
  clustering,  ///< words are weighted by ltc unless something else is asked for
  counting,    ///< nothing is done that was not asked for
};

/// Throws InvalidOption for words that mean no step, or that go against each other.
std::vector<StepPlan> plan_steps(const StepWishes& wishes, bool words, Purpose purpose);

/// Whether what the step gives may be below 0, though all that it is given is not.
bool leaves_counts(const StepPlan& step);

/// Whether what the step gives is dense.
bool makes_dense(const StepPlan& step);

}  // namespace bellwether
