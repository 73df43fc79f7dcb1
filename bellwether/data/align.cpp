#include <bellwether/data/align.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>

namespace bellwether {
namespace {

constexpr std::int32_t nowhere = -1;

/// For each feature of `other` the column of the items that has its name.
std::vector<std::int32_t> places_of(const Dataset& other, const Dataset& items) {
  std::unordered_map<std::string_view, std::int32_t> place;
  for (std::size_t j = 0; j < items.features.size(); ++j)
    place.emplace(items.features[j], static_cast<std::int32_t>(j));
  std::vector<std::int32_t> places;
  for (const std::string& name : other.features) {
    const auto at = place.find(name);
    places.push_back(at == place.end() ? nowhere : at->second);
  }
  return places;
}

Matrix moved(const Matrix& values, const std::vector<std::int32_t>& places, Index columns) {
  Matrix result = Matrix::Zero(values.rows(), columns);
  for (std::size_t j = 0; j < places.size(); ++j)
    if (places[j] != nowhere) result.col(places[j]) = values.col(static_cast<Index>(j));
  return result;
}

SparseMatrix moved(const SparseMatrix& values, const std::vector<std::int32_t>& places, Index columns) {
  SparseMatrix result{.columns = columns};
  std::vector<std::pair<std::int32_t, double>> row;
  for (Index i = 0; i < values.rows(); ++i) {
    row.clear();
    for (auto at = values.starts[i]; at < values.starts[i + 1]; ++at)
      if (const auto place = places[values.column_of[at]]; place != nowhere)
        row.emplace_back(place, values.values[at]);
    std::ranges::sort(row);
    for (const auto& [column, value] : row) {
      result.column_of.push_back(column);
      result.values.push_back(value);
    }
    result.starts.push_back(static_cast<std::int64_t>(result.values.size()));
  }
  return result;
}

std::vector<double> sums_of_columns(const Rows& items) {
  std::vector<double> sums(static_cast<std::size_t>(items.columns()), 0.0);
  for_each_value(items,
                 [&](Index, Index j, double value) { sums[static_cast<std::size_t>(j)] += std::abs(value); });
  return sums;
}

}  // namespace

Overlap align_features(Dataset& other, const Dataset& items, const std::string& name) {
  const auto with_values = [](const std::vector<double>& sums) {
    return static_cast<Index>(std::ranges::count_if(sums, [](double sum) { return sum > 0; }));
  };
  const Index columns = items.rows().columns(), other_columns = other.rows().columns();
  Overlap overlap{.by_name = !other.features.empty() && !items.features.empty(),
                  .other = with_values(sums_of_columns(other.rows()))};
  if (overlap.by_name && other.features != items.features) {
    const auto places = places_of(other, items);
    if (auto* dense = std::get_if<Matrix>(&other.values))
      *dense = moved(*dense, places, columns);
    else
      other.values = moved(std::get<SparseMatrix>(other.values), places, columns);
    other.features = items.features;
  }
  require(other.rows().columns() == columns,
          "{} has {} features, but the items have {}, and without names on both sides nobody can say which "
          "belong together: name the columns of both",
          name, other_columns, columns);
  const auto here = sums_of_columns(items.rows()), there = sums_of_columns(other.rows());
  overlap.features = with_values(here);
  double all = 0, shared = 0;
  for (std::size_t j = 0; j < here.size(); ++j) {
    all += here[j];
    if (here[j] == 0 || there[j] == 0) continue;
    ++overlap.shared;
    shared += here[j];
  }
  overlap.covered = all > 0 ? shared / all : 0;
  return overlap;
}

}  // namespace bellwether
