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
  bool needs_directions = false;   ///< an all-zero row is an error
  bool needs_counts = false;       ///< a value below 0 is an error
  bool clusters_features = false;  ///< beside the items
  bool takes_seeds = false;        ///< without any it is the unguided search
  bool takes_links = false;        ///< likewise
  bool takes_auxiliary = false;    ///< likewise
  bool takes_tags = false;         ///< likewise
  bool takes_start = true;         ///< can begin from given clusters
  /// Its own items are placed where they are; otherwise where the objective is at least as good.
  bool places_exactly = true;
  /// The table of its parameters that has a row for each cluster; empty: it keeps none.
  std::string cluster_table = {};
  std::function<std::vector<OptionField>()> options =
      {};  ///< with their defaults = {}; for help and checks only
  std::function<Outcome(const Problem&, const Settings&, const Run&)> cluster = {};
  std::function<Placement(const Parameters&, const Rows&, const Run&)> place =
      {};  ///< empty: the method has no model that could place new items

  bool guided() const { return takes_seeds || takes_links; }
};

const std::vector<Method>& methods();

/// How many clusters a model with these parameters has. Throws if the method keeps none, or the table is not
/// there: a model file may hold anything.
int clusters_in(const Method& method, const Parameters& parameters);

/// Throws InvalidOption with the nearest name and the list if there is none.
const Method& find_method(std::string_view name);

/// Throws InvalidOption unless the method takes all the knowledge that there is, and has some that it takes:
/// knowledge is never ignored without a word.
void require_takes(const Method& method, const Knowledge& knowledge);
/// The same for other data.
void require_takes_other_data(const Method& method, bool auxiliary, bool tags);

/// What `auto` stands for, and why, in words.
struct Choice {
  std::string method;
  std::string reason;
  std::string milder = {};  ///< takes the same knowledge less strictly, if that does not help; or empty
};
/// `bounded`: clusters must have a least or a largest size.
Choice choose_method(const Problem& problem, bool bounded = false);

}  // namespace bellwether
