#include <bellwether/data/cell.h>
#include <bellwether/data/error.h>
#include <bellwether/data/missing.h>

#include <cmath>
#include <map>

namespace bellwether {
namespace {

/// The sum of the values that are present in a column, and how many are missing.
struct Present {
  long double sum = 0.0;  ///< wider, so that large values do not add up to infinity
  Index missing = 0;
};

/// For every column that lacks a value. A map, because a sparse matrix may have more columns than memory.
using Gaps = std::map<Index, Present>;

template <class F>
void for_each_value(Matrix& m, F&& f) {
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) f(i, j, m(i, j));
  }
}

template <class F>
void for_each_value(SparseMatrix& m, F&& f) {
  for (std::size_t i = 0; i + 1 < m.starts.size(); ++i) {
    for (auto at = static_cast<std::size_t>(m.starts[i]); at < static_cast<std::size_t>(m.starts[i + 1]);
         ++at)
      f(static_cast<Index>(i), Index{m.column_of[at]}, m.values[at]);
  }
}

/// Says what is wrong with the value there.
[[noreturn]] void refuse_value(const Dataset& dataset, Index row, Index column, const std::string& name,
                               const std::string& wrong) {
  const std::string id = dataset.ids.empty() ? "" : " (id '" + dataset.id(row) + "')";
  throw InvalidInput(fmt::format("{}: row {}{}, {} (counted from 1) is {}", name, row + 1, id,
                                 column_name(dataset.features, column), wrong),
                     {.file = name, .row = row + 1, .column = plain_column_name(dataset.features, column)});
}

/// The columns that have gaps, still without their sums.
template <class Values>
Gaps find_gaps(Values& values, const Dataset& dataset, Missing missing, const std::string& name) {
  Gaps gaps;
  for_each_value(values, [&](Index row, Index column, double value) {
    if (std::isfinite(value)) return;
    if (!std::isnan(value))
      refuse_value(dataset, row, column, name, "infinite (correct it, or drop the row)");
    if (missing == Missing::error)
      refuse_value(dataset, row, column, name,
                   fmt::format("NaN (use {} or {})", remedy("missing", "mean"), remedy("missing", "drop")));
    ++gaps[column].missing;
  });
  return gaps;
}

void drop_zeros(Matrix&) {}

/// A mean may be zero, which a sparse matrix does not store.
void drop_zeros(SparseMatrix& m) {
  std::size_t kept = 0;
  std::int64_t begin = 0;
  for (std::size_t i = 0; i + 1 < m.starts.size(); ++i) {
    const auto end = m.starts[i + 1];
    for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end); ++at) {
      if (m.values[at] == 0.0) continue;
      m.column_of[kept] = m.column_of[at];
      m.values[kept++] = m.values[at];
    }
    m.starts[i + 1] = static_cast<std::int64_t>(kept);
    begin = end;
  }
  m.column_of.resize(kept);
  m.values.resize(kept);
}

template <class Values>
void fill_with_means(Values& values, Gaps gaps, Dataset& dataset, const std::string& name) {
  for_each_value(values, [&](Index, Index column, double value) {
    const auto gap = gaps.find(column);
    if (gap != gaps.end() && !std::isnan(value)) gap->second.sum += value;
  });
  Index filled = 0;
  const Index rows = dataset.items();
  for (const auto& [column, present] : gaps) {
    require(present.missing < rows, "{}: {} has no value in any row (remove the column)", name,
            column_name(dataset.features, column));
    filled += present.missing;
  }
  for_each_value(values, [&](Index, Index column, double& value) {
    if (!std::isnan(value)) return;
    const auto& present = gaps.at(column);
    value = static_cast<double>(present.sum / static_cast<long double>(rows - present.missing));
  });
  drop_zeros(values);
  dataset.notes.push_back(fmt::format("{}: {} missing {} in {} {} replaced by the column's mean", name,
                                      filled, filled == 1 ? "value" : "values", gaps.size(),
                                      gaps.size() == 1 ? "column" : "columns"));
}

std::vector<bool> complete_rows(const SparseMatrix& m) {
  std::vector<bool> complete(m.starts.size() - 1, true);
  for_each_value(const_cast<SparseMatrix&>(m), [&](Index row, Index, double value) {
    if (std::isnan(value)) complete[static_cast<std::size_t>(row)] = false;
  });
  return complete;
}

std::vector<bool> complete_rows(const Matrix& m) {
  std::vector<bool> complete(static_cast<std::size_t>(m.rows()));
  for (Index i = 0; i < m.rows(); ++i) complete[static_cast<std::size_t>(i)] = !m.row(i).hasNaN();
  return complete;
}

void keep_rows(Matrix& m, const std::vector<bool>& keep) {
  Index kept = 0;
  for (Index i = 0; i < m.rows(); ++i) {
    if (keep[static_cast<std::size_t>(i)]) m.row(kept++) = m.row(i);
  }
  m.conservativeResize(kept, m.cols());
}

void keep_rows(SparseMatrix& m, const std::vector<bool>& keep) {
  std::size_t rows = 0;
  std::size_t stored = 0;
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const auto end = m.starts[i + 1];
    for (auto at = static_cast<std::size_t>(begin); keep[i] && at < static_cast<std::size_t>(end); ++at) {
      m.column_of[stored] = m.column_of[at];
      m.values[stored++] = m.values[at];
    }
    if (keep[i]) m.starts[++rows] = static_cast<std::int64_t>(stored);
    begin = end;
  }
  m.starts.resize(rows + 1);
  m.column_of.resize(stored);
  m.values.resize(stored);
}

void keep_rows(std::vector<std::string>& words, const std::vector<bool>& keep) {
  if (words.empty()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    if (kept != i) words[kept] = std::move(words[i]);
    ++kept;
  }
  words.resize(kept);
}

void drop_incomplete(Dataset& dataset, const std::string& name) {
  const Index before = dataset.items();
  const auto keep = std::visit([](const auto& values) { return complete_rows(values); }, dataset.values);
  std::visit([&](auto& values) { keep_rows(values, keep); }, dataset.values);
  keep_rows(dataset.ids, keep);
  keep_rows(dataset.labels, keep);
  note_dropped(dataset, before - dataset.items(), name);
}

}  // namespace

void settle_missing(Dataset& dataset, Missing missing, const std::string& name) {
  const auto settle = [&](auto& values) {
    auto gaps = find_gaps(values, dataset, missing, name);
    if (!gaps.empty() && missing == Missing::mean) fill_with_means(values, std::move(gaps), dataset, name);
    return !gaps.empty() && missing == Missing::drop;
  };
  if (std::visit(settle, dataset.values)) drop_incomplete(dataset, name);
}

void note_dropped(Dataset& dataset, Index dropped, const std::string& name) {
  if (dropped == 0) return;
  require(dataset.items() > 0, "{}: every row has a missing value (use {})", name, remedy("missing", "mean"));
  dataset.notes.push_back(fmt::format("{}: {} with missing values dropped", name,
                                      dropped == 1 ? "1 row" : fmt::format("{} rows", dropped)));
}

}  // namespace bellwether
