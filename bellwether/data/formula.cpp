#include <bellwether/data/formula.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <array>

namespace bellwether {
namespace {

bool begins_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs{"=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
  if (text.empty()) return false;
  if (text.front() == '\t' || text.front() == '\r' || text.front() == '\n') return true;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return std::ranges::any_of(signs, [&](std::string_view sign) { return text.starts_with(sign); });
}

/// With any number of apostrophes before it.
bool would_be_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return begins_formula(text) && !to_number(trim(text));
}

}  // namespace

bool is_guarded(std::string_view cell) {
  return cell.starts_with('\'') && would_be_formula(cell);
}

std::string guarded(std::string_view text) {
  return would_be_formula(text) ? "'" + std::string(text) : std::string(text);
}

std::string_view unguarded(std::string_view cell) {
  return is_guarded(cell) ? cell.substr(1) : cell;
}

}  // namespace bellwether
