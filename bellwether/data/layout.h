#pragma once
// What the first lines of a delimited file tell about the rest: delimiter, header, decimal mark.

#include <string>
#include <vector>

#include <bellwether/data/input.h>
#include <bellwether/data/read.h>
#include <bellwether/data/record.h>

namespace bellwether {

struct Layout {
  char delimiter = ',';
  bool decimal_comma = false;
  bool header = false;
  Index columns = 0;
  std::vector<std::string> names = {};  ///< one for each column when there is a header
  bool row_names = false;               ///< pandas and R write them first, without a name
  std::vector<bool> text_columns = {};  ///< no sampled row has a number there, and some have words
};

/// Tab, semicolon, comma or bar, whichever gives every line the same number of cells (the first may have one
/// fewer, as a header), or else whichever is in most lines; failing that, runs of blanks.
char find_delimiter(std::string_view lines);

/// Takes a byte order mark, blank lines, comments (#, % or ;;) and sep=; off the front.
void skip_preamble(Input& input);

/// Looks at the lines ahead and takes none.
Layout find_layout(Input& input, const ReadOptions& options);

}  // namespace bellwether
