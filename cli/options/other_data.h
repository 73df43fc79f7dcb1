#pragma once
// The options that name other data that share the items' features.

#include <cli/options/tags.h>

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

Options other_data_options(OtherDataArguments& arguments);

}  // namespace bellwether::cli
