#pragma once
// Records of delimited text: cells between delimiters, in quotes where they hold delimiters or line ends.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

struct Cell {
  std::string text = {};
  bool quoted = false;

  bool operator==(const Cell&) const = default;
};

/// ' ' as a delimiter stands for any run of blanks and tabs.
inline constexpr char blank_runs = ' ';

/// Splits the record at the front of `text` into `cells`, which are trimmed unless they are quoted, and
/// returns how many bytes it takes, with its line end. 0: the record does not end within `text`, which has a
/// quote that is never closed. Text without a line end at its end is a whole record.
/// An apostrophe before what would be a formula (formula.h) is left out. An empty line gives no cells. Throws
/// if text follows a closing quote, at `line` of the file `name`.
std::size_t split_record(std::string_view text, char delimiter, std::vector<Cell>& cells,
                         const std::string& name, Index line);

}  // namespace bellwether
