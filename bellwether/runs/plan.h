#pragma once
// Plan: how items are clustered with what is known, and why so. Making one computes nothing and tries
// nothing; where trying is needed to choose, the plan holds the candidates, and carry_out() chooses.

#include <optional>
#include <string>
#include <vector>

#include <bellwether/methods/method.h>
#include <bellwether/methods/strap.h>
#include <bellwether/runs/evidence.h>
#include <bellwether/runs/wishes.h>

namespace bellwether {

/// One link of the chain of representations.
struct RepresentationPlan {
  std::string name = {};  ///< a row of either table; "auto": the best of the candidates, or none of them
  Settings settings = {};
  std::vector<std::string> candidates = {};
  std::optional<EvidenceKind> from = {};  ///< what it learns from; none: the items alone
  std::vector<StepPlan> first = {};       ///< steps before it
  bool reduce_first = false;  ///< nobody said how to measure: many features are reduced by an SVD before it
  bool range_first = false;   ///< and fewer are brought to 0 .. 1
  std::string reason = {};
};

struct SearchPlan {
  std::string method = {};
  Settings settings = {};
  std::string reason = {};
};

/// An option that solved collections choose.
struct TuningPlan {
  Strap strap = {};
  bool of_map = false;  ///< it is the chain's last, not the search's
  int draws = 0;        ///< collections drawn from the solved ones; 0: as they are
  std::string reason = {};
};

struct Plan {
  Wishes wishes = {};  ///< that it was made for
  EvidenceKinds uses = {};
  std::vector<StepPlan> steps = {};  ///< before the chain
  std::string steps_reason = {};
  std::vector<std::string> candidates = {};  ///< ways to measure and search that carry_out() chooses from
  std::vector<RepresentationPlan> chain = {};
  std::vector<StepPlan> last_steps = {};  ///< after a chain that needs counts
  SearchPlan search = {};
  std::optional<TuningPlan> tuning = {};
};

/// Whether other collections are drawn from the solved ones, of which there are so many: then all are one
/// pool.
bool draws_from(std::size_t collections, const TuneWishes& wishes);

/// Throws InvalidOption if what is wished for does not go together, or does not go with these kinds of
/// evidence: as much as can be said before anything is read.
void require_makes_sense(const Wishes& wishes, EvidenceKinds given);

/// With all evidence, or with some kinds of it; with none it is the default that everything is compared with.
/// Throws InvalidOption if what is wished for does not go together, or does not go with the evidence.
Plan plan(const Material& material, const Evidence& evidence, const Wishes& wishes);
Plan plan(const Material& material, const Evidence& evidence, const Wishes& wishes, EvidenceKinds uses);

/// The order in which kinds are checked, each given those accepted before it: what is known of the items
/// themselves, then of other items, the more directly it speaks of groups the earlier.
std::vector<EvidenceKind> strongest_first(EvidenceKinds kinds);

/// How many searches carrying it out takes at most, in words: for those who ask before they wait.
std::string cost_in_words(const Plan& plan);

/// "words, ltc + svd:30 -> stc -> gm": the plan in a line.
std::string in_words(const Plan& plan);

}  // namespace bellwether
