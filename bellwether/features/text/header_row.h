#pragma once
// Whether the first row of a table of texts names its columns. Numbers below names would tell, but a table of
// texts may have none.

#include <string>
#include <vector>

#include <bellwether/data/record.h>
#include <bellwether/features/text/documents.h>

namespace bellwether {

struct HeaderRow {
  bool header = false;
  std::string note = {};  ///< what was decided, and how to have it otherwise, where the rows leave a doubt
};

/// `rows` are the first of the table, of which there is at least one. A column that is asked for by name
/// needs a header. A first row with a number or with an empty cell is none. Without either it is one if it
/// calls a column by a usual name (id, text, label, ...), or has a text where the rows below have numbers. A
/// row whose label or text is like those below is data. In doubt it is data: a row too many shows, a row lost
/// does not.
HeaderRow find_header(const std::vector<std::vector<Cell>>& rows, const DocumentFields& fields);

}  // namespace bellwether
