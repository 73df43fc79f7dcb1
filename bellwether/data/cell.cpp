#include <bellwether/data/cell.h>
#include <bellwether/data/error.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

#include <limits>

namespace bellwether {
namespace {

bool is_infinite(std::string_view cell) {
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  return same_word(cell, "inf") || same_word(cell, "infinity");
}

}  // namespace

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

void refuse_cell(std::string_view cell, const std::string& place) {
  constexpr auto way_out = "use --missing mean or --missing drop, or drop the row";
  require(!cell.empty(), "{} is empty, not a number ({})", place, way_out);
  require(!is_missing(cell), "{} is {}, not a number ({})", place, shown(cell), way_out);
  require(!is_infinite(cell), "{} is {}, an infinite value (correct it, or drop the row)", place,
          shown(cell));
  require(!is_too_large(cell), "{} is {}, too large for a number (correct it, or drop the row)", place,
          shown(cell));
  throw InvalidInput(fmt::format("{} is {}, not a number (correct it, or drop the row)", place, shown(cell)));
}

double require_cell(std::string_view cell, Missing missing, const std::string& name, Index line,
                    Index column) {
  const auto value = cell_value(cell, missing);
  if (!value) refuse_cell(cell, fmt::format("{}:{}: {}", name, line, column_name({}, column)));
  return *value;
}

std::string column_name(const std::vector<std::string>& names, Index column) {
  const auto at = static_cast<std::size_t>(column);
  if (at < names.size() && !names[at].empty()) return "column " + shown(names[at]);
  return fmt::format("column {}", column + 1);
}

}  // namespace bellwether
