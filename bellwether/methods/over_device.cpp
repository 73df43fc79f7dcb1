#include <bellwether/methods/over_device.h>

#include <bellwether/data/error.h>

namespace bellwether {

Outcome cluster_on_device(std::string_view name, DeviceItems& items, std::span<const int> seeds,
                          const Settings& settings, const Run& run) {
  const Method& method = find_method(name);
  require<InvalidOption>(method.resident,
                         "{} does not run on a GPU, where the items lie: copy them to the host first",
                         method.name);
  for (const auto& [option, value] : settings)
    require<InvalidOption>((option != "min_size" && option != "max_size") || value == Value(std::int64_t{0}),
                           "bounds on sizes do not run on a GPU, where the items lie: copy them to the host "
                           "first");
  Run there = run;
  there.held = &items;
  there.source = items.source();
  Outcome found = method.cluster({.knowledge = {.seeds = {seeds.begin(), seeds.end()}}}, settings, there);
  items.device().count_search();
  return found;
}

}  // namespace bellwether
