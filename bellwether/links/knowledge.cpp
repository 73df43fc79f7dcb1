#include <bellwether/links/knowledge.h>

#include <cmath>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

void require_items(const std::vector<Link>& links, const char* kind, Index items) {
  for (const auto& [first, second] : links)
    for (const Index item : {first, second})
      require(item >= 0 && item < items, "a {}-link names item {}, but items are 0 to {}", kind, item,
              items - 1);
}

void require_weights(const std::vector<double>& weights, std::size_t links, const char* kind) {
  require(weights.empty() || weights.size() == links, "there are {} weights for {} {}-links", weights.size(),
          links, kind);
  for (std::size_t i = 0; i < weights.size(); ++i)
    require(weights[i] > 0 && std::isfinite(weights[i]),
            "the weight of {}-link {} is {}, but must be a number above 0", kind, i, weights[i]);
}

}  // namespace

std::string Knowledge::item(Index number) const {
  return name_item ? name_item(number) : fmt::format("item {}", number);
}

std::string Knowledge::cluster(int number) const {
  return name_cluster ? name_cluster(number) : fmt::format("cluster {}", number);
}

std::vector<bool> covered_items(const Knowledge& knowledge, Index items) {
  std::vector<bool> covered(static_cast<std::size_t>(items), false);
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i) covered[i] = knowledge.seeds[i] != unlabelled;
  for (const auto* links : {&knowledge.must_link, &knowledge.cannot_link})
    for (const auto& [first, second] : *links) covered[first] = covered[second] = true;
  return covered;
}

void require_possible(const Knowledge& knowledge, Index items, int clusters) {
  require(knowledge.seeds.empty() || static_cast<Index>(knowledge.seeds.size()) == items,
          "there are {} seeds for {} items: give one for each, {} where nothing is known",
          knowledge.seeds.size(), items, unlabelled);
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i) {
    const int seed = knowledge.seeds[i];
    require(seed >= unlabelled && seed < clusters,
            "{} is seeded with cluster {}, but clusters are 0 to {}: ask for more, or renumber",
            knowledge.item(static_cast<Index>(i)), seed, clusters - 1);
  }
  require_items(knowledge.must_link, "must", items);
  require_items(knowledge.cannot_link, "cannot", items);
  require_weights(knowledge.must_weights, knowledge.must_link.size(), "must");
  require_weights(knowledge.cannot_weights, knowledge.cannot_link.size(), "cannot");
  for (const auto& [first, second] : knowledge.cannot_link)
    require(first != second, "a cannot-link names {} twice: nothing can be apart from itself",
            knowledge.item(first));
}

LinkReport report_links(const Knowledge& knowledge, const std::vector<int>& labels) {
  LinkReport report;
  const auto together = [&](const Link& link) { return labels[link.first] == labels[link.second]; };
  for (const Link& link : knowledge.must_link) {
    if (together(link))
      ++report.must_held;
    else
      report.must_broken.push_back(link);
  }
  for (const Link& link : knowledge.cannot_link) {
    if (!together(link))
      ++report.cannot_held;
    else
      report.cannot_broken.push_back(link);
  }
  return report;
}

}  // namespace bellwether
