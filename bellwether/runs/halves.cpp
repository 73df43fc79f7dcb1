#include <bellwether/runs/halves.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <bellwether/runs/other_data.h>

namespace bellwether {
namespace {

Material with_values(const Material& material, SparseMatrix values) {
  Material half = material;
  half.items = {.values = std::move(values), .features = material.items.features};
  half.zeros_allowed = true;
  return half;
}

Material with_columns(const Material& material, std::vector<Index> columns) {
  std::ranges::sort(columns);
  const Matrix& all = std::get<Matrix>(material.items.values);
  Matrix some(all.rows(), static_cast<Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) some.col(static_cast<Index>(j)) = all.col(columns[j]);
  Material half = material;
  half.items = {.values = std::move(some)};
  half.columns.clear();
  half.zeros_allowed = true;
  return half;
}

}  // namespace

std::pair<Material, Material> halves_of(const Material& material, Random random) {
  if (material.items.sparse()) {
    const auto half = [&](bool first) {
      return some_of(material.items.rows(),
                     [&, draws = random]() mutable { return (draws.bits() % 2 == 0) == first; });
    };
    return {with_values(material, half(true)), with_values(material, half(false))};
  }
  std::vector<Index> columns(static_cast<std::size_t>(material.items.rows().columns()));
  std::iota(columns.begin(), columns.end(), Index{0});
  random.shuffle(columns);
  const auto middle = columns.begin() + std::ssize(columns) / 2;
  return {with_columns(material, {columns.begin(), middle}), with_columns(material, {middle, columns.end()})};
}

}  // namespace bellwether
