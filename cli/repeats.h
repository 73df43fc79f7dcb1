#pragma once
// One method, several times over: what its repeats come to.

#include <filesystem>
#include <map>

#include <cli/readings.h>
#include <cli/standings.h>

namespace bellwether::cli {

struct CompareArguments {
  ClusterArguments asked = {};
  std::vector<std::string> methods = {};  ///< empty: all that can run
  int repeats = 10;
  double budget = 60;             ///< seconds of each method; 0: there is no end
  std::uint64_t random_seed = 0;  ///< of the first repeat
  std::string as_typed = {};      ///< the whole command
};

/// The repeat to keep: that with the best objective. Objectives of different searches cannot be compared, so
/// if knowledge was used in some repeats only, or a method fell back, what most repeats did counts.
class BestRepeat {
 public:
  void offer(Result result, Dataset items);
  const Result& result() const { return most().result; }
  const Dataset& items() const { return most().items; }

 private:
  struct Kind {
    int count = 0;
    Result result = {};
    Dataset items = {};
  };
  const Kind& most() const;
  std::map<std::string, Kind> kinds_ = {};
};

struct Repeats {
  Standing standing = {};
  std::vector<std::vector<int>> labels = {};  ///< of each repeat, for the items that are not covered
  std::vector<bool> covered = {};  ///< items that the knowledge says something about, whoever is given it
  BestRepeat best = {};
};

/// Until all are done, or the time is up: what was cut short is left out, unless there is nothing else.
/// `head` is what the progress begins with. Throws what the first repeat throws.
Repeats repeat(const CompareArguments& args, const Contender& contender, const Material* material,
               const std::string& head, const std::stop_token& interrupted, ProgressBar& bar);

}  // namespace bellwether::cli
