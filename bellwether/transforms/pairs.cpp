#include <bellwether/transforms/pairs.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using Members = std::vector<std::vector<Index>>;

/// The items of each label, labels in rising order.
Members members_of(std::span<const int> labels) {
  std::map<int, std::vector<Index>> found;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] != unlabelled) found[labels[i]].push_back(static_cast<Index>(i));
  Members classes;
  for (auto& [label, items] : found) classes.push_back(std::move(items));
  return classes;
}

double pairs_within(const std::vector<Index>& items) {
  const auto n = static_cast<double>(items.size());
  return n * (n - 1) / 2;
}

std::vector<Link> all_pairs(std::span<const int> labels, bool similar) {
  std::vector<Link> pairs;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = i + 1; j < labels.size(); ++j)
      if (labels[i] != unlabelled && labels[j] != unlabelled && (labels[i] == labels[j]) == similar)
        pairs.emplace_back(static_cast<Index>(i), static_cast<Index>(j));
  return pairs;
}

/// Draws until there are `most` different ones, of at least twice as many.
template <class Draw>
std::vector<Link> draw_different(Index most, const Draw& draw) {
  std::set<Link> seen;
  std::vector<Link> pairs;
  while (static_cast<Index>(pairs.size()) < most) {
    Link pair = draw();
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
    if (seen.insert(pair).second) pairs.push_back(pair);
  }
  return pairs;
}

/// A class by how many pairs it has, and two different ones of its items.
std::vector<Link> draw_similar(const Members& classes, Index most, Random random) {
  std::vector<double> weights;
  for (const auto& items : classes) weights.push_back(pairs_within(items));
  return draw_different(most, [&] {
    const auto& items = classes[static_cast<std::size_t>(random.weighted(weights))];
    const auto count = static_cast<std::int64_t>(items.size());
    const std::int64_t one = random.below(count), after = 1 + random.below(count - 1);
    return Link{items[static_cast<std::size_t>(one)], items[static_cast<std::size_t>((one + after) % count)]};
  });
}

/// A class by how many dissimilar pairs its items have, another by its size, and an item of each.
std::vector<Link> draw_dissimilar(const Members& classes, Index most, Random random) {
  std::vector<double> sizes, weights;
  for (const auto& items : classes) sizes.push_back(static_cast<double>(items.size()));
  const double all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  for (const double size : sizes) weights.push_back(size * (all - size));
  return draw_different(most, [&] {
    const auto first = static_cast<std::size_t>(random.weighted(weights));
    std::vector<double> others = sizes;
    others[first] = 0;
    const auto second = static_cast<std::size_t>(random.weighted(others));
    const auto any = [&](const std::vector<Index>& items) {
      return items[static_cast<std::size_t>(random.below(static_cast<Index>(items.size())))];
    };
    const Index one = any(classes[first]);
    return Link{one, any(classes[second])};
  });
}

}  // namespace

LabelledPairs pairs_from_labels(std::span<const int> labels, Index most, std::uint64_t random_seed) {
  require<InvalidOption>(most >= 1, "{} pairs were asked for: ask for 1 or more", most);
  const Members classes = members_of(labels);
  double similar = 0, items = 0;
  for (const auto& members : classes) {
    similar += pairs_within(members);
    items += static_cast<double>(members.size());
  }
  const double dissimilar = items * (items - 1) / 2 - similar, many = 2.0 * static_cast<double>(most);
  const Random random(random_seed);
  const auto some_of = [&](std::vector<Link> all, std::uint64_t stream) {
    if (static_cast<Index>(all.size()) <= most) return all;
    Random(random).split(stream).shuffle(all);
    all.resize(static_cast<std::size_t>(most));
    return all;
  };
  return {
      similar >= many ? draw_similar(classes, most, random.split(0)) : some_of(all_pairs(labels, true), 1),
      dissimilar >= many ? draw_dissimilar(classes, most, random.split(2))
                         : some_of(all_pairs(labels, false), 3)};
}

LabelledPairs pairs_of(const Knowledge& knowledge, Index most, std::uint64_t random_seed) {
  LabelledPairs pairs = pairs_from_labels(knowledge.seeds, most, random_seed);
  pairs.similar.insert(pairs.similar.end(), knowledge.must_link.begin(), knowledge.must_link.end());
  pairs.dissimilar.insert(pairs.dissimilar.end(), knowledge.cannot_link.begin(), knowledge.cannot_link.end());
  return pairs;
}

}  // namespace bellwether
