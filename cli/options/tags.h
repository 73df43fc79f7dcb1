#pragma once
// Tags that people gave to items, as the commands take them.

#include <cli/options/features.h>

#include <bellwether/features/tags.h>

namespace bellwether::cli {

struct TagArguments {
  std::string tags = {}, captions = {};
  TagOptions options = {};
  std::uint64_t limit = 0;  ///< on what is read of them, as for file_source() and unpacked()

  bool any() const { return !tags.empty() || !captions.empty(); }
};

/// `meaning` is what --tags is for, after the words that say what the file is.
Options tag_options(TagArguments& arguments, const std::string& meaning);

/// Throws if both are given.
void check(const TagArguments& arguments);

/// Rows of the items become rows of their tags. Options about words are about those of the captions.
Dataset rows_of_tags(const TagArguments& arguments, const FeatureArguments& features, const Dataset& items);

}  // namespace bellwether::cli
