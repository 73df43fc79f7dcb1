#include <bellwether/data/error.h>
#include <bellwether/data/input.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/layout.h>
#include <bellwether/data/number.h>
#include <bellwether/data/record.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace bellwether {
namespace {

using ColumnNames = std::pair<std::string, std::string>;

/// Where a pair stands in each row.
struct PairColumns {
  std::size_t first = 0;
  std::size_t second = 1;
  std::optional<std::size_t> weight = {};
  std::size_t count = 2;  ///< so many cells has every row
  bool header = false;    ///< the first row is no pair
};

std::optional<std::size_t> find_name(const TableRow& row, const std::string& name, std::size_t from = 0) {
  for (std::size_t i = from; i < row.cells.size(); ++i)
    if (same_word(row.cells[i], name)) return i;
  return std::nullopt;
}

/// As a header names the columns; nothing when the row is none. A header that calls the second column
/// something else (id,class where id,label is expected) is one all the same.
std::optional<PairColumns> find_names(const TableRow& row, const ColumnNames& names) {
  const bool alike = same_word(names.first, names.second);
  const auto one = find_name(row, names.first);
  if (!one) return std::nullopt;
  auto two = find_name(row, names.second, alike ? *one + 1 : 0);
  if (!two && !alike && *one == 0 && row.cells.size() > 1) two = 1;
  if (!two) return std::nullopt;
  return PairColumns{*one, *two, find_name(row, "weight"), row.cells.size(), true};
}

PairColumns find_columns(const std::vector<TableRow>& rows, const ColumnNames& names, bool weighted,
                         Header header) {
  if (rows.empty()) return {};
  if (header != Header::no)
    if (const auto named = find_names(rows.front(), names)) return *named;
  PairColumns columns{.header = header == Header::yes};
  if (weighted && rows.front().cells.size() == 3) {
    columns.weight = 2;
    columns.count = 3;
  }
  return columns;
}

double weight_in(const std::string& cell, const Where& where) {
  const auto weight = to_number(cell);
  require(weight && *weight > 0, "{}: the weight is {}, but must be a number above 0", where, shown(cell));
  return *weight;
}

Pairs pairs_in(const std::filesystem::path& path, const ColumnNames& names, bool weighted,
               const Reading& how) {
  const auto rows = read_table(path, how);
  const PairColumns columns = find_columns(rows, names, weighted, how.header);
  Pairs pairs;
  for (const auto& [line, cells] : std::span(rows).subspan(columns.header ? 1 : 0)) {
    const Where where{.file = path.string(), .row = line};
    require(cells.size() == columns.count, "{}: {} {}, where {} are needed: {},{}{}", where, cells.size(),
            cells.size() == 1 ? "column" : "columns", columns.count, names.first, names.second,
            columns.count > 2 ? (columns.header ? ",..." : ",weight") : "");
    require(!cells[columns.first].empty() && !cells[columns.second].empty(),
            "{}: an empty cell, where {},{} is needed", where, names.first, names.second);
    pairs.push_back({cells[columns.first], cells[columns.second], line});
    if (weighted && columns.weight) pairs.back().weight = weight_in(cells[*columns.weight], where);
  }
  return pairs;
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
  return pairs_in(path, {first, second}, false, how);
}

Pairs read_weighted_pairs(const std::filesystem::path& path, const std::string& first,
                          const std::string& second, const Reading& how) {
  return pairs_in(path, {first, second}, true, how);
}

std::vector<std::string> known_labels_for(const Dataset& items, const Pairs& pairs, const std::string& file) {
  const ItemIds place(items);
  std::vector<const NamedPair*> pair_of(static_cast<std::size_t>(items.items()), nullptr);
  for (const NamedPair& pair : pairs) {
    const Where where{.file = file, .row = pair.line, .value = pair.first};
    const auto at = place.find(pair.first);
    require(at.has_value(), "{}: no item has the id {}", where, shown(pair.first));
    const NamedPair*& taken = pair_of[*at];
    require(taken == nullptr, "{}: the id {} has two lines{} (keep one)", where, shown(pair.first),
            taken != nullptr && taken->line > 0 ? fmt::format(", this and line {}", taken->line) : "");
    taken = &pair;
  }
  std::vector<std::string> labels;
  for (const NamedPair* pair : pair_of) labels.push_back(pair == nullptr ? std::string() : pair->second);
  return labels;
}

std::vector<std::string> labels_for(const Dataset& items, const Pairs& pairs, const std::string& file) {
  auto labels = known_labels_for(items, pairs, file);
  for (std::size_t i = 0; i < labels.size(); ++i)
    require(!labels[i].empty(), "{}: the item {} has no line (every item needs one)", file,
            shown(items.id(static_cast<Index>(i))));
  return labels;
}

}  // namespace bellwether
