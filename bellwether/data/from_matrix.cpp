#include <bellwether/data/checks.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/from_matrix.h>
#include <bellwether/data/missing.h>

#include <charconv>
#include <cmath>

namespace bellwether {
namespace {

std::vector<std::string> column_text(const Matrix& values, Index column, const std::string& name) {
  std::vector<std::string> words;
  for (Index i = 0; i < values.rows(); ++i) {
    require(!std::isnan(values(i, column)),
            "{}: row {}, column {} (counted from 1) is NaN, which names nothing", name, i + 1, column + 1);
    words.push_back(number_text(values(i, column)));
  }
  return words;
}

Matrix feature_columns(Matrix values, const Columns& columns) {
  const Index features = columns.count(Role::feature);
  if (features == values.cols()) return values;
  Matrix kept(values.rows(), features);
  Index into = 0;
  for (Index column = 0; column < values.cols(); ++column) {
    if (columns.roles[static_cast<std::size_t>(column)] == Role::feature)
      kept.col(into++) = values.col(column);
  }
  return kept;
}

}  // namespace

Dataset from_matrix(Matrix values, const ReadOptions& options, const std::string& name,
                    std::vector<std::string> labels, std::vector<std::string> ids,
                    std::vector<std::string> features) {
  require(values.rows() > 0 && values.cols() > 0, "{}: a matrix of {} rows and {} columns holds no data",
          name, values.rows(), values.cols());
  const Columns columns = assign_roles(std::move(features), values.cols(), options, name);
  for (Index column = 0; column < values.cols(); ++column) {
    const auto role = columns.roles[static_cast<std::size_t>(column)];
    if (role == Role::label) labels = column_text(values, column, name);
    if (role == Role::id) ids = column_text(values, column, name);
  }
  Dataset dataset{feature_columns(std::move(values), columns), std::move(ids), columns.feature_names(),
                  std::move(labels), columns.notes};
  require_ids_unique(dataset);
  settle_missing(dataset, options.missing, name);
  return dataset;
}

std::string number_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

}  // namespace bellwether
