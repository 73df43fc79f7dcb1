#include <bellwether/links/groups.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/links/union_find.h>

namespace bellwether {
namespace {

/// The must-links as a graph, for the proof of a contradiction.
class MustLinks {
 public:
  explicit MustLinks(const Knowledge& knowledge, Index items) : knowledge_(knowledge), partners_(items) {
    for (const auto& [a, b] : knowledge.must_link) {
      partners_[a].push_back(b);
      partners_[b].push_back(a);
    }
  }

  /// The shortest chain of must-links: "'a' = 'b' = 'c'". Both ends are in one group.
  std::string chain(Index from, Index to) const {
    std::vector<Index> before(partners_.size(), -1);
    before[from] = from;
    std::deque<Index> reached{from};
    while (before[to] < 0) {
      const Index at = reached.front();
      reached.pop_front();
      for (const Index next : partners_[at]) {
        if (before[next] >= 0) continue;
        before[next] = at;
        reached.push_back(next);
      }
    }
    std::vector<Index> path{to};
    while (path.back() != from) path.push_back(before[path.back()]);
    return in_words({path.rbegin(), path.rend()});
  }

 private:
  std::string in_words(const std::vector<Index>& path) const {
    constexpr std::size_t shown = 4;  // at each end
    std::string words = knowledge_.item(path.front());
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (path.size() > 2 * shown + 1 && i == shown) {
        words += fmt::format(" = ({} more)", path.size() - 2 * shown);
        i = path.size() - shown;
      }
      words += fmt::format(" = {}", knowledge_.item(path[i]));
    }
    return words;
  }

  const Knowledge& knowledge_;
  std::vector<std::vector<Index>> partners_;
};

Groups joined(const Knowledge& knowledge, Index items) {
  UnionFind found(items);
  for (const auto& [a, b] : knowledge.must_link) found.join(a, b);
  Groups groups;
  groups.of.resize(static_cast<std::size_t>(items));
  for (Index i = 0; i < items; ++i) {
    const Index root = found.root(i);  // not after i, so it has its group by now
    groups.of[i] = root == i ? groups.count++ : groups.of[root];
  }
  groups.sizes.assign(static_cast<std::size_t>(groups.count), 0);
  for (const int group : groups.of) ++groups.sizes[group];
  return groups;
}

/// Each group's cluster is that of its seeds. Returns for each group an item whose seed gave it.
std::vector<Index> take_seeds(const Knowledge& knowledge, Groups& groups) {
  groups.cluster.assign(static_cast<std::size_t>(groups.count), unlabelled);
  std::vector<Index> witness(static_cast<std::size_t>(groups.count), -1);
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i) {
    const auto item = static_cast<Index>(i);
    const int seed = knowledge.seeds[i], group = groups.of[i];
    if (seed == unlabelled) continue;
    if (witness[group] < 0) {
      witness[group] = item;
      groups.cluster[group] = seed;
    } else if (groups.cluster[group] != seed) {
      const Index other = witness[group];
      throw InvalidInput(
          fmt::format("the seed of {} is {} and that of {} is {}, but must-links join them: {} (correct a "
                      "seed, or take out one of these links)",
                      knowledge.item(other), knowledge.cluster(groups.cluster[group]), knowledge.item(item),
                      knowledge.cluster(seed),
                      MustLinks(knowledge, static_cast<Index>(groups.of.size())).chain(other, item)));
    }
  }
  return witness;
}

void require_no_contradiction(const Knowledge& knowledge, const Groups& groups,
                              const std::vector<Index>& witness, const Link& cannot) {
  const auto& [a, b] = cannot;
  const int left = groups.of[a], right = groups.of[b];
  const auto items = static_cast<Index>(groups.of.size());
  if (left == right)
    throw InvalidInput(
        fmt::format("{} and {} have a cannot-link, but must-links join them: {} (take out one of these "
                    "links, or use pcc, which weighs links)",
                    knowledge.item(a), knowledge.item(b), MustLinks(knowledge, items).chain(a, b)));
  if (groups.cluster[left] == unlabelled || groups.cluster[left] != groups.cluster[right]) return;
  const MustLinks must(knowledge, items);
  throw InvalidInput(fmt::format(
      "{} and {} are both seeded with {}, but a cannot-link keeps them apart: {} | {} (correct a "
      "seed, or take out one of these links)",
      knowledge.item(witness[left]), knowledge.item(witness[right]), knowledge.cluster(groups.cluster[left]),
      must.chain(witness[left], a), must.chain(b, witness[right])));
}

/// Both directions of every cannot-link, as lists that rise and hold nothing twice.
void take_cannot_links(const Knowledge& knowledge, Groups& groups) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& [a, b] : knowledge.cannot_link) {
    pairs.emplace_back(groups.of[a], groups.of[b]);
    pairs.emplace_back(groups.of[b], groups.of[a]);
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  groups.apart_starts.assign(static_cast<std::size_t>(groups.count) + 1, 0);
  for (const auto& [from, to] : pairs) {
    ++groups.apart_starts[from + 1];
    groups.apart.push_back(to);
  }
  std::partial_sum(groups.apart_starts.begin(), groups.apart_starts.end(), groups.apart_starts.begin());
}

}  // namespace

Groups close_links(const Knowledge& knowledge, Index items, int clusters) {
  require_possible(knowledge, items, clusters);
  Groups groups = joined(knowledge, items);
  const std::vector<Index> witness = take_seeds(knowledge, groups);
  for (const Link& link : knowledge.cannot_link) require_no_contradiction(knowledge, groups, witness, link);
  take_cannot_links(knowledge, groups);
  return groups;
}

std::vector<int> classes_in(const Knowledge& knowledge, Index items) {
  const Groups groups = close_links({.must_link = knowledge.must_link}, items, 1);
  std::vector<int> of_group(static_cast<std::size_t>(groups.count), unlabelled);
  int next = 0;
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i) {
    if (knowledge.seeds[i] == unlabelled) continue;
    of_group[static_cast<std::size_t>(groups.of[i])] = knowledge.seeds[i];
    next = std::max(next, knowledge.seeds[i] + 1);
  }
  for (std::size_t g = 0; g < of_group.size(); ++g)
    if (of_group[g] == unlabelled && groups.sizes[g] > 1) of_group[g] = next++;
  std::vector<int> classes;
  for (const int group : groups.of) classes.push_back(of_group[static_cast<std::size_t>(group)]);
  return classes;
}

}  // namespace bellwether
