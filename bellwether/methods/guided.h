#pragma once
// A guided run, and what came of the knowledge: the same search without it, what moved, which links hold, and
// whether it helps on a part of it that was held back. Knowledge must not hurt: where it does, it is not
// used.

#include <functional>
#include <optional>

#include <bellwether/methods/method.h>

namespace bellwether {

enum class Trust {
  checked,  ///< knowledge is used unless a part that was held back shows that it does not help
  always,
};

/// Agreement with held-back knowledge is 1 if all of it is met, and 0 on average for clusters of chance:
/// the adjusted Rand index of seeds, and the share of links that hold, less chance; their mean if there are
/// several.
struct TrustCheck {
  bool asked = false;
  bool possible = false;  ///< there was enough to hold some back and tell it from chance
  double guided = 0;      ///< agreement of what one half finds with the other half, over both ways
  double unguided = 0;
  double chance = 0;  ///< the standard deviation of agreement that comes by chance
  bool used = true;
};

struct GuidedOutcome {
  Outcome outcome = {};      ///< guided, or without the knowledge if the check advises so
  Clustering unguided = {};  ///< the same search without the knowledge
  TrustCheck check = {};
  LinkReport links = {};           ///< in `outcome`
  Index moved = 0;                 ///< items that `outcome` puts elsewhere than `unguided`, clusters matched
  Index moved_uncovered = 0;       ///< those of them that the knowledge says nothing about
  std::vector<bool> covered = {};  ///< items that the knowledge says something about
};

/// What a method makes of the items with some of the knowledge.
using FitWith = std::function<Outcome(const Knowledge&, const Run&)>;

/// Runs `fit` with all of the knowledge and with none; with `checked` also with each half. Progress comes
/// with the stage in words.
GuidedOutcome cluster_guided(const FitWith& fit, const Knowledge& knowledge, Index items, Trust trust,
                             const Run& run);

/// Whether the method knows all of the settings, and they are in range.
bool accepts(const Method& method, const Settings& settings);

/// Knowledge that does not help when it is obeyed may help when it is taken less strictly: the choice of the
/// method that does so, if there is one and it accepts the settings.
std::optional<Choice> milder_than(const Choice& choice, const Settings& settings);

/// How many items two clusterings put into different clusters, when clusters are matched as well as can be.
Index count_moved(const std::vector<int>& before, const std::vector<int>& after,
                  const std::vector<bool>& left_out = {});

}  // namespace bellwether
