#pragma once
// What solved collections are worth for a search. By strapping they rank clusterings that differ in one
// option, and the best-ranked is returned; by least squares they guess the option's value from one collection
// that looks like the items. Knowledge must not hurt: each solved collection is left out in turn, and where
// tuning does worse on those, the untuned clustering is returned.

#include <functional>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/features/steps.h>
#include <bellwether/methods/method.h>
#include <bellwether/models/tuner.h>
#include <bellwether/runs/trust.h>
#include <bellwether/tuning/least_squares.h>

namespace bellwether {

void describe(LeastSquaresOptions& o, auto&& option) {
  option("sigma", o.sigma, "how different errors may be to count as alike", 1e-6);
  option("lambda", o.lambda, "how much the estimate is smoothed", 1e-9);
  option("unit", o.unit, "what errors are multiplied by: 1 for shares, 100 for percent", 1e-6);
}

void describe(StrappingOptions& o, auto&& option) {
  option("scale", o.scale, "every: all cues to 0 .. 1, as the paper says; plain: the first four alone",
         cue_scale_names);
}

/// Items and the class of each, from 0; their labels name the classes.
struct SolvedCollection {
  std::string name = {};
  Dataset items = {};
  std::vector<int> classes = {};

  int clusters() const;
};

/// The items that have a label and a feature, of at least two classes. `name` is what errors call them.
SolvedCollection solved_collection(std::string name, const Dataset& items);

/// The items that have a label, of any number of classes: a part of a pool to be drawn from.
SolvedCollection sorted_items(std::string name, const Dataset& items);

/// Every item of all of them, to be drawn from: a class is what has the same name. All have the same columns.
SolvedCollection pooled(const std::vector<SolvedCollection>& collections);

/// After steps that are fitted on each by itself, or on the first and applied to all. Items without any
/// feature then teach nothing, and are dropped.
enum class Measured { apart, alike };
std::vector<SolvedCollection> measured(std::vector<SolvedCollection> collections,
                                       const std::vector<StepPlan>& steps, Measured how, const Run& run);

/// Clusters of some items with the option at a value; called from several threads at once.
using ClusterAt = std::function<Outcome(double value, const Run& run)>;

/// The method and nothing else.
ClusterAt cluster_at(const Method& method, const Settings& settings, const Strap& strap, const Rows& items,
                     int clusters);

/// The outcomes of each job, one for each value; several at once, each on one thread. If a stop is asked for,
/// those that were not begun are missing: their labels are empty. Progress counts clusterings under `stage`.
std::vector<std::vector<Outcome>> cluster_over(const std::vector<ClusterAt>& jobs,
                                               const std::vector<double>& values, const char* stage,
                                               const Run& run);

/// `begun` says which search and option it is about; a job for each collection clusters its items.
Tuner learn_tuner(Tuner begun, const std::vector<SolvedCollection>& collections,
                  const std::vector<ClusterAt>& jobs, const StrappingOptions& options, const Run& run);
/// Of a method by itself.
Tuner learn_tuner(const Method& method, const Settings& settings, const Strap& strap,
                  const std::vector<SolvedCollection>& collections, const StrappingOptions& options,
                  const Run& run);

/// What tuning came to on items.
struct Tuned {
  Outcome outcome = {};     ///< the one to return
  Clustering untuned = {};  ///< the same search with the option's default
  double value = 0;         ///< of the option, in `outcome`
  bool used = false;        ///< false: `outcome` is the untuned one
  bool checked = false;     ///< `used` was decided by the solved collections
  std::vector<double> values = {};
  std::vector<double> scores =
      {};  ///< of each value: by strapping its rank's score, by least squares a probability
};

/// Clusters the items (none of zeros) with every value, and returns what the tuner trusts most.
Tuned cluster_tuned(const Tuner& tuner, const Rows& items, const ClusterAt& cluster, Trust trust,
                    const Run& run);

/// The option's value by regularised least squares, from one collection like the items.
struct LeastSquaresTuning {
  LeastSquaresEstimate estimate = {};
  std::vector<double> errors = {};  ///< on that collection, of each value
  double tuned_error = 0;           ///< there, at the value nearest to the estimate
  double untuned_error = 0;
};

/// `of_matched` and `of_items` cluster the matched collection and the items.
Tuned cluster_by_least_squares(const Strap& strap, const SolvedCollection& matched,
                               const ClusterAt& of_matched, const ClusterAt& of_items,
                               const LeastSquaresOptions& options, Trust trust, LeastSquaresTuning& tuning,
                               const Run& run);

/// Collections of the `clusters` classes most like `items`, `draws` of them, each of as many items, drawn at
/// random; or of half of what these classes have, if that is less.
std::vector<SolvedCollection> draw_similar(const Rows& items, const SolvedCollection& sorted, int clusters,
                                           int draws, std::uint64_t random_seed, const Run& run);
/// The one that looks like them most, item by item.
SolvedCollection draw_matched(const Rows& items, const SolvedCollection& sorted, int clusters,
                              const Run& run);
/// Collections of any classes, for items that are not known yet; of at most `size` items each, likewise.
std::vector<SolvedCollection> draw_any(const SolvedCollection& sorted, int clusters, Index size, int draws,
                                       std::uint64_t random_seed);

}  // namespace bellwether
