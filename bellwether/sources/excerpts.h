#pragma once
// A second look at some of the items, for people: how their texts begin, and their pictures in small.

#include <set>
#include <string>
#include <unordered_map>

#include <bellwether/features/text/text_options.h>
#include <bellwether/sources/items.h>

namespace bellwether {

using TextById = std::unordered_map<std::string, std::string>;

struct SecondLook {
  TextById found = {};
  std::string failure = {};  ///< why there is nothing: the source is gone, or a pipe
};

/// How the documents with these ids begin, decoded and stripped as the options say. An id that is not found
/// is left out.
SecondLook beginnings(const ItemsArguments& source, const TextOptions& options,
                      const std::set<std::string>& ids, std::size_t most);

/// The pictures with these ids as small JPEG files, no side longer than `longest` pixels; likewise.
SecondLook thumbnails(const ItemsArguments& source, const std::set<std::string>& ids, int longest);

}  // namespace bellwether
