#pragma once
// Table 1 of the paper on cross-instance tuning: the errors of sIB and IDT, untuned and tuned.

#include <experiments/cross_instance.h>
#include <experiments/experiment.h>
#include <experiments/transfer_table.h>

namespace bellwether::experiments {

/// A clusterer with the name that its methods begin with: sib-mi, sib-str, ...
struct TunedKind {
  std::string name = {};
  std::string what = {};  ///< in words
  /// For so many restarts.
  std::function<Clusterer(int restarts)> clusterer = {};
};

struct CrossInstanceTable {
  std::vector<Case> cases = {};
  std::vector<TunedKind> kinds = {};
  int collections = collections_of_a_case;
};

Experiment experiment_of(const CrossInstanceTable& table, const CorpusReader& reader = corpus_in_folder);

Experiment cross_instance_table1();

}  // namespace bellwether::experiments
