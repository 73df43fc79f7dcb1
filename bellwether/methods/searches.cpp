// The table, and how a method is found in it or chosen.

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include <bellwether/methods/row.h>

namespace bellwether {

const Matrix& table_of(const Parameters& parameters, std::string_view name, Index rows, Index columns) {
  const Matrix& table = parameter(parameters, name);
  require(table.rows() == rows && table.cols() == columns, "the model's '{}' is {} x {}, but must be {} x {}",
          name, table.rows(), table.cols(), rows, columns);
  return table;
}

const Matrix& centres_of(const Parameters& parameters, std::string_view name, const Rows& items) {
  const Index clusters = parameter(parameters, name).rows();
  require(clusters >= 1, "the model has no clusters");
  return table_of(parameters, name, clusters, items.columns());
}

const std::vector<Method>& searches() {
  static const std::vector<Method> table = [] {
    auto rows = mixture_rows();
    for (auto& row : link_rows()) rows.push_back(std::move(row));
    for (auto& row : guided_rows()) rows.push_back(std::move(row));
    for (auto& row : other_data_rows()) rows.push_back(std::move(row));
    for (auto& row : bottleneck_rows()) rows.push_back(std::move(row));
    return rows;
  }();
  return table;
}

int clusters_in(const Method& method, const Parameters& parameters) {
  require(!method.cluster_table.empty(), "{} has no model that could place new items", method.name);
  const Index clusters = parameter(parameters, method.cluster_table).rows();
  require(clusters >= 1 && clusters <= std::numeric_limits<int>::max(), "the model has {} clusters",
          clusters);
  return static_cast<int>(clusters);
}

Index features_in(const Method& method, const Parameters& parameters) {
  require(!method.cluster_table.empty(), "{} has no model that could place new items", method.name);
  return parameter(parameters, method.feature_table.empty() ? method.cluster_table : method.feature_table)
      .cols();
}

const Method& find_method(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& method : searches()) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  const auto near = nearest_name(name, names);
  throw InvalidOption(fmt::format("there is no method '{}'{}; the methods are: auto, {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

const Method& plain_twin(const Method& method) {
  return method.plain.empty() ? method : find_method(method.plain);
}

}  // namespace bellwether
