#include <bellwether/data/cell.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/layout.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <set>

namespace bellwether {
namespace {

using Record = std::vector<Cell>;

constexpr std::size_t lines_for_delimiter = 20;
constexpr std::size_t records_sampled = 100;
constexpr std::size_t cells_sampled = 20'000;

/// How many cells the delimiter makes of each of the first lines that are not blank. Quotes anywhere hide
/// delimiters and line ends: good enough to choose by.
std::vector<Index> cell_counts(std::string_view text, char delimiter) {
  std::vector<Index> counts;
  Index cells = 0;
  bool quoted = false;
  bool parted = true;  // the next byte starts a cell
  for (std::size_t at = 0; at <= text.size() && counts.size() < lines_for_delimiter; ++at) {
    const char c = at < text.size() ? text[at] : '\n';
    if (c == '"') quoted = !quoted;
    if (c == '\n' && (!quoted || at == text.size())) {
      if (cells > 0) counts.push_back(cells);
      cells = 0;
      parted = true;
      continue;
    }
    const bool blank = c == ' ' || c == '\t' || c == '\r';
    const bool here = !quoted && (delimiter == blank_runs ? blank : c == delimiter);
    if (here && delimiter != blank_runs) cells += cells == 0 ? 2 : 1;
    if (!blank && !here && (parted || delimiter != blank_runs))
      cells += delimiter == blank_runs || cells == 0;
    parted = here;
  }
  return counts;
}

/// The same number of cells, more than one, in every line; one fewer is allowed in the first, a header.
bool parts_evenly(const std::vector<Index>& counts) {
  if (counts.empty() || counts.front() < 2) return false;
  const Index cells = counts.back();
  return (counts.front() == cells || counts.front() + 1 == cells) &&
         std::count(counts.begin() + 1, counts.end(), cells) + 1 == std::ssize(counts);
}

std::string_view whole_lines(const Input& input) {
  const auto ahead = input.ahead();
  if (input.ended()) return ahead;
  return ahead.substr(0, ahead.rfind('\n') + 1);
}

std::size_t records_size(const std::vector<Record>& records) {
  std::size_t cells = 0;
  for (const auto& record : records) cells += record.size();
  return cells;
}

std::vector<Record> records_ahead(const Input& input, char delimiter) {
  std::vector<Record> records;
  auto text = whole_lines(input);
  Index line = input.line() + 1;
  while (!text.empty() && records.size() < records_sampled &&
         (records.size() < 2 || records_size(records) < cells_sampled)) {
    Record record;
    const auto size = split_record(text, delimiter, record, input.name(), line);
    if (size == 0) break;
    if (!record.empty()) records.push_back(std::move(record));
    line +=
        std::max<Index>(1, std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    text.remove_prefix(size);
  }
  return records;
}

bool is_text(const std::string& cell) {
  return !to_number(cell) && !is_missing(cell);
}

bool is_decimal_comma(std::string cell) {
  const auto comma = cell.find(',');
  if (comma == std::string::npos) return false;
  cell[comma] = '.';
  return to_number(cell).has_value();
}

/// By name: "first" and "last" are places, and may well be the classes of a file without a header.
bool asks_for(const ReadOptions& options, const std::string& name) {
  const bool place = same_word(name, "first") || same_word(name, "last");
  return !name.empty() && !place && (name == options.label_column || name == options.id_column);
}

/// pandas numbers columns that have no names, above an index that has none either: ,0,1,2
bool is_numbering(const Record& record) {
  for (std::size_t i = 1; i < record.size(); ++i) {
    if (record[i].text != std::to_string(i - 1)) return false;
  }
  return record.size() > 1 && record.front().text.empty();
}

/// In a table of words alone names do not stand above numbers. They are told by not being found below, where
/// some words repeat.
bool stands_above_words(const std::vector<Record>& records) {
  const Record& first = records.front();
  bool repeat = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::set<std::string> below;
    for (std::size_t row = 1; row < records.size(); ++row) {
      if (records[row].size() != first.size() || to_number(records[row][i].text)) return false;
      repeat |= !below.insert(records[row][i].text).second;
    }
    if (!is_text(first[i].text) || below.contains(first[i].text)) return false;
  }
  return repeat && first.size() > 1;
}

/// The first record names the columns if none of its cells is a plain number and one of them stands above
/// numbers, or if the options ask for a column by one of its cells.
bool is_header(const std::vector<Record>& records, const ReadOptions& options, bool decimal_comma) {
  const Record& first = records.front();
  const auto number = [&](const Cell& cell) {
    return to_number(cell.text).has_value() ||
           ((decimal_comma || cell.quoted) && is_decimal_comma(cell.text));
  };
  const auto text = [](const Cell& cell) { return is_text(cell.text); };
  if (std::any_of(first.begin(), first.end(),
                  [&](const Cell& c) { return text(c) && asks_for(options, c.text); }))
    return true;
  if (records.size() == 1) return std::all_of(first.begin(), first.end(), text);

  if (is_numbering(first)) return true;

  const Record& second = records[1];
  // R quotes names and not numbers: a quoted number is a name if what stands below it is not quoted.
  const bool same_size = second.size() == first.size();
  const auto quoted_name = [&](std::size_t i) { return same_size && first[i].quoted && !second[i].quoted; };
  const std::size_t shift = second.size() == first.size() + 1 ? 1 : 0;
  bool above_numbers = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool name = !number(first[i]) || quoted_name(i);
    if (!name) return false;
    const bool present = !is_missing(first[i].text) || first[i].quoted;
    above_numbers |= present && i + shift < second.size() && number(second[i + shift]);
  }
  return above_numbers || stands_above_words(records) ||
         (shift == 1 && std::any_of(second.begin(), second.end(), number));
}

/// A header with a name too few leaves out the label's column, the id's, or the first, as R does.
std::vector<std::string> header_names(const Record& header, Index columns, const ReadOptions& options,
                                      const Where& place) {
  std::vector<std::string> names;
  for (const Cell& cell : header) names.push_back(cell.text);
  const auto count = static_cast<Index>(names.size());
  require(count == columns || count + 1 == columns,
          "{}: the header has {} names, but the first row has {} cells (check the delimiter and the quotes)",
          place, count, columns);
  if (count == columns) return names;

  const auto request = !options.label_column.empty() ? options.label_column : options.id_column;
  const bool named = std::find(names.begin(), names.end(), request) != names.end();
  const Index nameless = request.empty() || named
                             ? 0
                             : find_column(request, {}, columns, "label_column", fmt::format("{}", place));
  names.insert(names.begin() + nameless, std::string());
  return names;
}

/// No number in any row, and in some of them a word.
std::vector<bool> text_columns(std::span<const Record> rows, Index columns) {
  std::vector<bool> text(static_cast<std::size_t>(columns), true), some(text.size(), false);
  for (const Record& row : rows) {
    for (std::size_t i = 0; i < std::min(row.size(), text.size()); ++i) {
      text[i] = text[i] && !to_number(row[i].text);
      some[i] = some[i] || is_text(row[i].text);
    }
  }
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = text[i] && some[i];
  return text;
}

}  // namespace

