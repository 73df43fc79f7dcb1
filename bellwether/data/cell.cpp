#include <bellwether/data/cell.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

#include <limits>

namespace bellwether {
namespace {

bool is_infinite(std::string_view cell) {
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  return same_word(cell, "inf") || same_word(cell, "infinity");
}

bool has_decimal_comma(std::string_view cell) {
  const std::size_t comma = cell.find(',');
  if (comma == std::string_view::npos) return false;
  std::string pointed(cell);
  pointed[comma] = '.';
  return to_number(pointed).has_value();
}

}  // namespace

std::string_view sign_around(std::string_view cell) {
  for (const std::string_view sign : {"%", "$", "\u20ac", "\u00a3"}) {
    if (cell.ends_with(sign) && to_number(trim(cell.substr(0, cell.size() - sign.size())))) return sign;
    if (cell.starts_with(sign) && to_number(trim(cell.substr(sign.size())))) return sign;
  }
  return {};
}

bool is_meant_as_number(std::string_view cell) {
  return !sign_around(cell).empty() || is_infinite(cell) || is_too_large(cell) || has_decimal_comma(cell);
}

bool is_missing(std::string_view cell) {
  if (cell.empty() || cell == "?" || cell == "-") return true;
  if (cell.size() > 4) return false;
  for (const char* word : {"na", "nan", "n/a", "null", "-nan", "+nan"}) {
    if (same_word(cell, word)) return true;
  }
  return false;
}

std::optional<double> cell_value(std::string_view cell, Missing missing) {
  const auto value = to_number(cell);
  if (value) return value;
  if (missing != Missing::error && is_missing(cell)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

void refuse_cell(const Where& where, const std::string& name) {
  const std::string& cell = where.value;
  if (is_missing(cell))
    refuse("{}: {} is {}, not a number (use {} or {}, or drop the row)", where, name,
           cell.empty() ? "empty" : shown(cell), remedy("missing", "mean"), remedy("missing", "drop"));
  require(!is_infinite(cell), "{}: {} is {}, an infinite value (correct it, or drop the row)", where, name,
          shown(cell));
  require(!is_too_large(cell), "{}: {} is {}, too large for a number (correct it, or drop the row)", where,
          name, shown(cell));
  const std::string_view sign = sign_around(cell);
  require<NotANumber>(sign.empty(), "{}: {} is {}, a number with {} (take the signs out of the column)",
                      where, name, shown(cell), sign);
  require(!has_decimal_comma(cell),
          "{}: {} is {}, not a number: it has a comma (write points, or put semicolons between the cells)",
          where, name, shown(cell));
  refuse<NotANumber>("{}: {} is {}, not a number (correct it, or drop the row)", where, name, shown(cell));
}

double require_cell(std::string_view cell, Missing missing, const std::string& name, Index line,
                    Index column) {
  const auto value = cell_value(cell, missing);
  if (!value)
    refuse_cell({name, line, plain_column_name({}, column), std::string(cell)}, column_name({}, column));
  return *value;
}

std::string column_name(const std::vector<std::string>& names, Index column) {
  const auto at = static_cast<std::size_t>(column);
  if (at < names.size() && !names[at].empty()) return "column " + shown(names[at]);
  return fmt::format("column {}", column + 1);
}

std::string plain_column_name(const std::vector<std::string>& names, Index column) {
  const auto at = static_cast<std::size_t>(column);
  return at < names.size() && !names[at].empty() ? names[at] : std::to_string(column + 1);
}

}  // namespace bellwether
