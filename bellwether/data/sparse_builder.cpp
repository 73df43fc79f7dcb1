#include <bellwether/data/error.h>
#include <bellwether/data/sparse_builder.h>

#include <algorithm>
#include <numeric>

namespace bellwether {

std::optional<Index> SparseBuilder::end_row() {
  const auto rises = [](const Entry& a, const Entry& b) { return a.column < b.column; };
  if (!std::is_sorted(row_.begin(), row_.end(), rises)) std::sort(row_.begin(), row_.end(), rises);
  const auto twice = std::adjacent_find(row_.begin(), row_.end(),
                                        [](const Entry& a, const Entry& b) { return a.column == b.column; });
  if (twice != row_.end()) return twice->column;
  for (const auto& [column, value] : row_) {
    if (value == 0.0) continue;
    matrix_.column_of.push_back(column);
    matrix_.values.push_back(value);
  }
  if (!row_.empty()) columns_seen_ = std::max(columns_seen_, Index{row_.back().column} + 1);
  row_.clear();
  matrix_.starts.push_back(static_cast<std::int64_t>(matrix_.values.size()));
  return std::nullopt;
}

SparseMatrix SparseBuilder::finish(Index columns) {
  matrix_.columns = columns;
  matrix_.starts.shrink_to_fit();
  matrix_.column_of.shrink_to_fit();
  matrix_.values.shrink_to_fit();
  return std::move(matrix_);
}

SparseMatrix from_triplets(Index rows, Index columns, const std::vector<Triplet>& triplets,
                           const std::string& name) {
  std::vector<std::size_t> start(static_cast<std::size_t>(rows) + 1, 0);
  for (const auto& t : triplets) ++start[static_cast<std::size_t>(t.row) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<std::size_t> order(triplets.size());
  auto next = start;
  for (std::size_t i = 0; i < triplets.size(); ++i)
    order[next[static_cast<std::size_t>(triplets[i].row)]++] = i;

  SparseBuilder builder;
  for (std::size_t row = 0; row + 1 < start.size(); ++row) {
    for (std::size_t at = start[row]; at < start[row + 1]; ++at) {
      builder.add(triplets[order[at]].column, triplets[order[at]].value);
    }
    const auto twice = builder.end_row();
    require(!twice, "{}: row {}, column {} (counted from 1) has two values (add them up, or remove one)",
            name, row + 1, twice.value_or(0) + 1);
  }
  return builder.finish(columns);
}

void require_plausible_size(Index rows, Index columns, Index stored, const std::string& place) {
  require(rows >= 1 && columns >= 1, "{}: a matrix of {} rows and {} columns holds no data", place, rows,
          columns);
  require(columns <= most_columns && rows <= most_columns,
          "{}: {} rows and {} columns are more than the {} that are supported", place, rows, columns,
          most_columns);
  constexpr Index always_fine = 1'000'000;
  constexpr Index empty_rows_for_each_value = 1'000;
  require(rows <= always_fine || rows / empty_rows_for_each_value <= stored,
          "{}: {} rows are promised, but only {} values are there (is the file cut off?)", place, rows,
          stored);
}

}  // namespace bellwether
