#include <bellwether/links/apart_graph.h>

#include <algorithm>

namespace bellwether {
namespace {

/// All free groups that links connect with `first`, in rising order; marks them.
std::vector<int> connected_with(int first, const Groups& groups, std::vector<bool>& seen) {
  std::vector<int> reached{first};
  seen[first] = true;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (const int other : groups.apart_from(reached[next])) {
      if (seen[other] || !groups.is_free(other)) continue;
      seen[other] = true;
      reached.push_back(other);
    }
  std::ranges::sort(reached);
  return reached;
}

/// `number` is room for the number of each group inside its subgraph.
Subgraph subgraph_of(std::vector<int> members, const Groups& groups, std::vector<int>& number) {
  Subgraph s;
  s.neighbour_starts = s.closed_starts = {0};
  for (std::size_t v = 0; v < members.size(); ++v) number[members[v]] = static_cast<int>(v);
  for (const int group : members) {
    for (const int other : groups.apart_from(group)) {
      if (groups.is_free(other))
        s.neighbours.push_back(number[other]);
      else
        s.closed.push_back(groups.cluster[other]);
    }
    const auto here = s.closed.begin() + s.closed_starts.back();
    std::sort(here, s.closed.end());
    s.closed.erase(std::unique(here, s.closed.end()), s.closed.end());
    s.neighbour_starts.push_back(static_cast<int>(s.neighbours.size()));
    s.closed_starts.push_back(static_cast<int>(s.closed.size()));
  }
  s.groups = std::move(members);
  return s;
}

}  // namespace

std::vector<Subgraph> subgraphs_of(const Groups& groups) {
  std::vector<Subgraph> subgraphs;
  if (!groups.any_apart()) return subgraphs;
  std::vector<bool> seen(static_cast<std::size_t>(groups.count), false);
  std::vector<int> number(static_cast<std::size_t>(groups.count), 0);
  for (int g = 0; g < groups.count; ++g) {
    if (seen[g] || !groups.is_free(g) || groups.apart_from(g).empty()) continue;
    subgraphs.push_back(subgraph_of(connected_with(g, groups, seen), groups, number));
  }
  return subgraphs;
}

bool keeps_apart(const Subgraph& s, std::span<const int> clusters) {
  for (int v = 0; v < s.size(); ++v) {
    for (const int u : s.neighbours_of(v))
      if (u > v && clusters[u] == clusters[v]) return false;
    for (const int k : s.closed_to(v))
      if (clusters[v] == k) return false;
  }
  return true;
}

}  // namespace bellwether
