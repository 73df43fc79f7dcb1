#pragma once
// What several runs read: once for all that need the same.

#include <map>

#include <cli/contenders.h>
#include <cli/one_run.h>

namespace bellwether::cli {

/// A run as `cluster --random-seed` has it.
struct Prepared {
  ClusterArguments args = {};
  RunSettings settings = {};
  Solved solved = {};
};
Prepared prepare(const Contender& contender, std::uint64_t random_seed, std::stop_token stop = {});

class Readings {
 public:
  /// Both must outlive it.
  Readings(const ClusterArguments& asked, ProgressBar& bar);

  /// Read now, unless it was before. Null: labels choose the words, by a search, so that every run has to
  /// read for itself.
  const Material* of(const Contender& contender);

 private:
  const Material& with_known();
  std::string key_of(const Contender& contender, const ClusterArguments& args) const;

  const ClusterArguments& asked_;
  ProgressBar& bar_;
  bool words_ = false;  ///< they are weighted for some methods, and counted for others
  std::map<std::string, Material> read_ = {};
};

}  // namespace bellwether::cli
