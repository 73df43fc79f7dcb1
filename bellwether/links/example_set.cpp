#include <bellwether/links/example_set.h>

namespace bellwether {
namespace {

Matrix rows_at(const DenseRows& rows, const std::vector<Index>& chosen) {
  Matrix taken(std::ssize(chosen), rows.columns);
  for (Index i = 0; i < taken.rows(); ++i) taken.row(i) = rows.matrix().row(chosen[i]);
  return taken;
}

SparseMatrix rows_at(const SparseRows& rows, const std::vector<Index>& chosen) {
  SparseMatrix taken{.columns = rows.columns};
  for (const Index i : chosen) {
    const SparseRow row = rows.row(i);
    taken.column_of.insert(taken.column_of.end(), row.columns.begin(), row.columns.end());
    taken.values.insert(taken.values.end(), row.values.begin(), row.values.end());
    taken.starts.push_back(static_cast<std::int64_t>(taken.values.size()));
  }
  return taken;
}

}  // namespace

ExampleSet examples_at(const Examples& all, const std::vector<Index>& chosen) {
  ExampleSet set;
  all.rows.visit([&](const auto& rows) { set.rows = rows_at(rows, chosen); });
  for (const Index i : chosen) {
    set.classes.push_back(all.classes[i]);
    set.weights.push_back(all.weights[i]);
  }
  return set;
}

}  // namespace bellwether