char find_delimiter(std::string_view lines) {
  constexpr char candidates[] = {'\t', ';', ',', '|'};
  for (const char delimiter : candidates) {
    if (parts_evenly(cell_counts(lines, delimiter))) return delimiter;
  }
  for (const char delimiter : candidates) {
    const auto counts = cell_counts(lines, delimiter);
    const auto split = std::ranges::count_if(counts, [](Index cells) { return cells > 1; });
    if (2 * split > std::ssize(counts)) return delimiter;
  }
  const auto words = cell_counts(lines, blank_runs);
  const auto rows = std::span(words).subspan(words.size() > 1 ? 1 : 0);
  return std::ranges::any_of(rows, [](Index cells) { return cells > 1; }) ? blank_runs : ',';
}

void skip_preamble(Input& input) {
  if (input.ahead().starts_with("\xEF\xBB\xBF")) input.take(3);
  for (;;) {
    auto ahead = input.ahead();
    while (ahead.find('\n') == std::string_view::npos && input.read_more()) ahead = input.ahead();
    ahead = input.ahead();
    const auto line = trim(ahead.substr(0, ahead.find('\n')));
    // Spreadsheets write sep=; above the header to tell each other; the lines below show it as well.
    const bool separator = line.size() == 5 && line.starts_with("sep=");
    const bool comment =
        line.starts_with('#') || line.starts_with('%') || line.starts_with(";;") || separator;
    if (ahead.empty() || !(line.empty() || comment)) return;
    std::string_view taken;
    input.next_line(taken);
  }
}

Layout find_layout(Input& input, const ReadOptions& options) {
  constexpr int header_blank_and_row = 3;
  while (std::ranges::count(input.ahead(), '\n') < header_blank_and_row && input.read_more()) {
  }
  Layout layout;
  const Reading& how = options.how;
  layout.delimiter = how.delimiter != '\0' ? how.delimiter : find_delimiter(whole_lines(input));
  auto records = records_ahead(input, layout.delimiter);
  while (records.size() < 2 && input.read_more()) records = records_ahead(input, layout.delimiter);
  require(!records.empty(), "{}: a quote is opened and never closed", input.place(input.line() + 1));

  const auto has_comma = [](const Record& record) {
    return std::ranges::any_of(record, [](const Cell& cell) { return is_decimal_comma(cell.text); });
  };
  layout.decimal_comma = layout.delimiter == ';' && std::ranges::any_of(records, has_comma);
  layout.header = how.header == Header::automatic ? is_header(records, options, layout.decimal_comma)
                                                  : how.header == Header::yes;
  require(!layout.header || records.size() > 1, "{}: {}", input.name(),
          std::ranges::count(input.ahead(), '"') % 2 == 1
              ? "a quote is opened below the header and never closed"
              : "has a header but no rows of data");
  const auto rows = std::span(records).subspan(layout.header ? 1 : 0);
  layout.columns = std::ssize(rows.front());
  if (layout.header) {
    layout.names = header_names(records.front(), layout.columns, options, input.place(input.line() + 1));
  }
  layout.text_columns = text_columns(rows, layout.columns);
  // A header that is short of one name may also lack the class, which is text: then the user must say.
  const bool complete = std::ssize(records.front()) == layout.columns;
  layout.row_names =
      layout.header && layout.names.front().empty() && (complete || !layout.text_columns.front());
  return layout;
}

}  // namespace bellwether
