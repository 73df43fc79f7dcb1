#pragma once
// A cell of a file of numbers: a number, a missing value, or something that is refused in clear words.

#include <optional>
#include <string>
#include <string_view>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

namespace bellwether {

/// A cell holds words where a number is needed.
struct NotANumber : InvalidInput {
  using InvalidInput::InvalidInput;
};

/// What stands before or behind a number and makes it none, such as % or $; empty: it is none without that.
std::string_view sign_around(std::string_view cell);

/// Whether a cell that is no number is meant as one: a sign beside it, a decimal comma, infinite, too large.
bool is_meant_as_number(std::string_view cell);

/// An empty cell, ?, NA, N/A, NaN, null or -, in any case.
bool is_missing(std::string_view cell);

/// The number in a cell; NaN for a missing one, unless `missing` makes that an error. Nothing when the cell
/// must be refused: refuse_cell() says why.
std::optional<double> cell_value(std::string_view cell, Missing missing);

/// Says what is wrong with the value at `where`; `name` is what its column is called: "column 'width'".
[[noreturn]] void refuse_cell(const Where& where, const std::string& name);

/// The value, or the error: for readers that do not care to say more.
double require_cell(std::string_view cell, Missing missing, const std::string& name, Index line,
                    Index column);

/// "column 'width'", or "column 3" (from 1) when it has no name.
std::string column_name(const std::vector<std::string>& names, Index column);
/// `width`, or `3`: as Where has it.
std::string plain_column_name(const std::vector<std::string>& names, Index column);

}  // namespace bellwether
