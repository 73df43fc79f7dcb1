#pragma once
// What else can be written about items: their rows with the cluster of each, and links to their files,
// sorted.

#include <cli/command.h>

#include <string>
#include <vector>

#include <bellwether/sources/items.h>

namespace bellwether::cli {

struct ItemFilesArguments {
  std::string append = {}, sort_into = {};
};

Options item_files_options(ItemFilesArguments& arguments);

/// Before anything is read: whether the items have rows or files, and nothing that is there would be lost.
void require_can_write(const ItemFilesArguments& arguments, const ItemsArguments& items, const Given& given,
                       bool force);

/// Returns a line for people about each that was written. No names: the clusters' numbers.
std::vector<std::string> write_item_files(const ItemFilesArguments& arguments, const ItemsArguments& source,
                                          const Dataset& items, const std::vector<int>& labels,
                                          const std::vector<std::string>& names);

}  // namespace bellwether::cli
