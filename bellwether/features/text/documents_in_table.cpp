#include <algorithm>
#include <memory>

#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/layout.h>
#include <bellwether/data/record.h>
#include <bellwether/features/text/documents.h>
#include <bellwether/features/text/header_row.h>
#include <bellwether/features/text/measured_input.h>

namespace bellwether {
namespace {

/// Records of a delimited file, one by one, without its header.
class TableStream {
 public:
  TableStream(const std::filesystem::path& path, const DocumentFields& fields)
      : source_(path, fields.how.limit) {
    Input& input = source_.input;
    skip_preamble(input);
    require(!input.ahead().empty(), "{}: is empty", input.name());
    require(!input.ahead().starts_with("{\""),
            "{}: has JSON objects where a table is expected; one object a line can be read from a file that "
            "ends in "
            ".jsonl",
            input.name());
    delimiter_ = fields.how.delimiter;
    if (delimiter_ == '\0') {
      delimiter_ = find_delimiter(input.ahead());
      if (delimiter_ == blank_runs) delimiter_ = ',';  // one column of texts: blanks part words, not cells
    }
    const auto rows = first_rows();
    require(!rows.empty(), "{}: is empty", input.name());
    columns_ = std::ssize(rows.front());
    HeaderRow found = find_header(rows, fields);
    note_ = std::move(found.note);
    std::vector<std::string> names;
    has_header_ = found.header;
    if (has_header_) {
      next_record();
      for (const Cell& cell : cells_) names.push_back(cell.text);
    }

    text_ = find_column(fields.text, names, columns_, "text_column", input.name());
    if (!fields.id.empty())
      id_ = find_column(fields.id, names, columns_, "id_column", input.name());
    else if (const auto at = std::ranges::find(names, "id"); at != names.end())
      id_ = at - names.begin();
    if (!fields.label.empty())
      label_ = find_column(fields.label, names, columns_, "label_column", input.name());
  }

  bool next(Document& document) {
    if (!next_record()) return false;
    require(static_cast<Index>(cells_.size()) == columns_,
            "{}: {} columns, where the {} has {} (put quotes around texts that hold a {})",
            source_.input.place(line_), cells_.size(), has_header_ ? "header" : "first row", columns_,
            delimiter_in_words());
    const auto cell = [&](Index column) { return cells_[static_cast<std::size_t>(column)].text; };
    document = {.id = id_ == no_column ? std::to_string(rows_) : cell(id_),
                .label = label_ == no_column ? std::string() : cell(label_),
                .text = cell(text_)};
    ++rows_;
    return true;
  }

  double share() const { return source_.share(); }
  const std::string& note() const { return note_; }

 private:
  std::string delimiter_in_words() const {
    if (delimiter_ == '\t') return "tab";
    if (delimiter_ == ';') return "semicolon";
    if (delimiter_ == ',') return "comma";
    return delimiter_ == blank_runs ? "blank" : std::string(1, delimiter_);
  }

  /// The first rows that are not blank, as many as are whole in the window, and none of them taken.
  std::vector<std::vector<Cell>> first_rows() {
    constexpr std::size_t most = 200;
    Input& input = source_.input;
    whole_record();  // lengthens the window until it has one
    std::vector<Cell> cells;
    std::vector<std::vector<Cell>> rows;
    Index line = input.line() + 1;
    for (std::string_view text = input.ahead(); !text.empty() && rows.size() < most;) {
      const std::size_t size = split_record(text, delimiter_, cells, input.name(), line);
      if (size == 0 || (size == text.size() && !input.ended() && !rows.empty())) break;
      if (!cells.empty()) rows.push_back(cells);
      line += std::ranges::count(text.substr(0, size), '\n');
      text.remove_prefix(size);
    }
    return rows;
  }

  /// Takes the next record that is not blank into `cells_`; false at the end.
  bool next_record() {
    Input& input = source_.input;
    while (!input.ahead().empty() || input.read_more()) {
      const std::size_t size = whole_record();
      line_ = input.line() + 1;
      input.count_lines(std::ranges::count(input.ahead().substr(0, size), '\n'));
      input.take(size);
      if (!cells_.empty()) return true;
    }
    return false;
  }

  /// The size of the record ahead. One that reaches the end of the window may go on behind it.
  std::size_t whole_record() {
    Input& input = source_.input;
    while (true) {
      const std::size_t size =
          split_record(input.ahead(), delimiter_, cells_, input.name(), input.line() + 1);
      if (size > 0 && (size < input.ahead().size() || input.ended())) return size;
      require(size > 0 || !input.ended(), "{}: a quote is opened and never closed",
              input.place(input.line() + 1));
      input.read_more();
    }
  }

  MeasuredInput source_;
  char delimiter_ = ',';
  bool has_header_ = false;
  Index columns_ = 0, text_ = 0, id_ = no_column, label_ = no_column;
  Index rows_ = 0, line_ = 0;
  std::vector<Cell> cells_ = {};
  std::string note_ = {};
};

}  // namespace

Documents documents_in_table(const std::filesystem::path& path, const DocumentFields& fields) {
  const auto table = std::make_shared<TableStream>(path, fields);
  Documents documents{.name = path.string(),
                      .next = [table](Document& document) { return table->next(document); },
                      .share = [table] { return table->share(); },
                      .labelled = !fields.label.empty()};
  if (!table->note().empty()) documents.notes.push_back(fmt::format("{}: {}", documents.name, table->note()));
  return documents;
}

}  // namespace bellwether
