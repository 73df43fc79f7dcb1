#include <bellwether/collections/stretched.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

// The paper prints no numbers. Neighbours are ten deviations apart along x; the modes are four times as far
// apart as neighbours, so that parting items by y saves more squared error than parting them by x.
constexpr int all = 6;
constexpr double step = 4;         // between neighbours, along x
constexpr double half_height = 8;  // the modes are at y = +8 and y = -8
constexpr double spread_x = 0.4;
constexpr double spread_y = 1.5;

struct Range {
  int first = 0;
  int count = 0;
};

Range chosen(const StretchedOptions& options) {
  const int first = options.part == StretchedPart::known_clusters ? 3 : 0;
  const int usual = options.part == StretchedPart::all_clusters ? all : all / 2;
  const int count = options.clusters > 0 ? options.clusters : usual;
  require<InvalidOption>(
      first + count <= all,
      "data:stretched has {} clusters from c{} on, but {} are asked for: ask for fewer, or for "
      "part=all",
      all - first, first + 1, count);
  return {first, count};
}

}  // namespace

Dataset stretched(const StretchedOptions& options) {
  check_options(options, "data:stretched");
  const auto [first, count] = chosen(options);
  const Index items = Index{count} * options.items_per_cluster;
  Matrix values(items, 2);
  Dataset made{.features = {"x", "y"}, .labels = std::vector<std::string>(static_cast<std::size_t>(items))};
  for (int c = 0; c < count; ++c) {
    const int cluster = first + c;
    Random random = Random(options.random_seed).split(static_cast<std::uint64_t>(cluster));
    for (Index n = 0; n < options.items_per_cluster; ++n) {
      const Index i = n * count + c;
      values(i, 0) = step * (cluster + 1) + spread_x * random.normal();
      values(i, 1) = (n % 2 == 0 ? half_height : -half_height) + spread_y * random.normal();
      made.labels[i] = fmt::format("c{}", cluster + 1);
    }
  }
  made.values = std::move(values);
  return made;
}

}  // namespace bellwether
