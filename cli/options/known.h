#pragma once
// The options that name items of known classes, and what learns from them.

#include <cli/command.h>

namespace bellwether::cli {

struct KnownArguments {
  std::string known = {};         ///< ITEMS with labels; the same ITEMS; or a file of id,label
  std::string label_column = {};  ///< of a table of known items; empty: as for the items
  std::string represent = {};     ///< auto, or what learns; empty: what --method says
  std::string candidates = {};    ///< of auto: "whiten:weights=mixed + tcs-gm"; empty: the standard list
  std::string caution = {};       ///< of auto, as typed

  bool any() const { return !known.empty(); }
};

Options known_options(KnownArguments& arguments);

}  // namespace bellwether::cli
