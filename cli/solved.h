#pragma once
// Collections that were sorted before (--solved): read, and what they are asked to choose.

#include <string>
#include <vector>

#include <cli/features.h>

#include <bellwether/methods/tuner.h>

namespace bellwether::cli {

struct SolvedArguments {
  std::vector<std::string> solved = {};  ///< ITEMS with labels
  std::string label_column = {};         ///< of all of them; empty: as for the items
  std::string tuner = {};                ///< a file of `tune`
  std::string strap = {};                ///< NAME=first:last:step
  std::string by = {};                   ///< strapping or rls, with options; empty: strapping
  std::string draws = {};                ///< as typed

  bool any() const { return !solved.empty() || !tuner.empty(); }
};

/// `tuning`: for the verb that writes what --tune reads.
void add_solved_options(CLI::App& command, SolvedArguments& arguments, bool tuning);

enum class TuneBy { strapping, least_squares };

/// How solved collections are used.
struct TunePlan {
  TuneBy by = TuneBy::strapping;
  StrappingOptions strapping = {};
  LeastSquaresOptions least_squares = {};
  int draws = 0;  ///< collections that are drawn from all of them; 0: they are taken as they are

  /// Classes of all of them are drawn from, so that all must have the same features.
  bool pooled() const { return draws > 0 || by == TuneBy::least_squares; }
};

/// Throws InvalidOption unless what was given goes together.
TunePlan plan_tuning(const SolvedArguments& arguments);

/// Each by itself, with features of its own. `like` says how items are read.
std::vector<SolvedCollection> read_solved(const ItemsArguments& like, const SolvedArguments& arguments,
                                          const FeatureArguments& features, Purpose purpose, const Run& run);

struct WithSorted {
  Vectorized made = {};          ///< the items, if any were named
  SolvedCollection sorted = {};  ///< all solved items, in the columns of the items
};

/// All in the same columns: texts share a vocabulary, tables the columns of the first. Steps are fitted on
/// the items. Without items (`items.items` is empty) on the first collection.
WithSorted read_with_sorted(const ItemsArguments& items, const SolvedArguments& arguments,
                            const FeatureArguments& features, Purpose purpose, const Run& run);

}  // namespace bellwether::cli
