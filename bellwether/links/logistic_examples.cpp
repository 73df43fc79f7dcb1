#include <bellwether/links/logistic_examples.h>

#include <algorithm>
#include <numeric>

#include <bellwether/engine/clustering.h>

namespace bellwether {
namespace {

/// Which items are examples, of what, and how much they weigh.
struct Choice {
  explicit Choice(Index items) : classes(items, unlabelled), weights(items, 0.0) {}

  void add(std::size_t item, int cluster, double weight) {
    classes[item] = cluster;
    weights[item] = weight;
  }
  ExampleSet of(const Rows& items) const {
    std::vector<Index> chosen;
    for (std::size_t i = 0; i < classes.size(); ++i)
      if (classes[i] != unlabelled) chosen.push_back(static_cast<Index>(i));
    return examples_at({items, classes, weights}, chosen);
  }

  std::vector<int> classes;
  std::vector<double> weights;
};

void add_seeds(Choice& choice, const SeededClusters& known, bool balanced) {
  for (std::size_t i = 0; i < known.seeds.size(); ++i) {
    const int seed = known.seeds[i];
    if (seed == unlabelled) continue;
    choice.add(i, seed, balanced ? known.share() / static_cast<double>(known.counts[seed]) : 1.0);
  }
}

void add_others(Choice& choice, const SeededClusters& known, std::span<const int> found, double others) {
  std::vector<Index> in_all(known.counts.size(), 0), seen(in_all);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (known.seeds[i] == unlabelled) ++in_all[found[i]];
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (known.seeds[i] != unlabelled) continue;
    const Index all = in_all[found[i]], some = std::min(all, most_others), number = seen[found[i]]++;
    if (number * some / all == (number + 1) * some / all) continue;
    const double together = (known.counts[found[i]] > 0 ? others : 1.0) * known.share();
    const double weight = std::min(1.0, together / static_cast<double>(some));
    if (weight > 0) choice.add(i, found[i], weight);
  }
}

}  // namespace

SeededClusters::SeededClusters(std::span<const int> labels, int clusters)
    : seeds(labels), counts(static_cast<std::size_t>(clusters), 0) {
  for (const int seed : seeds)
    if (seed != unlabelled) ++counts[seed];
}

bool SeededClusters::any() const {
  return std::ranges::any_of(counts, [](Index count) { return count > 0; });
}

bool SeededClusters::some_without() const {
  return std::ranges::count(counts, 0) > 0;
}

double SeededClusters::share() const {
  const auto seeded = std::ranges::count_if(counts, [](Index count) { return count > 0; });
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), Index{0})) /
         static_cast<double>(seeded);
}

ExampleSet examples_of(const Rows& items, const SeededClusters& known, std::span<const int> found,
                       double others, bool balanced) {
  Choice choice(items.rows());
  add_seeds(choice, known, balanced);
  if (!found.empty()) add_others(choice, known, found, others);
  return choice.of(items);
}

}  // namespace bellwether
