#include <bellwether/collections/rings.h>

#include <cmath>
#include <numbers>

#include <bellwether/collections/limits.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/random.h>

namespace bellwether {

Dataset rings(const RingsOptions& options) {
  check_options(options, "data:rings");
  check_sizes("data:rings", options.items, options.rings, Index{2} * options.items);
  Random random(options.random_seed);
  Matrix items(options.items, 2);
  Dataset made{.features = {"x", "y"}};
  made.labels.reserve(static_cast<std::size_t>(options.items));
  for (Index i = 0; i < items.rows(); ++i) {
    const Index ring = i % options.rings + 1;
    const auto radius = static_cast<double>(ring);
    const double angle = 2 * std::numbers::pi * random.uniform();
    items(i, 0) = radius * std::cos(angle) + options.noise * random.normal();
    items(i, 1) = radius * std::sin(angle) + options.noise * random.normal();
    made.labels.push_back(fmt::format("ring{}", ring));
  }
  made.values = std::move(items);
  return made;
}

}  // namespace bellwether
