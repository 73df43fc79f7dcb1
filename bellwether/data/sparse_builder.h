#pragma once
// SparseBuilder: rows of (column, value) pairs become compressed sparse rows. Columns may come in any order;
// zeros are not stored.

#include <optional>
#include <string>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

/// Columns are stored as 32-bit numbers.
inline constexpr Index most_columns = 2'147'483'647;

class SparseBuilder {
 public:
  /// To the current row; `column` is below most_columns.
  void add(Index column, double value) { row_.push_back({static_cast<std::int32_t>(column), value}); }

  /// Ends the row. Returns a column that occurs twice in it, if there is one.
  std::optional<Index> end_row();

  Index rows() const { return matrix_.rows(); }

  /// One more than the largest column that was added, whatever its value.
  Index columns_seen() const { return columns_seen_; }

  SparseMatrix finish(Index columns);

 private:
  struct Entry {
    std::int32_t column;
    double value;
  };
  SparseMatrix matrix_;
  std::vector<Entry> row_;
  Index columns_seen_ = 0;
};

struct Triplet {
  std::int32_t row;
  std::int32_t column;
  double value;
};

/// Values in any order. `name` is what the error about two values in one place calls the file.
SparseMatrix from_triplets(Index rows, Index columns, const std::vector<Triplet>& triplets,
                           const std::string& name);

/// A header may promise more rows than its file can hold; rows without a value cost memory all the same.
void require_plausible_size(Index rows, Index columns, Index stored, const std::string& name);

}  // namespace bellwether
