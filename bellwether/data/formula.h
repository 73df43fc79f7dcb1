#pragma once
// CSV that people open in a spreadsheet, which takes a cell such as =HYPERLINK(...) for a formula and
// computes it. The one rule:
//
//   A cell of words that begins with = + - @ (also full-width, behind blanks too), a tab or a line end gets
//   an apostrophe before it, unless it is a number. So does one that begins so behind apostrophes, and the
//   reader takes one away again: what is written is read back as it was.

#include <string>
#include <string_view>

namespace bellwether {

/// Whether a reader takes the first byte of the cell away: an apostrophe before what would be a formula.
bool is_guarded(std::string_view cell);

/// The text as a cell.
std::string guarded(std::string_view text);

/// What guarded() was given.
std::string_view unguarded(std::string_view cell);

}  // namespace bellwether
