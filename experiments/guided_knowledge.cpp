#include <experiments/guided_knowledge.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/links/union_find.h>

namespace bellwether::experiments {
namespace {

std::vector<std::size_t> shuffled(std::size_t count, const Random& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random(random).shuffle(order);
  return order;
}

/// At least one.
std::size_t share_of(double share, std::size_t count) {
  return static_cast<std::size_t>(std::max(1LL, std::llround(share * static_cast<double>(count))));
}

/// Which classes come first, if chance orders them.
std::vector<bool> first_classes(int classes, int count, const Random& random) {
  std::vector<bool> first(static_cast<std::size_t>(classes));
  const auto order = shuffled(first.size(), random);
  for (int k = 0; k < count; ++k) first[order[static_cast<std::size_t>(k)]] = true;
  return first;
}

Link draw_pair(std::span<const int> truth, bool together, bool any, Random& random) {
  const auto item = [&] { return static_cast<Index>(random.below(static_cast<std::int64_t>(truth.size()))); };
  while (true) {
    const Index a = item(), b = item();
    if (a == b) continue;
    const bool same = truth[static_cast<std::size_t>(a)] == truth[static_cast<std::size_t>(b)];
    if (any || same == together) return {a, b};
  }
}

bool contradicts(const Evidence& links, Index items) {
  UnionFind joined(items);
  for (const auto& [a, b] : links.must_link) joined.join(a, b);
  return std::ranges::any_of(links.cannot_link, [&](const Link& link) {
    return joined.root(link.first) == joined.root(link.second);
  });
}

}  // namespace

std::vector<int> draw_seeds(std::span<const int> truth, int classes, double share, const Untruth& untruth,
                            const Random& random) {
  const auto order = shuffled(truth.size(), random.split(0));
  const std::size_t count = share_of(share, truth.size());
  const std::size_t wrong = untruth.wrong > 0 ? share_of(untruth.wrong, count) : 0;
  Random draws = random.split(1);
  std::vector<int> seeds(truth.size(), unlabelled);
  for (std::size_t n = 0; n < count; ++n) {
    int& seed = seeds[order[n]];
    seed = truth[order[n]];
    if (n < wrong) seed = (seed + 1 + static_cast<int>(draws.below(classes - 1))) % classes;
    if (untruth.nonsense) seed = static_cast<int>(draws.below(classes));
  }
  return seeds;
}

std::vector<int> draw_seeds_of_half(std::span<const int> truth, int classes, double share,
                                    const Random& random) {
  const auto taken = first_classes(classes, std::max(1, classes / 2), random.split(2));
  std::vector<int> seeds = draw_seeds(truth, classes, share, {}, random);
  for (int& seed : seeds)
    if (seed != unlabelled && !taken[static_cast<std::size_t>(seed)]) seed = unlabelled;
  return seeds;
}

std::vector<int> draw_seeds_of_each(std::span<const int> truth, int classes, int count,
                                    const Random& random) {
  std::vector<int> left(static_cast<std::size_t>(classes));
  for (const int k : truth) ++left[static_cast<std::size_t>(k)];
  for (int& most : left) most = std::min(count, std::max(1, most / 2));
  std::vector<int> seeds(truth.size(), unlabelled);
  for (const std::size_t i : shuffled(truth.size(), random.split(0)))
    if (left[static_cast<std::size_t>(truth[i])]-- > 0) seeds[i] = truth[i];
  return seeds;
}

Evidence as_evidence(const std::vector<int>& seeds) {
  Evidence evidence{.seeds = std::vector<int>(seeds.size(), unlabelled)};
  std::vector<int> classes;  // in the order in which they occur
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    const auto found = std::ranges::find(classes, seeds[i]);
    evidence.seeds[i] = static_cast<int>(found - classes.begin());
    if (found == classes.end()) classes.push_back(seeds[i]);
  }
  for (const int k : classes) evidence.labels.push_back(fmt::format("{}", k));
  return evidence;
}

Evidence draw_links(std::span<const int> truth, int count, const Untruth& untruth, const Random& random) {
  constexpr std::uint64_t most_draws = 200;
  const int each = count / 2;
  const int wrong = static_cast<int>(std::lround(untruth.wrong * each));
  for (std::uint64_t draw = 0; draw < most_draws; ++draw) {
    Random draws = random.split(3).split(draw);
    Evidence links;
    for (int n = 0; n < each; ++n) {
      links.must_link.push_back(draw_pair(truth, n >= wrong, untruth.nonsense, draws));
      links.cannot_link.push_back(draw_pair(truth, n < wrong, untruth.nonsense, draws));
    }
    if (!contradicts(links, static_cast<Index>(truth.size()))) return links;
  }
  throw InvalidInput(fmt::format("{} draws of {} links contradicted themselves", most_draws, count));
}

KnownDraw draw_known(std::span<const int> truth, int classes, const Random& random) {
  const int others = std::max(2, (classes + 1) / 3);
  const auto to_find = first_classes(classes, others, random.split(4));
  KnownDraw draw;
  for (std::size_t i = 0; i < truth.size(); ++i)
    (to_find[static_cast<std::size_t>(truth[i])] ? draw.others : draw.known).push_back(static_cast<Index>(i));
  return draw;
}

AuxiliaryDraw draw_auxiliary(std::span<const int> truth, int classes, int each, const Random& random) {
  const auto to_find = first_classes(classes, (classes + 1) / 2, random.split(6));
  std::vector<int> left(static_cast<std::size_t>(classes), each);
  std::vector<bool> taken(truth.size());
  for (const std::size_t i : shuffled(truth.size(), random.split(7))) {
    const auto own = static_cast<std::size_t>(truth[i]);
    taken[i] = to_find[own] && left[own]-- > 0;
  }
  AuxiliaryDraw draw;
  for (std::size_t i = 0; i < truth.size(); ++i)
    (taken[i] ? draw.items : draw.others).push_back(static_cast<Index>(i));
  return draw;
}

}  // namespace bellwether::experiments
