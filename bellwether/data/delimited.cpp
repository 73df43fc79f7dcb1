#include <bellwether/data/cell.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/formula.h>
#include <bellwether/data/layout.h>
#include <bellwether/data/number.h>
#include <bellwether/data/table_builder.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {
namespace {

/// Two ways to read a line: plain ones by plain_line(), without a copy, and all others by careful_record().
/// Where the first gives an answer, the second would give the same.
class DelimitedReader {
 public:
  DelimitedReader(Input& input, const Layout& layout, TableBuilder table)
      : input_(input),
        delimiter_(layout.delimiter),
        tabs_are_blank_(layout.delimiter != '\t'),
        decimal_comma_(layout.decimal_comma),
        table_(std::move(table)),
        has_words_(table_.columns().count(Role::words) > 0) {}

  Dataset read() {
    for (;;) {
      const auto ahead = input_.ahead();
      const auto lines = input_.ended() ? ahead : ahead.substr(0, ahead.rfind('\n') + 1);
      if (read_lines(lines) > 0 || input_.read_more()) continue;
      require(input_.ahead().empty(), "{}: a quote is opened and never closed",
              input_.place(input_.line() + 1));
      return table_.finish();
    }
  }

 private:
  /// Reads whole lines and returns how many bytes that took: fewer than all when a quote runs on.
  std::size_t read_lines(std::string_view lines) {
    const bool plain = !decimal_comma_ && !has_words_ && lines.find('"') == std::string_view::npos;
    std::size_t taken = 0;
    while (taken < lines.size()) {
      const char* const line = lines.data() + taken;
      const char* next = nullptr;
      if (plain) next = delimiter_ == blank_runs ? plain_line<true>(line) : plain_line<false>(line);
      if (next != nullptr) {
        input_.count_lines(1);
        taken += static_cast<std::size_t>(next - line);
      } else {
        const auto size = careful_record(lines.substr(taken));
        if (size == 0) break;
        taken += size;
      }
    }
    // A last line without its end stops at the one that stands behind the window.
    taken = std::min(taken, lines.size());
    input_.take(taken);
    return taken;
  }

  bool blank(char c) const { return c == ' ' || (c == '\t' && tabs_are_blank_); }

  const char* skip_blanks(const char* at) const {
    while (blank(*at)) ++at;
    return at;
  }

  template <bool runs>
  const char* text_end(const char* at) const {
    while (*at != '\n' && (runs ? !blank(*at) : *at != delimiter_)) ++at;
    return at;
  }

  /// Returns where the next line starts. Null: the line has something else than a number in each feature's
  /// column, and nothing of it is kept.
  template <bool runs>
  const char* plain_line(const char* at) {
    double* into = table_.row();
    std::string_view texts[2];          // label, id
    const char delimiter = delimiter_;  // the compiler cannot know that a store to the row leaves it alone
    const auto& roles = table_.columns().roles;
    const Role* role = roles.data();
    const Role* const last = role + roles.size() - 1;
    for (;; ++role) {
      at = skip_blanks(at);
      if (*role == Role::feature) {
        at = scan_number(at, *into);
        if (at == nullptr) return nullptr;
        ++into;
      } else {
        const char* const end = text_end<runs>(at);
        const auto text = trim({at, static_cast<std::size_t>(end - at)});
        if (*role != Role::ignored) {
          if (text.empty()) return nullptr;
          texts[*role == Role::id] = unguarded(text);
        }
        at = end;
      }
      if (role == last) break;
      if constexpr (runs) {
        if (!blank(*at)) return nullptr;
      } else {
        if (*at != delimiter) at = skip_blanks(at);
        if (*at++ != delimiter) return nullptr;
      }
    }
    at = skip_blanks(at);
    at += *at == '\r';
    if (*at != '\n') return nullptr;
    if (!texts[0].empty()) table_.label(texts[0], 0);
    if (!texts[1].empty()) table_.id(texts[1], input_.line() + 1);
    table_.end_row();
    return at + 1;
  }

  /// Returns the size of the record, or 0 if it does not end here.
  std::size_t careful_record(std::string_view text) {
    const Index line = input_.line() + 1;
    const auto size = split_record(text, delimiter_, cells_, input_.name(), line);
    if (size == 0) return 0;
    const auto record = text.substr(0, size);
    input_.count_lines(std::max<Index>(1, std::ranges::count(record, '\n')));
    if (!cells_.empty()) add_cells(line);
    return size;
  }

  void add_cells(Index line) {
    const auto count = static_cast<Index>(cells_.size());
    require(count == table_.columns().count(),
            "{}: {}, but the rows before have {} (check the delimiter and the quotes)", input_.place(line),
            counted(count, "cell"), table_.columns().count());
    table_.add_row(line, [&](Index column) -> std::string_view {
      std::string& cell = cells_[static_cast<std::size_t>(column)].text;
      if (decimal_comma_ && table_.columns().roles[static_cast<std::size_t>(column)] == Role::feature) {
        swap_decimal_mark(cell, column, line);
      }
      return cell;
    });
  }

  /// 1,5 becomes 1.5. A point is refused, or 1.234 might be read as a little more than one.
  void swap_decimal_mark(std::string& cell, Index column, Index line) const {
    require(cell.find('.') == std::string::npos || !to_number(cell),
            "{}: {} is {}, with a decimal point, but other cells have a decimal comma (use one of them)",
            input_.place(line), column_name(table_.columns().names, column), shown(cell));
    const auto comma = cell.find(',');
    if (comma != std::string::npos && cell.find('.') == std::string::npos) cell[comma] = '.';
  }

  Input& input_;
  char delimiter_;
  bool tabs_are_blank_;
  bool decimal_comma_;
  TableBuilder table_;
  bool has_words_;
  std::vector<Cell> cells_;
};

void take_header(Input& input, char delimiter) {
  std::vector<Cell> cells;
  const auto size = split_record(input.ahead(), delimiter, cells, input.name(), input.line() + 1);
  input.count_lines(std::ranges::count(input.ahead().substr(0, size), '\n'));
  input.take(size);
}

/// The first column is an id unless the user has said otherwise.
void take_row_names(Columns& columns, const std::string& name) {
  if (columns.count(Role::id) > 0 || columns.roles.front() != Role::feature) return;
  if (columns.count(Role::feature) == 1) return;
  columns.roles.front() = Role::id;
  columns.notes.push_back(fmt::format("{}: the first column has no name and is taken as the ids", name));
}

}  // namespace

Dataset read_delimited(Input& input, const ReadOptions& options) {
  skip_preamble(input);
  require(!input.ahead().empty(), "{}: has no rows of data", input.name());
  const Layout layout = find_layout(input, options);
  Columns columns = assign_roles(layout.names, layout.columns, options, input.name());
  if (layout.row_names) take_row_names(columns, input.name());
  assign_words(columns, layout.text_columns, options, input.name());
  TableBuilder table(std::move(columns), options, input.name());
  table.set_text_columns(layout.text_columns);
  if (layout.header) take_header(input, layout.delimiter);
  return DelimitedReader(input, layout, std::move(table)).read();
}

}  // namespace bellwether
