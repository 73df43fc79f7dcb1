#pragma once
// One table of every method, for every front end: what it is called, what it is for, where it comes from,
// what knowledge it takes, its options, and how to run it. A new method is one more row.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/bottleneck/tree.h>
#include <bellwether/coclustering/stc.h>
#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/parameters.h>
#include <bellwether/engine/run.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/methods/evidence_kind.h>
#include <bellwether/mixtures/placement.h>

namespace bellwether {

/// What there is to cluster, and what is known about it.
struct Problem {
  Rows items = {};
  std::span<const int> start =
      {};  ///< begin from these clusters, one for each item; empty: the method's own start
  Knowledge knowledge = {};
  std::span<const Auxiliary> auxiliary = {};  ///< other items, in the same columns
  Rows tags = {};  ///< of other items: a row for each tag, how often it occurs with each feature
};

/// What a method found about the features beside the items.
struct FeatureClusters {
  int clusters = 0;
  std::vector<int> labels = {};      ///< the cluster of each feature, from 0
  std::vector<double> weights = {};  ///< the feature's share of its cluster
};

struct Outcome {
  Clustering clustering = {};
  Parameters parameters = {};
  Settings options = {};  ///< every option with the value that was used
  FeatureClusters features = {};
  std::vector<std::vector<int>> auxiliary =
      {};          ///< of each auxiliary collection (of the tags), if it was clustered
  Tree tree = {};  ///< of a method that splits: how it came to its clusters
};

struct Method {
  std::string name = {};
  std::string summary = {};  ///< one line: what it does and when to choose it
  std::string citation = {};
  std::string objective = {};      ///< the name that its results carry
  std::string plain = {};          ///< its twin that needs no knowledge (see plain_twin); empty: itself
  bool refuses_zero_rows = false;  ///< an all-zero row is an error
  bool by_direction = false;       ///< compares directions or shares: how long an item is does not matter
  bool needs_counts = false;       ///< a value below 0 is an error
  bool clusters_features = false;  ///< beside the items
  EvidenceKinds takes = {};        ///< without any it finds what its plain twin finds, or nearly so
  bool takes_start = true;         ///< can begin from given clusters
  bool on_device = false;          ///< uses the run's device for some items,
  bool resident = false;           ///< also for items that lie there already (over_device.h)
  /// Its own items are placed where they are; otherwise where the objective is at least as good.
  bool places_exactly = true;
  /// The table of its parameters that has a row for each cluster; empty: it keeps none.
  std::string cluster_table = {};
  /// The table that has a column for each feature; empty: the same one.
  std::string feature_table = {};
  std::function<std::vector<OptionField>()> options =
      {};  ///< with their defaults = {}; for help and checks only
  std::function<Outcome(const Problem&, const Settings&, const Run&)> cluster = {};
  std::function<Placement(const Parameters&, const Rows&, const Run&)> place =
      {};  ///< empty: the method has no model that could place new items

  /// By what is known of these items one by one.
  bool guided() const { return takes.intersects({EvidenceKind::seeds, EvidenceKind::links}); }
  bool learns_from_other_data() const {
    return takes.intersects({EvidenceKind::auxiliary, EvidenceKind::annotated});
  }
};

const std::vector<Method>& searches();

/// How many clusters a model with these parameters has. Throws if the method keeps none, or the table is not
/// there: a model file may hold anything.
int clusters_in(const Method& method, const Parameters& parameters);
/// And of how many features its items are.
Index features_in(const Method& method, const Parameters& parameters);

/// Throws InvalidOption with the nearest name and the list if there is none.
const Method& find_method(std::string_view name);

/// The method that finds clusters without any knowledge: itcc for stc, kmeans for cop-kmeans. Itself, if it
/// needs none (csp without any is spectral clustering).
const Method& plain_twin(const Method& method);

}  // namespace bellwether
