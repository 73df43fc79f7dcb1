#include <bellwether/data/error.h>
#include <bellwether/data/formula.h>
#include <bellwether/data/record.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {
namespace {

constexpr auto not_found = std::string_view::npos;

/// Walks over one record.
struct Splitter {
  std::string_view text;
  char delimiter;
  std::size_t at = 0;

  bool blank(char c) const { return c == ' ' || (c == '\t' && delimiter != '\t'); }

  void skip_blanks() {
    while (at < text.size() && blank(text[at])) ++at;
  }

  bool at_line_end() const {
    return at >= text.size() || text[at] == '\n' ||
           (text[at] == '\r' && (at + 1 >= text.size() || text[at + 1] == '\n'));
  }

  bool at_delimiter() const { return delimiter == blank_runs ? blank(text[at]) : text[at] == delimiter; }

  /// From the byte after the opening quote; false when the quote is never closed.
  bool take_quoted(std::string& cell) {
    for (;;) {
      const auto quote = text.find('"', at);
      if (quote == not_found) return false;
      cell.append(text, at, quote - at);
      at = quote + 1;
      if (at >= text.size() || text[at] != '"') return true;
      cell += '"';
      ++at;
    }
  }

  void take_plain(std::string& cell) {
    const auto begin = at;
    while (!at_line_end() && !at_delimiter()) ++at;
    cell.assign(trim(text.substr(begin, at - begin)));
  }

  /// What a cell's end must look like; skips the blanks that follow it.
  bool at_cell_end() {
    const bool parted = at_line_end() || blank(text[at]);
    skip_blanks();
    return at_line_end() || (delimiter == blank_runs ? parted : at_delimiter());
  }

  void skip_delimiter() {
    if (delimiter != blank_runs) ++at;
    skip_blanks();
  }

  /// Returns the size of the record with its line end.
  std::size_t take_line_end() const { return std::min(text.find('\n', at), text.size() - 1) + 1; }
};

}  // namespace

std::size_t split_record(std::string_view text, char delimiter, std::vector<Cell>& cells,
                         const std::string& name, Index line) {
  Splitter record{text, delimiter};
  std::size_t count = 0;
  record.skip_blanks();
  for (bool more = !record.at_line_end(); more;) {
    if (cells.size() <= count) cells.emplace_back();
    Cell& cell = cells[count++];
    cell.text.clear();
    cell.quoted = record.at < text.size() && text[record.at] == '"';
    if (cell.quoted) {
      ++record.at;
      if (!record.take_quoted(cell.text)) return 0;
    } else {
      record.take_plain(cell.text);
    }
    require(record.at_cell_end(),
            "{}:{}: text follows the closing quote of cell {} (write a quote inside quotes twice)", name,
            line, count);
    if (is_guarded(cell.text)) cell.text.erase(0, 1);
    more = !record.at_line_end();
    if (more) record.skip_delimiter();
  }
  cells.resize(count);
  return record.take_line_end();
}

}  // namespace bellwether
