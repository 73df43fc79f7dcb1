#pragma once
// Small tables of text: what a user knows about the items, as `id,label`, `id,cluster`, `id,id` or
// `id,id,weight`.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/reading.h>

namespace bellwether {

struct TableRow {
  Index line = 0;  ///< where the row starts in its file, from 1
  std::vector<std::string> cells = {};
};

/// Every row that is not blank, the header too. Delimiters, quotes and compression are as for read().
std::vector<TableRow> read_table(const std::filesystem::path& path, const Reading& how = {});

struct NamedPair {
  std::string first;
  std::string second;
  Index line = 0;     ///< where it stands in its file, from 1; 0: it comes from no file
  double weight = 1;  ///< as read_weighted_pairs() finds it
};
using Pairs = std::vector<NamedPair>;

/// The columns of these names. A file without such a header must have two columns; if `how` says that there
/// is a header all the same, its first row is left out, and if it says that there is none, it is a pair.
Pairs read_pairs(const std::filesystem::path& path, const std::string& first, const std::string& second,
                 const Reading& how = {});

/// Likewise, with a weight above 0 for each pair if the file has one: in the column `weight` of its header,
/// or in a third column if there is no header.
Pairs read_weighted_pairs(const std::filesystem::path& path, const std::string& first,
                          const std::string& second, const Reading& how = {});

/// The second word of the pair whose first word is the item's id, for each item in turn. `file` is what
/// errors call the origin of the pairs.
std::vector<std::string> labels_for(const Dataset& items, const Pairs& pairs, const std::string& file);

/// The same where items without a pair are no error: their labels are empty.
std::vector<std::string> known_labels_for(const Dataset& items, const Pairs& pairs, const std::string& file);

}  // namespace bellwether
