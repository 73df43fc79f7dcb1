#pragma once
// Which methods `compare` can run, each with the knowledge that it takes, and why it cannot run the others.

#include <cli/cluster_arguments.h>

namespace bellwether::cli {

struct Contender {
  std::string name = {};
  ClusterArguments args = {};           ///< as `cluster --method name` would have them
  std::string needs = {};               ///< the knowledge that it is given, in words; "nothing" if none
  std::vector<std::string> notes = {};  ///< what was given, but not to this one
  bool only_unknown = false;  ///< clusters the items of unknown class, and learns nothing from the others
};

struct NotRun {
  std::string method = {};
  std::string reason = {};  ///< in a few words
};

struct LineUp {
  std::vector<Contender> contenders = {};  ///< in the order of the tables, or as they were named
  std::vector<NotRun> not_run = {};
};

/// `names`: methods, learners, or auto; empty: all that can run. Knowledge is given to those that take it,
/// and options that a method does not know are for others. Throws InvalidOption if a name or an option means
/// nothing to any of them, or if none can run.
LineUp line_up(const ClusterArguments& asked, std::vector<std::string> names);

/// Why the method cannot cluster these items in `budget` seconds (0: in any time), if a look at them tells;
/// empty if it can.
std::string unfit(const Contender& contender, const Dataset& items, double budget);

}  // namespace bellwether::cli
