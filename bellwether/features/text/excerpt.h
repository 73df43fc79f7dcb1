#pragma once
// How a text begins, for people.

#include <string>
#include <string_view>

namespace bellwether {

/// The first `most` characters of a UTF-8 text, an ellipsis among them if it goes on. Blanks, line ends and
/// control characters become one blank, marks that turn the direction of writing go, and bytes that are not
/// UTF-8 become U+FFFD. Nothing else is changed: `<b>` stays `<b>`.
std::string excerpt(std::string_view text, std::size_t most);

}  // namespace bellwether
