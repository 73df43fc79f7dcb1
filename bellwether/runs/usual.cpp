#include <bellwether/runs/usual.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/attempt.h>
#include <bellwether/runs/halves.h>
#include <bellwether/runs/k_sample.h>
#include <bellwether/scores/agreement.h>

namespace bellwether {
namespace {

constexpr Index most_tried = 3000;  ///< that are tried

Material sample_of(const Material& material, Index most) {
  if (material.items.items() <= most) return material;
  Material some = material;
  some.items = take_items(material.items, evenly(material.items.items(), most));
  return some;
}

std::vector<int> clusters_of(const Material& material, const Way& way, const Run& run) {
  const Evidence nothing;
  return attempt({material, nothing, way.wishes}, {.for_check = true}, nullptr, run).labels();
}

double agreement(const std::pair<Material, Material>& halves, const Way& way, const Run& run) {
  try {
    return adjusted_rand_index(
        cross_tabulate(clusters_of(halves.first, way, run), clusters_of(halves.second, way, run)));
  } catch (const Error&) {
    return -1;  // halves of the values leave nothing to cluster in this way, or too few dimensions
  }
}

std::string reason_for(const std::vector<Usual::Tried>& tried, std::size_t best) {
  std::string others;
  for (std::size_t t = 0; t < tried.size(); ++t)
    if (t != best)
      others += fmt::format("{}{} {:.2f}", others.empty() ? "" : "; ", tried[t].words, tried[t].agreement);
  const bool highest =
      best == first_best(Goal::maximise, tried, [](const auto& one) { return one.agreement; });
  return fmt::format("groups in two halves of the values agree {}, {:.2f}; {}",
                     highest ? "best" : "well, and counts are usually measured so", tried[best].agreement,
                     others);
}

}  // namespace

Usual choose_usual(const Material& material, const Wishes& wishes, const Run& run) {
  const std::vector<Way> ways = usual_ways(material, wishes);
  if (ways.size() == 1) return {.way = ways.front()};
  const Material sample = sample_of(material, most_tried);
  const Random random(wishes.random_seed);
  const int cuts = sample.items.items() >= many_items_for_halves ? 1 : cuts_of_few_items;
  Usual usual;
  for (const Way& way : ways) usual.tried.push_back({.words = way.words});
  for (int c = 0; c < cuts; ++c) {
    const auto halves = halves_of(sample, random.split(static_cast<std::uint64_t>(c) + 1));
    for (std::size_t w = 0; w < ways.size(); ++w)
      usual.tried[w].agreement += agreement(halves, ways[w], run) / cuts;
    if (run.stop.stop_requested())
      return {.way = ways.front(), .reason = "interrupted before others were tried"};
  }
  std::vector<double> promise;
  for (std::size_t w = 0; w < ways.size(); ++w)
    promise.push_back(usual.tried[w].agreement + ways[w].expected);
  const std::size_t best = first_best(Goal::maximise, promise);
  usual.way = ways[best];
  usual.reason = reason_for(usual.tried, best);
  return usual;
}

}  // namespace bellwether
