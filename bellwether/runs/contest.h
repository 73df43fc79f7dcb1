#pragma once
// Several methods on the same items, each with the knowledge that it takes, each several times over.

#include <functional>
#include <string>
#include <vector>

#include <bellwether/runs/finding.h>
#include <bellwether/runs/standings.h>

namespace bellwether {

struct Contender {
  std::string name = {};                ///< of a row of either table, or auto
  Wishes wishes = {};                   ///< with that name as the method, and the options that it knows
  EvidenceKinds given = {};             ///< the knowledge that it is given
  std::vector<std::string> notes = {};  ///< what there is, but not for this one
};

struct NotRun {
  std::string method = {};
  std::string reason = {};  ///< in a few words
  bool failed = false;      ///< it began, and came to no end
};

struct LineUp {
  std::vector<Contender> contenders = {};  ///< in the order of the tables, or as they were named
  std::vector<NotRun> not_run = {};
};

/// `names`: methods, learners, or auto; empty: all that can run. Knowledge is given to those that take it,
/// and options that a method does not know are for others. `tuned_before` is the method that a tuner is
/// about. Throws InvalidOption if a name or an option means nothing to any of them, or if none can run.
LineUp line_up(const Wishes& wishes, EvidenceKinds given, std::vector<std::string> names,
               const std::string& tuned_before);

/// Why the method cannot cluster these items in `budget` seconds (0: in any time), if a look at them tells;
/// empty if it can.
std::string unfit(const Contender& contender, const Dataset& items, double budget);

/// One carrying out of a contender with a random seed.
struct Repeat {
  Finding finding = {};
  double seconds = 0;
};

/// The repeat to keep: that with the best objective. Objectives of different searches cannot be compared, so
/// if knowledge was used in some repeats only, or a method fell back, what most repeats did counts.
/// There is at least one.
std::size_t best_repeat(const std::vector<Repeat>& repeats);

/// What repeats come to; `covered` are items that the knowledge names, whoever is given it.
Standing standing_of(const Contender& contender, const std::vector<Repeat>& repeats,
                     const std::vector<bool>& covered);

}  // namespace bellwether
