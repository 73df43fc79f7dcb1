#include <bellwether/data/take.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

Matrix take(const Matrix& values, const std::vector<Index>& rows) {
  Matrix taken(static_cast<Index>(rows.size()), values.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) taken.row(static_cast<Index>(i)) = values.row(rows[i]);
  return taken;
}

SparseMatrix take(const SparseMatrix& values, const std::vector<Index>& rows) {
  SparseMatrix taken{.columns = values.columns};
  for (const Index row : rows) {
    const auto begin = values.starts[static_cast<std::size_t>(row)];
    const auto end = values.starts[static_cast<std::size_t>(row) + 1];
    taken.column_of.insert(taken.column_of.end(), values.column_of.begin() + begin,
                           values.column_of.begin() + end);
    taken.values.insert(taken.values.end(), values.values.begin() + begin, values.values.begin() + end);
    taken.starts.push_back(static_cast<std::int64_t>(taken.values.size()));
  }
  return taken;
}

std::vector<std::string> take(const std::vector<std::string>& words, const std::vector<Index>& rows) {
  std::vector<std::string> taken;
  if (words.empty()) return taken;
  for (const Index row : rows) taken.push_back(words[static_cast<std::size_t>(row)]);
  return taken;
}

void append_words(std::vector<std::string>& words, const std::vector<std::string>& more) {
  if (words.empty() || more.empty())
    words.clear();
  else
    words.insert(words.end(), more.begin(), more.end());
}

void require_same_features(const Dataset& items, const Dataset& more, const std::string& name) {
  require(items.rows().columns() == more.rows().columns(),
          "{} has {} features, but the items to be clustered have {}: both must be measured alike", name,
          more.rows().columns(), items.rows().columns());
  if (items.features.empty() || more.features.empty()) return;
  for (std::size_t j = 0; j < items.features.size(); ++j)
    require(
        items.features[j] == more.features[j],
        "feature {} of {} is '{}', but that of the items to be clustered is '{}': both must have the same "
        "features in the same order",
        j + 1, name, more.features[j], items.features[j]);
}

}  // namespace

Dataset take_items(const Dataset& items, const std::vector<Index>& rows) {
  Dataset taken{.ids = take(items.ids, rows),
                .features = items.features,
                .labels = take(items.labels, rows),
                .notes = items.notes};
  if (items.ids.empty())
    for (const Index row : rows) taken.ids.push_back(std::to_string(row));
  std::visit([&](const auto& values) { taken.values = take(values, rows); }, items.values);
  return taken;
}

void append_items(Dataset& items, const Dataset& more, const std::string& name) {
  require_same_features(items, more, name);
  if (items.sparse() && more.sparse()) {
    auto& values = std::get<SparseMatrix>(items.values);
    const SparseMatrix& added = std::get<SparseMatrix>(more.values);
    const auto before = static_cast<std::int64_t>(values.values.size());
    values.column_of.insert(values.column_of.end(), added.column_of.begin(), added.column_of.end());
    values.values.insert(values.values.end(), added.values.begin(), added.values.end());
    for (std::size_t i = 1; i < added.starts.size(); ++i) values.starts.push_back(before + added.starts[i]);
  } else {
    Dataset dense{.values = more.values};
    make_dense(dense);
    make_dense(items);
    auto& values = std::get<Matrix>(items.values);
    const Index before = values.rows();
    values.conservativeResize(before + dense.items(), Eigen::NoChange);
    values.bottomRows(dense.items()) = std::get<Matrix>(dense.values);
  }
  append_words(items.ids, more.ids);
  append_words(items.labels, more.labels);
  if (items.features.empty()) items.features = more.features;
  items.notes.insert(items.notes.end(), more.notes.begin(), more.notes.end());
}

Dataset copy_of(const Rows& rows) {
  Dataset copy;
  rows.visit([&](const auto& values) {
    if constexpr (requires { values.starts; }) {
      SparseMatrix own{.columns = values.columns};
      own.starts.assign(values.starts, values.starts + values.rows + 1);
      const std::int64_t first = own.starts.front();
      for (std::int64_t& start : own.starts) start -= first;
      own.column_of.assign(values.column_of + first, values.column_of + first + values.stored());
      own.values.assign(values.values + first, values.values + first + values.stored());
      copy.values = std::move(own);
    } else {
      copy.values = Matrix(values.matrix());
    }
  });
  return copy;
}

void make_dense(Dataset& items) {
  if (!items.sparse()) return;
  const SparseMatrix& sparse = std::get<SparseMatrix>(items.values);
  Matrix dense = Matrix::Zero(sparse.rows(), sparse.columns);
  for (Index i = 0; i < sparse.rows(); ++i)
    for (auto at = sparse.starts[static_cast<std::size_t>(i)];
         at < sparse.starts[static_cast<std::size_t>(i + 1)]; ++at)
      dense(i, sparse.column_of[static_cast<std::size_t>(at)]) = sparse.values[static_cast<std::size_t>(at)];
  items.values = std::move(dense);
}

}  // namespace bellwether
