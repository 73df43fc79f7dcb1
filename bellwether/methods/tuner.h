#pragma once
// A tuner: what collections that were sorted before teach about a search, kept for others. By strapping it
// ranks clusterings that differ in one option, and the best-ranked is returned; by least squares it guesses
// the option's value from one collection that looks like the new one. Knowledge must not hurt: each solved
// collection is left out in turn, and where tuning does worse on those, the untuned clustering is returned.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/methods/guided.h>
#include <bellwether/methods/strap.h>
#include <bellwether/tuning/least_squares.h>
#include <bellwether/tuning/strapping.h>

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

/// Items without any of zeros, and the class of each, from 0.
struct SolvedCollection {
  std::string name = {};
  Dataset items = {};
  std::vector<int> classes = {};

  int clusters() const;
};

/// The items that have a label and a feature, of at least two classes. `name` is what errors call them.
SolvedCollection solved_collection(std::string name, const Dataset& items);

struct Tuner {
  std::string method = {};
  Settings settings = {};  ///< of the search, but for the number of clusters
  Strap strap = {};
  Strapping strapping = {};
  StrappingCheck check = {};
  std::vector<std::string> collections = {};
  bool stopped = false;      ///< before it knew enough: nothing was learned
  bool indifferent = false;  ///< all values did equally well on each collection: nothing can be learned

  /// Whether the check advises to tune: unless it does worse than the untuned search, or if there was too
  /// little to check.
  bool advises() const { return !check.possible || check.gain >= 0; }
};

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
  Index moved = 0;          ///< items that `outcome` puts elsewhere than `untuned`
  std::vector<double> values = {};
  std::vector<double> scores =
      {};  ///< of each value: by strapping its rank's score, by least squares a probability
};

/// Clusters the items (none of zeros) with every value, and returns what the tuner trusts most.
Tuned cluster_tuned(const Tuner& tuner, const Rows& items, int clusters, Trust trust, const Run& run);

/// The option's value by regularised least squares, from one collection like the items.
struct LeastSquaresTuning {
  LeastSquaresEstimate estimate = {};
  std::vector<double> errors = {};  ///< on that collection, of each value
  double tuned_error = 0;           ///< there, at the value nearest to the estimate
  double untuned_error = 0;
};

Tuned cluster_by_least_squares(const Method& method, const Settings& settings, const Strap& strap,
                               const SolvedCollection& matched, const LeastSquaresOptions& options,
                               const Rows& items, int clusters, Trust trust, LeastSquaresTuning& tuning,
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

/// What was learned as bytes of a file, and back. `name` is what errors call the file.
std::string to_bytes(const Tuner& tuner);
Tuner tuner_from_bytes(std::string_view bytes, const std::string& name);
void save_tuner(const Tuner& tuner, const std::filesystem::path& path);
/// `limit` as for file_source().
Tuner load_tuner(const std::filesystem::path& path, std::uint64_t limit = 0);

}  // namespace bellwether
