#include <bellwether/data/cell.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/table_builder.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <iterator>

namespace bellwether {

TableBuilder::TableBuilder(Columns columns, const ReadOptions& options, std::string file)
    : columns_(std::move(columns)), options_(options), file_(std::move(file)) {
  matrix_.resize(0, columns_.count(Role::feature));
  for (std::size_t i = 0; i < columns_.roles.size(); ++i)
    if (columns_.roles[i] == Role::words)
      words_.emplace_back(columns_.names[i],
                          std::ranges::count(columns_.categories, static_cast<Index>(i)) > 0);
}

void TableBuilder::grow() {
  // Doubling costs address space alone: a large block is moved by remapping, and pages that are never
  // touched never take memory. finish() gives the rest back.
  constexpr Index first_bytes = 1 << 16;
  const Index row_bytes = std::max<Index>(1, matrix_.cols()) * static_cast<Index>(sizeof(double));
  capacity_ = std::max(2 * capacity_, first_bytes / row_bytes + 1);
  matrix_.conservativeResize(capacity_, Eigen::NoChange);
}

void TableBuilder::label(std::string_view text, Index line) {
  const bool none = text.empty() || text == "?" || text == "NA";
  if (none && options_.some_unlabelled) {
    labels_.emplace_back();
    return;
  }
  if (text.empty()) {
    require(options_.missing == Missing::drop, "{}: the label is empty (use {}, or drop the row)",
            place(line), remedy("missing", "drop"));
    unlabelled_row_ = true;
  }
  labels_.emplace_back(text);
}

void TableBuilder::id(std::string_view text, Index line) {
  if (text.empty())
    refuse("{}: the id is empty (give every row an id, or choose another {})", place(line),
           remedy("id_column"));
  ids_.emplace_back(text);
  lines_.push_back(line);
}

/// From the first that is dropped, rows without ids are called by their places in the file.
void TableBuilder::number_rows() {
  if (dropped_ > 0 || columns_.count(Role::id) > 0) return;
  for (Index row = 0; row < rows_; ++row) ids_.push_back(std::to_string(row));
}

void TableBuilder::end_row(bool incomplete) {
  if ((incomplete && options_.missing == Missing::drop) || unlabelled_row_) {
    number_rows();
    ++dropped_;
    unlabelled_row_ = false;
    const auto rows = static_cast<std::size_t>(rows_);
    if (labels_.size() > rows) labels_.pop_back();
    if (ids_.size() > rows) ids_.pop_back();
    if (lines_.size() > rows) lines_.pop_back();
    for (WordColumn& words : words_) words.take_last();
    return;
  }
  gaps_ |= incomplete;
  if (dropped_ > 0 && columns_.count(Role::id) == 0) ids_.push_back(std::to_string(rows_ + dropped_));
  ++rows_;
}

double TableBuilder::number(std::string_view cell, Index column, Index line) const {
  const auto value = cell_value(cell, options_.missing);
  if (value) return *value;
  const Where where{file_, line, plain_column_name(columns_.names, column), std::string(cell)};
  const std::string name = column_name(columns_.names, column);
  const auto at = static_cast<std::size_t>(column);
  if (at < text_columns_.size() && text_columns_[at] && sign_around(cell).empty()) {
    const auto request = request_for(columns_, column);
    refuse<NotANumber>(
        "{}: {} is {}, not a number, like the rest of the column (use {} if it holds the classes, {} if it "
        "holds the ids, {} to leave it out, {} for a feature of each word)",
        where, name, shown(cell), remedy("label_column", request), remedy("id_column", request),
        remedy("ignore", request), remedy("categories", request));
  }
  refuse_cell(where, name);
}

bool TableBuilder::word(WordColumn& into, std::string_view cell, Index column, Index line) const {
  const Where where{file_, line, plain_column_name(columns_.names, column), std::string(cell)};
  const std::string name = column_name(columns_.names, column);
  if (is_missing(cell)) {
    if (options_.missing == Missing::error)
      refuse("{}: {} is {} (use {} or {}, or drop the row)", where, name,
             cell.empty() ? "empty" : shown(cell), remedy("missing", "mean"), remedy("missing", "drop"));
    into.add_missing();
    return false;
  }
  if (!into.asked() && options_.like.empty() && is_meant_as_number(cell)) refuse_cell(where, name);
  into.add(cell);
  return true;
}

/// After the numbers, in the order of their columns.
void TableBuilder::add_words(Dataset& dataset) {
  Matrix& values = std::get<Matrix>(dataset.values);
  for (const WordColumn& column : words_) {
    WordColumn::Numbers made = column.numbers(options_.like);
    if (!made.note.empty()) dataset.notes.push_back(fmt::format("{}: {}", file_, made.note));
    const Index before = values.cols();
    values.conservativeResize(Eigen::NoChange, before + std::ssize(made.names));
    if (!made.names.empty()) values.rightCols(std::ssize(made.names)) = made.values;
    std::ranges::move(made.names, std::back_inserter(dataset.features));
  }
  require<NotANumber>(values.cols() > 0, "{}: no column of numbers is left beside those of texts", file_);
}

void TableBuilder::require_unique_ids() const {
  const auto twice = find_duplicate(ids_);
  if (!twice) return;
  const auto [first, second] = *twice;
  refuse("{}: the id {} was already on line {} (ids must differ)",
         Where{.file = file_, .row = lines_[second], .value = ids_[second]}, shown(ids_[first]),
         lines_[first]);
}

void TableBuilder::require_some_value_in_each_column() const {
  Index feature = 0;
  for (Index column = 0; column < columns_.count(); ++column) {
    if (columns_.roles[static_cast<std::size_t>(column)] != Role::feature) continue;
    require(!matrix_.col(feature++).array().isNaN().all(),
            "{}: {} has no value in any row (remove the column)", file_, column_name(columns_.names, column));
  }
}

Dataset TableBuilder::finish() {
  matrix_.conservativeResize(rows_, Eigen::NoChange);
  require_unique_ids();
  if (gaps_) require_some_value_in_each_column();
  require(rows_ > 0 || dropped_ > 0, "{}: has no rows of data", file_);
  Dataset dataset{std::move(matrix_), std::move(ids_), columns_.feature_names(), std::move(labels_),
                  std::move(columns_.notes)};
  note_dropped(dataset, dropped_, file_);
  if (!words_.empty()) add_words(dataset);
  if (gaps_) settle_missing(dataset, options_.missing, file_);
  return dataset;
}

}  // namespace bellwether
