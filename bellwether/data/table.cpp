#include <bellwether/data/error.h>
#include <bellwether/data/input.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/layout.h>
#include <bellwether/data/record.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <optional>

namespace bellwether {
namespace {

/// Where the two names stand in a header; nothing when the row is none. A header that calls the second column
/// something else (id,class where id,label is expected) is one all the same.
std::optional<std::pair<std::size_t, std::size_t>> find_names(const TableRow& row, const std::string& first,
                                                              const std::string& second) {
  const auto& cells = row.cells;
  const auto find = [&](auto from, const std::string& name) {
    return std::find_if(from, cells.end(), [&](const std::string& cell) { return same_word(cell, name); });
  };
  const auto one = find(cells.begin(), first);
  if (one == cells.end()) return std::nullopt;
  const auto two = find(same_word(first, second) ? one + 1 : cells.begin(), second);
  const bool other_name = one == cells.begin() && cells.size() > 1 && !same_word(first, second);
  if (two == cells.end() && other_name) return std::pair<std::size_t, std::size_t>{0, 1};
  if (two == cells.end()) return std::nullopt;
  return std::pair{static_cast<std::size_t>(one - cells.begin()),
                   static_cast<std::size_t>(two - cells.begin())};
}

}  // namespace

std::vector<TableRow> read_table(const std::filesystem::path& path, const Reading& how) {
  const auto name = path.string();
  Input input(unpacked(file_source(path, how.limit), name, how.limit), name);
  auto text = input.take_all();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  require(text.find('\0') == std::string_view::npos, "{}: is not text", name);
  const char delimiter = how.delimiter != '\0' ? how.delimiter : find_delimiter(text);
  std::vector<TableRow> rows;
  std::vector<Cell> cells;
  for (Index line = 1; !text.empty();) {
    const auto size = split_record(text, delimiter, cells, name, line);
    require(size > 0, "{}:{}: a quote is opened and never closed", name, line);
    if (!cells.empty()) {
      TableRow& row = rows.emplace_back(TableRow{line, {}});
      for (const Cell& cell : cells) row.cells.push_back(cell.text);
    }
    line += std::ranges::count(text.substr(0, size), '\n');
    text.remove_prefix(size);
  }
  return rows;
}

Pairs read_pairs(const std::filesystem::path& path, const std::string& first, const std::string& second,
                 const Reading& how) {
  const auto rows = read_table(path, how);
  const auto name = path.string();
  const bool look = !rows.empty() && how.header != Header::no;
  const auto named = look ? find_names(rows.front(), first, second) : std::nullopt;
  const auto [one, two] = named.value_or(std::pair<std::size_t, std::size_t>{0, 1});
  const std::size_t columns = named ? rows.front().cells.size() : 2;
  Pairs pairs;
  for (const auto& [line, cells] :
       std::span(rows).subspan(named || (look && how.header == Header::yes) ? 1 : 0)) {
    require(cells.size() == columns, "{}:{}: {} {}, where {} are needed: {},{}{}", name, line, cells.size(),
            cells.size() == 1 ? "column" : "columns", columns, first, second, columns > 2 ? ",..." : "");
    require(!cells[one].empty() && !cells[two].empty(), "{}:{}: an empty cell, where {},{} is needed", name,
            line, first, second);
    pairs.emplace_back(cells[one], cells[two]);
  }
  return pairs;
}

std::vector<std::string> labels_for(const Dataset& items, const Pairs& pairs, const std::string& file) {
  const ItemIds place(items);
  std::vector<const std::string*> label_of(static_cast<std::size_t>(items.items()), nullptr);
  for (const auto& [id, label] : pairs) {
    const auto at = place.find(id);
    require(at.has_value(), "{}: no item has the id {}", file, shown(id));
    require(label_of[*at] == nullptr, "{}: the id {} has two lines (keep one)", file, shown(id));
    label_of[*at] = &label;
  }
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < label_of.size(); ++i) {
    require(label_of[i] != nullptr, "{}: the item {} has no line (every item needs one)", file,
            shown(items.id(static_cast<Index>(i))));
    labels.push_back(*label_of[i]);
  }
  return labels;
}

}  // namespace bellwether
