#pragma once
// Corrections: what a person says of groups, one thing at a time, and the words in which it is kept. Each
// becomes seeds, links or bounds on sizes, or says how to cluster; nothing else (board.h).

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/item_ids.h>

namespace bellwether {

enum class Said {
  belong,     ///< these items belong to the group
  new_group,  ///< these items are a group of their own
  together,   ///< these items are in the same group, whichever it is
  apart,      ///< none of these items shares a group with any of those
  rename,     ///< the group has another name
  merge,      ///< the other group ends; what was said of it holds for the group
  split,      ///< these items stay, those are a group of their own
  finish,     ///< the group is as it should be: these are its items
  sizes,      ///< how few and how many items a group may have
  drop,       ///< these items are not to be clustered
  clusters,   ///< how many groups there are
  method,     ///< how to cluster
  check,      ///< everything is found afresh from what is known, and what is known is checked
};

/// Groups are called by numbers that never change; a number is not used twice.
struct Correction {
  Said said = Said::belong;
  std::vector<Index> items = {};
  std::vector<Index> others = {};  ///< of `apart` the other side, of `split` the new group
  int group = -1;
  int other = -1;              ///< of `merge`: the group that ends
  std::string name = {};       ///< of the group, or of the method
  Index least = 0, most = 0;   ///< of `sizes`; `clusters` has their number in `least`
  std::vector<int> kept = {};  ///< of `clusters`: the groups that go on

  friend bool operator==(const Correction&, const Correction&) = default;
};

/// Its items in order, each once: so two that mean the same are the same.
Correction tidy(Correction correction);

/// The word for it in a project file: "belong", "new group", ...
std::string_view word_for(Said said);

/// With the ids of the items.
nlohmann::ordered_json to_json(const Correction& correction, const Dataset& items);

/// Throws InvalidInput unless it is a correction of items that there are; `where` is what errors call it.
Correction correction_from(const nlohmann::ordered_json& json, const ItemIds& ids, std::string_view where);

}  // namespace bellwether
