#pragma once
// Other data that share the items' features (--auxiliary, --annotated): read, measured like the items, and
// brought into their columns.

#include <optional>
#include <string>
#include <vector>

#include <cli/features.h>
#include <cli/tags.h>

#include <bellwether/coclustering/stc.h>
#include <bellwether/data/align.h>

namespace bellwether::cli {

struct OtherDataArguments {
  std::vector<std::string> auxiliary = {};  ///< ITEMS without labels
  std::string annotated = {};               ///< ITEMS with tags
  TagArguments tags = {};
  std::string tag_columns = {};           ///< columns of --annotated that are tags: a pattern or a range
  std::string label_column = {};          ///< of both; empty: as for the items
  std::vector<std::string> lambdas = {};  ///< as typed: one for all, or one for each of --auxiliary
  bool combine = false;                   ///< cluster all of them as one collection

  bool any() const { return !auxiliary.empty() || !annotated.empty(); }
};

void add_other_data_options(CLI::App& command, OtherDataArguments& arguments);

/// Throws unless what was given goes together.
void check(const OtherDataArguments& arguments);

/// One other collection, in the columns of the items.
struct OtherSource {
  std::string file = {};
  bool tagged = false;  ///< its rows are tags
  Index items = 0;      ///< that were read; of a tagged source, those that have the tags
  Dataset rows = {};
  Overlap overlap = {};
  std::optional<double> lambda = {};
};

struct WithOthers {
  Vectorized made = {};  ///< the items
  std::vector<OtherSource> others = {};
  Dataset pool = {};  ///< if all are combined: the items, then the others one after the other

  std::vector<Auxiliary> auxiliary() const;
  Rows tags() const;  ///< none: no rows
};

/// Steps are fitted on the items and applied to the others; combined, fitted on all of them. Throws
/// InvalidInput if a source has too little in common with the items.
WithOthers read_with_others(const ItemsArguments& items, const OtherDataArguments& others,
                            const FeatureArguments& features, Purpose purpose, const Run& run);

}  // namespace bellwether::cli
