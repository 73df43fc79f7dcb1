#pragma once
// What the user knows of other clusters (--known): items of known classes, measured like those that are to be
// clustered, and the representation that they teach.

#include <string>
#include <vector>

#include <cli/features.h>

#include <bellwether/methods/transfer.h>

namespace bellwether::cli {

struct KnownArguments {
  std::string known = {};         ///< ITEMS with labels; the same ITEMS; or a file of id,label
  std::string label_column = {};  ///< of a table of known items; empty: as for the items
  std::string represent = {};     ///< auto, or what learns; empty: what --method says
  std::string candidates = {};    ///< of auto: "whiten:weights=mixed + tcs-gm"; empty: the standard list
  std::string caution = {};       ///< of auto, as typed

  bool any() const { return !known.empty(); }
};

void add_known_options(CLI::App& command, KnownArguments& arguments);

/// Throws unless what was given goes together.
void check(const KnownArguments& arguments);

struct KnownItems {
  Vectorized made = {};                   ///< all items, those to be clustered and those of known class
  std::vector<int> labels = {};           ///< the known class of each, or `unlabelled`
  std::vector<std::string> classes = {};  ///< their names
  std::vector<Index> fresh = {};          ///< the rows that are to be clustered

  Index known() const { return made.items.items() - static_cast<Index>(fresh.size()); }
};

/// Reads both and fits every step on them together, so that both are measured alike. `items.items` may be
/// empty: then there are known items only. Without other orders, items of more than 200 features are reduced
/// to 30 by an SVD, as in the TCS paper; `scale` then brings the features of others to 0 .. 1.
KnownItems read_with_known(const ItemsArguments& items, const KnownArguments& known,
                           const FeatureArguments& features, bool scale, const Run& run);

/// What --represent, or --method, names: auto or a learner; empty if it names a search.
std::string representation_asked(const KnownArguments& known, const std::string& method);

/// How maps are tried on classes held out.
SelectionOptions selection_options(const KnownArguments& arguments, std::uint64_t random_seed);

/// Learns what was asked for. `settings` are the learner's; with auto there are none.
Representation represent(const std::string& name, const KnownArguments& arguments, const KnownItems& known,
                         const Settings& settings, std::uint64_t random_seed, bool trust_always,
                         const Run& run);

}  // namespace bellwether::cli
