#include <bellwether/sources/direction.h>

#include <algorithm>
#include <set>

#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether {
namespace {

/// A few dozen labels held back agree with clusters of chance by some hundredths more or less.
constexpr double clear_gain = 0.1;

/// Every second label of each class goes to the second half.
std::pair<Pairs, Pairs> halves(Pairs labels) {
  std::ranges::stable_sort(labels, {}, &NamedPair::second);
  std::pair<Pairs, Pairs> parts;
  for (std::size_t i = 0; i < labels.size(); ++i)
    (i % 2 == 0 ? parts.first : parts.second).push_back(labels[i]);
  return parts;
}

bool has_two_classes(const Pairs& labels) {
  std::set<std::string_view> classes;
  for (const auto& pair : labels) classes.insert(pair.second);
  return classes.size() > 1;
}

/// Corrected for chance, because a few items agree with anything.
double agreement(const Dataset& items, const std::vector<int>& clusters, const Pairs& labels) {
  const ItemIds place(items);
  std::vector<int> found;
  std::vector<std::string> meant;
  for (const NamedPair& pair : labels) {
    const auto at = place.find(pair.first);
    if (!at) continue;
    found.push_back(clusters[*at]);
    meant.push_back(pair.second);
  }
  for (const auto& [name, value] : all_scores(found, encode(meant).codes))
    if (name == "adjusted_rand") return value;
  return 0;
}

/// Where the number of clusters is still to be chosen: as many as labels point to.
Wishes with_number(Wishes wishes, const Pairs& labels) {
  if (!wishes.choose_k) return wishes;
  std::set<std::string_view> classes;
  for (const auto& pair : labels) classes.insert(pair.second);
  wishes.clusters = std::max(static_cast<int>(classes.size()), 2);
  wishes.choose_k.reset();
  return wishes;
}

}  // namespace

FeatureArguments without_direction(FeatureArguments features) {
  features.select_for.clear();
  features.pointed.clear();
  std::erase_if(features.words,
                [](const auto& option) { return option.first == "vocabulary" || option.first == "select"; });
  return features;
}

DirectionCheck check_direction(const RunSources& sources, const Wishes& asked, const Run& run) {
  const Wishes wishes = with_number(asked, sources.features.pointed);
  const auto [first, second] = halves(pointed_by(sources.features, sources.items));
  DirectionCheck check;
  if (!has_two_classes(first) || !has_two_classes(second)) return check;
  check.possible = true;
  RunSources alone{.items = sources.items};
  const auto compare = [&](const FeatureArguments& asked, std::initializer_list<const Pairs*> held_back) {
    alone.features = asked;
    const GivenSources given = read_sources(alone, run);
    const Attempt found = attempt({given.material, given.evidence, wishes}, {}, nullptr, run);
    double sum = 0;
    for (const Pairs* labels : held_back) sum += agreement(given.material.items, found.labels(), *labels);
    return sum;
  };
  FeatureArguments half = sources.features;
  half.pointed = first;
  check.guided = compare(half, {&second}) / 2;
  half.pointed = second;
  check.guided += compare(half, {&first}) / 2;
  check.plain = compare(without_direction(sources.features), {&first, &second}) / 2;
  check.used = check.guided > check.plain + clear_gain;
  return check;
}

}  // namespace bellwether
