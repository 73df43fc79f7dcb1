#include <bellwether/data/cell.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/table_builder.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {

TableBuilder::TableBuilder(Columns columns, const ReadOptions& options, std::string file)
    : columns_(std::move(columns)), options_(options), file_(std::move(file)) {
  matrix_.resize(0, columns_.count(Role::feature));
}

void TableBuilder::grow() {
  // Doubling costs address space alone: a large block is moved by remapping, and pages that are never
  // touched never take memory. finish() gives the rest back.
  constexpr Index first_bytes = 1 << 16;
  const Index row_bytes = matrix_.cols() * static_cast<Index>(sizeof(double));
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

void TableBuilder::end_row(bool incomplete) {
  if ((incomplete && options_.missing == Missing::drop) || unlabelled_row_) {
    ++dropped_;
    unlabelled_row_ = false;
    const auto rows = static_cast<std::size_t>(rows_);
    if (labels_.size() > rows) labels_.pop_back();
    if (ids_.size() > rows) ids_.pop_back();
    if (lines_.size() > rows) lines_.pop_back();
    return;
  }
  gaps_ |= incomplete;
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
        "holds the ids, {} to leave it out)",
        where, name, shown(cell), remedy("label_column", request), remedy("id_column", request),
        remedy("ignore", request));
  }
  refuse_cell(where, name);
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
  Dataset dataset{std::move(matrix_), std::move(ids_), columns_.feature_names(), std::move(labels_),
                  std::move(columns_.notes)};
  note_dropped(dataset, dropped_, file_);
  require(dataset.items() > 0, "{}: has no rows of data", file_);
  if (gaps_) settle_missing(dataset, options_.missing, file_);
  return dataset;
}

}  // namespace bellwether
