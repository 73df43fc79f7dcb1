#include <bellwether/features/text/header_row.h>

#include <algorithm>
#include <array>

#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

using Record = std::vector<Cell>;

constexpr std::array<std::string_view, 30> usual_names{
    "id",      "ids",      "item",     "doc",   "docid",   "document",   "name",  "key",
    "text",    "texts",    "body",     "title", "content", "contents",   "line",  "sentence",
    "message", "headline", "abstract", "label", "labels",  "class",      "topic", "category",
    "cluster", "subject",  "review",   "tag",   "author",  "description"};

bool is_usual_name(const std::string& cell) {
  std::string word = lower(cell);
  std::erase_if(word, [](char c) { return c == '_' || c == '-' || c == ' '; });
  return std::ranges::find(usual_names, word) != usual_names.end();
}

/// Neither a place nor a number: only a header can have it.
bool asks_by_name(const std::string& request) {
  return !request.empty() && !same_word(request, "first") && !same_word(request, "last") &&
         !to_count(request);
}

bool has_number(const Record& row) {
  return std::ranges::any_of(row, [](const Cell& cell) { return to_number(cell.text).has_value(); });
}

bool stands_above_numbers(const std::vector<Record>& rows) {
  if (rows.size() < 2) return false;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    const bool numbers = std::all_of(rows.begin() + 1, rows.end(), [&](const Record& row) {
      return column < row.size() && to_number(row[column].text).has_value();
    });
    if (numbers) return true;
  }
  return false;
}

std::string listed(const Record& row) {
  std::string text;
  for (const Cell& cell : row) text += (text.empty() ? "" : ", ") + cell.text;
  return shown(text);
}

HeaderRow taken(const Record& row) {
  return {true, fmt::format("first row taken as header: {} ({} if it is data)", listed(row),
                            setting("header", "no"))};
}

}  // namespace

HeaderRow find_header(const std::vector<Record>& rows, const DocumentFields& fields) {
  const Record& first = rows.front();
  if (fields.how.header != Header::automatic) return {fields.how.header == Header::yes, {}};
  if (asks_by_name(fields.text) || asks_by_name(fields.id) || asks_by_name(fields.label)) return {true, {}};
  const bool empty_cell = std::ranges::any_of(first, [](const Cell& cell) { return cell.text.empty(); });
  if (has_number(first) || empty_cell) return {};
  // A label that rows below have as well is one, whatever it is called.
  const Index label = find_column(fields.label, {}, std::ssize(first), "label_column", {});
  const auto again = [&](const Record& row) {
    return label != no_column && static_cast<std::size_t>(label) < row.size() &&
           row[static_cast<std::size_t>(label)].text == first[static_cast<std::size_t>(label)].text;
  };
  if (std::any_of(rows.begin() + 1, rows.end(), again)) return {};
  const auto usual = std::ranges::count_if(first, [](const Cell& cell) { return is_usual_name(cell.text); });
  if (usual == std::ssize(first)) return {true, {}};
  if (stands_above_numbers(rows)) return taken(first);
  if (usual == 0)
    return {false, fmt::format("first row taken as data: {} ({} if it names the columns)", listed(first),
                               setting("header", "yes"))};
  return taken(first);
}

}  // namespace bellwether
