#pragma once
// How many clusters: chosen before a plan is carried out, by one rule for every front end.
//
// Nothing known: the largest number with which all clusters are apart (mixtures/borders.h); one, if none are;
// somewhat more where groups are round and overlap (k_round.h).
// A mixture with probabilities: its own criterion, BIC. Seeds or links: those of them that are held back must
// be met as well as with any other number (CVCP; Pourrajabi et al., EDBT 2014), and within that the rule
// above decides. Known clusters of other items: how far apart groups are is learned from them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/runs/k_range.h>

namespace bellwether {

enum class KRule {
  borders,    ///< the most clusters that are all apart
  round,      ///< round groups that overlap, by the BIC of their mixture
  bic,        ///< of the mixture that was asked for
  held_back,  ///< seeds and links that were held back
};
std::string_view name_of(KRule rule);

/// One number of clusters that was tried. What was not measured is left out.
struct KTried {
  int clusters = 0;
  std::optional<double> apart = {};  ///< the weakest border (1 or more: all are apart); none for one cluster
  std::optional<double> bic = {};    ///< smaller is better
  std::optional<double> met = {};    ///< of seeds and links that were held back (facts.h)
  bool open = true;                  ///< what is held back does not speak clearly against it
};

struct KChoice {
  int clusters = 1;
  int runner_up = 0;  ///< what would be chosen if this were not possible; 0: there is no other
  double sure = 0;    ///< 0 .. 1: the share of resamples that choose it, or what the criterion gives it
  KRule rule = KRule::borders;
  std::string reason = {};  ///< in words, without the number
  KRange range = {};        ///< that was possible
  LeastClusters least = {};
  double needed = 1;  ///< of KTried::apart: other than 1 if known clusters say so
  bool interrupted = false;
  std::vector<KTried> curve = {};  ///< by rising number; it ends early where no more can be expected
};

/// Throws as possible_range(). `wishes.clusters` does not matter. Asked to stop, the best so far.
KChoice choose_k(const Material& material, const Evidence& evidence, const Wishes& wishes,
                 const Run& run = {});

/// What is asked for, with the number chosen.
Wishes with_chosen(Wishes wishes, const KChoice& choice);

/// "k: 4 (sure 100 %, runner-up 3): the most clusters that are all apart", for people.
std::string in_words(const KChoice& choice);

/// What would be tried, and by which rule: for those who ask before they wait.
std::string k_plan_in_words(const Material& material, const Evidence& evidence, const Wishes& wishes);

}  // namespace bellwether
