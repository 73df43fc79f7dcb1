#pragma once
// TableBuilder: rows of cells become a dense Dataset, one after the other.

#include <string_view>

#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/word_column.h>

namespace bellwether {

class TableBuilder {
 public:
  /// `file` is what errors call the source of the rows.
  TableBuilder(Columns columns, const ReadOptions& options, std::string file);

  const Columns& columns() const { return columns_; }

  /// Where the next row's features go, in order; valid until end_row().
  double* row() {
    if (rows_ == capacity_) grow();
    return matrix_.data() + rows_ * matrix_.cols();
  }
  void label(std::string_view text, Index line);
  void id(std::string_view text, Index line);

  /// Keeps the row, unless it has a missing value and such rows are to be dropped.
  void end_row(bool incomplete = false);

  /// A whole row of cells, each looked at with care: numbers, missing values, and errors for the rest.
  /// `next_cell` gives them from left to right.
  template <class NextCell>
  void add_row(Index line, NextCell&& next_cell) {
    double* into = row();
    bool incomplete = false;
    std::size_t of_words = 0;
    for (Index column = 0; column < columns_.count(); ++column) {
      const std::string_view cell = next_cell(column);
      const auto role = columns_.roles[static_cast<std::size_t>(column)];
      if (role == Role::feature) {
        *into = number(cell, column, line);
        incomplete |= *into != *into;
        ++into;
      } else if (role == Role::words) {
        incomplete |= !word(words_[of_words++], cell, column, line);
      } else if (role != Role::ignored) {
        role == Role::label ? label(cell, line) : id(cell, line);
      }
    }
    end_row(incomplete);
  }

  /// What is known of the columns at their first look: a column of text gets a better error.
  void set_text_columns(std::vector<bool> text) { text_columns_ = std::move(text); }

  Dataset finish();

 private:
  void grow();
  void number_rows();
  double number(std::string_view cell, Index column, Index line) const;
  /// False if it is missing.
  bool word(WordColumn& into, std::string_view cell, Index column, Index line) const;
  void add_words(Dataset& dataset);
  Where place(Index line) const { return {.file = file_, .row = line}; }
  void require_unique_ids() const;
  void require_some_value_in_each_column() const;

  Columns columns_;
  ReadOptions options_;
  std::string file_;
  std::vector<bool> text_columns_;
  std::vector<WordColumn> words_;  ///< in the order of their columns
  Matrix matrix_;
  Index rows_ = 0;
  Index capacity_ = 0;
  Index dropped_ = 0;
  bool gaps_ = false;
  bool unlabelled_row_ = false;
  std::vector<std::string> ids_, labels_;
  std::vector<Index> lines_;  ///< of each id, for the error about two that are equal
};

}  // namespace bellwether
