#pragma once
// A second look at some of the items, for people: how their texts begin, and their pictures in small.

#include <set>
#include <string>
#include <unordered_map>

#include <bellwether/features/text/text_options.h>
#include <bellwether/sources/items.h>

namespace bellwether {

/// The first `most` characters of a UTF-8 text, an ellipsis among them if it goes on. Blanks, line ends and
/// control characters become one blank, marks that turn the direction of writing go, and bytes that are not
/// UTF-8 become U+FFFD. Nothing else is changed: `<b>` stays `<b>`.
std::string excerpt(std::string_view text, std::size_t most);

using TextById = std::unordered_map<std::string, std::string>;

/// How the documents with these ids begin, decoded and stripped as the options say. Empty if the source
/// cannot be read a second time (it is gone, or a pipe); an id that is not found is left out.
TextById beginnings(const ItemsArguments& source, const TextOptions& options,
                    const std::set<std::string>& ids, std::size_t most);

/// The pictures with these ids as small JPEG files, no side longer than `longest` pixels; likewise.
TextById thumbnails(const ItemsArguments& source, const std::set<std::string>& ids, int longest);

}  // namespace bellwether
