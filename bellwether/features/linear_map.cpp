#include <bellwether/features/linear_map.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/features/svd/products.h>

namespace bellwether {
namespace {

void weigh(const Vector& weights, Matrix& items, const Run& run) {
  const auto work = [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) items.row(i).array() *= weights.transpose().array();
  };
  for_each_block(items.rows(), work, run);
}

void weigh(const Vector& weights, SparseMatrix& items, const Run& run) {
  const auto work = [&](std::int64_t begin, std::int64_t end) {
    for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end); ++at)
      items.values[at] *= weights[items.column_of[at]];
  };
  for_each_block(static_cast<std::int64_t>(items.values.size()), work, run);
}

}  // namespace

Matrix mapped(const Rows& items, const Matrix& map, const Run& run) {
  // A thousand rows at a time, from the first: parts of the items, which begin at a multiple of that, are
  // mapped as they are in the whole.
  constexpr Index piece = 1024;
  svd::Block factor(map.rows(), map.cols());
  factor.view() = map;
  Matrix images(items.rows(), map.cols());
  const auto one = [&](int number) {
    const Index first = number * piece, count = std::min(piece, items.rows() - first);
    svd::Block result;
    svd::times(items.slice(first, count), factor, result);
    images.middleRows(first, count) = result.view();
  };
  on_threads(run.threads,
             [&] { for_each_parallel(static_cast<int>((items.rows() + piece - 1) / piece), one); });
  return images;
}

void apply(const LinearMap& map, Dataset& items, const Run& run) {
  require(items.rows().columns() == map.features(),
          "the items have {} features, but the map '{}' was learned on {}: learn one on features like these",
          items.rows().columns(), map.name, map.features());
  require_finite(items.rows());
  if (map.only_weights()) {
    std::visit([&](auto& values) { weigh(map.weights, values, run); }, items.values);
    return;
  }
  items.values = mapped(items.rows(), map.map, run);
  items.features.clear();
  for (Index d = 1; d <= map.dimensions(); ++d) items.features.push_back(fmt::format("{} {}", map.name, d));
}

StoredStep store(const LinearMap& map) {
  return {.kind = "map",
          .options = {{"learned_by", map.name}},
          .tables = {{"map", map.map}, {"weights", map.weights}}};
}

LinearMap restore_linear_map(const StoredStep& step) {
  require(step.kind == "map", "a stored step '{}' cannot be restored as a learned map", step.kind);
  require(step.options.size() == 1 && std::holds_alternative<std::string>(step.options[0].second) &&
              !std::get<std::string>(step.options[0].second).empty(),
          "a stored map does not say what learned it");
  const Matrix& weights = parameter(step.tables, "weights");
  const LinearMap restored{std::get<std::string>(step.options[0].second), parameter(step.tables, "map"),
                           weights.reshaped()};
  require((restored.map.size() > 0) != (weights.size() > 0) && (weights.size() == 0 || weights.cols() == 1),
          "the stored map '{}' is damaged: a table of {} x {} and one of {} x {} weights", restored.name,
          restored.map.rows(), restored.map.cols(), weights.rows(), weights.cols());
  require(restored.map.allFinite() && weights.allFinite(),
          "the stored map '{}' is damaged: it has missing or infinite numbers", restored.name);
  return restored;
}

}  // namespace bellwether
