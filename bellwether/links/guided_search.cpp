#include <bellwether/links/guided_search.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/links/cheapest.h>
#include <bellwether/links/colouring.h>
#include <bellwether/links/repair.h>

namespace bellwether {
namespace {

constexpr int most_for_proof = 64;  ///< groups of a subgraph that branch and bound is tried on

/// Each group in its turn to the cheapest cluster where it meets the fewest that it must be apart from: none,
/// if there is such a cluster. Nothing if all clusters are closed to a group.
std::vector<int> greedy(const Subgraph& s, const Matrix& costs, const std::vector<int>& order) {
  std::vector<int> clusters(s.groups.size(), unlabelled);
  std::vector<int> met(static_cast<std::size_t>(costs.cols()));
  for (const int v : order) {
    std::ranges::fill(met, 0);
    for (const int k : s.closed_to(v)) met[k] = s.size();
    for (const int u : s.neighbours_of(v))
      if (clusters[u] != unlabelled) ++met[clusters[u]];
    int best = 0;
    for (int k = 1; k < costs.cols(); ++k)
      if (met[k] < met[best] || (met[k] == met[best] && costs(v, k) < costs(v, best))) best = k;
    if (met[best] >= s.size()) return {};
    clusters[v] = best;
  }
  return clusters;
}

/// Each group where it costs least of the clusters that are open to it (there is one).
std::vector<int> cheapest_open(const Subgraph& s, const Matrix& costs) {
  std::vector<int> clusters(s.groups.size(), unlabelled);
  for (int v = 0; v < s.size(); ++v)
    for (int k = 0; k < costs.cols(); ++k)
      if ((clusters[v] == unlabelled || costs(v, k) < costs(v, clusters[v])) &&
          !std::ranges::binary_search(s.closed_to(v), k))
        clusters[v] = k;
  return clusters;
}

Index broken_links(const Subgraph& s, const std::vector<int>& clusters) {
  Index broken = 0;
  for (int v = 0; v < s.size(); ++v)
    broken += std::ranges::count_if(s.neighbours_of(v), [&](int u) { return clusters[u] == clusters[v]; });
  return broken / 2;
}

Matrix costs_in(const Subgraph& s, const CostsOf& costs_of, int clusters) {
  Matrix costs(s.size(), clusters);
  for (int v = 0; v < s.size(); ++v)
    costs_of(s.groups[v], {costs.row(v).data(), static_cast<std::size_t>(clusters)});
  return costs;
}

}  // namespace

GuidedSearch::GuidedSearch(const Knowledge& knowledge, const Groups& groups,
                           const std::vector<Subgraph>& subgraphs, const std::vector<int>& order, int limit)
    : knowledge_(knowledge),
      groups_(groups),
      subgraphs_(subgraphs),
      memories_(subgraphs.size()),
      limit_(limit) {
  struct Place {
    int subgraph = -1, vertex = 0;
  };
  std::vector<Place> places(static_cast<std::size_t>(groups.count));
  for (std::size_t s = 0; s < subgraphs.size(); ++s)
    for (int v = 0; v < subgraphs[s].size(); ++v) places[subgraphs[s].groups[v]] = {static_cast<int>(s), v};
  for (const int group : order)
    if (const Place& at = places[group]; at.subgraph >= 0) memories_[at.subgraph].order.push_back(at.vertex);
  for (auto& memory : memories_) memory.budget = limit;
}

void GuidedSearch::place(std::vector<int>& labels, const CostsOf& costs_of, int clusters, const Run& run) {
  std::vector<int> hard, nearest;
  for (std::size_t s = 0; s < subgraphs_.size(); ++s) {
    nearest.clear();
    for (const int group : subgraphs_[s].groups) nearest.push_back(labels[group]);
    if (keeps_apart(subgraphs_[s], nearest))
      memories_[s].last = nearest;
    else
      hard.push_back(static_cast<int>(s));
  }
  const auto solve_one = [&](int number) {
    const int s = hard[number];
    solve(subgraphs_[s], costs_in(subgraphs_[s], costs_of, clusters), memories_[s], run);
  };
  if (run.threads == 1) {
    for (int number = 0; number < static_cast<int>(hard.size()); ++number) solve_one(number);
  } else {
    for_each_parallel(static_cast<int>(hard.size()), solve_one);
  }
  for (const int s : hard) {
    if (memories_[s].last.empty()) fail(subgraphs_[s], memories_[s], clusters);
    for (int v = 0; v < subgraphs_[s].size(); ++v) labels[subgraphs_[s].groups[v]] = memories_[s].last[v];
  }
}

void GuidedSearch::solve(const Subgraph& s, const Matrix& costs, Memory& memory, const Run& run) const {
  std::vector<int>& best = memory.last;
  if (best.empty()) best = first_way(s, costs, memory, run);
  if (best.empty()) return;
  if (costs.cols() == 2) return exchange_two_clusters(s, costs, best);
  improve_by_moves(s, costs, best);
  if (s.size() <= most_for_proof && !run.stop.stop_requested() && cost_of(costs, best) > least_cost(s, costs))
    improve_by_search(s, costs, best, memory.budget, run.stop);
}

/// A greedy pass, if it breaks no link. Else whichever breaks fewer, that pass or the nearest clusters, is
/// repaired; with two clusters one group decides about all others, and there is nothing to repair.
std::vector<int> GuidedSearch::first_way(const Subgraph& s, const Matrix& costs, Memory& memory,
                                         const Run& run) const {
  std::vector<int> found = greedy(s, costs, memory.order);
  if (found.empty()) {
    memory.impossible = true;
    return {};
  }
  if (keeps_apart(s, found)) return found;
  if (costs.cols() > 2) {
    std::vector<int> nearest = cheapest_open(s, costs);
    if (broken_links(s, nearest) < broken_links(s, found)) found = std::move(nearest);
    found = repair(s, costs, std::move(found), limit_, run.stop);
    if (!found.empty()) return found;
  }
  Colouring colouring = colour(s, costs, limit_, run.stop);
  memory.impossible = colouring.colourable == Colourable::no;
  return std::move(colouring.clusters);
}

void GuidedSearch::fail(const Subgraph& s, const Memory& memory, int clusters) const {
  const auto item_of = [&](int v) {
    return knowledge_.item(std::ranges::find(groups_.of, s.groups[v]) - groups_.of.begin());
  };
  const std::string ways_out =
      fmt::format("ask for more clusters, take out links, or {}", remedy("on_conflict", "relax"));
  if (const Crowd crowd = find_crowd(s, clusters); crowd.members.size() == 1) {
    refuse(
        "no clustering keeps all links: {} is linked apart from seeds of every cluster ({}; {} frees the "
        "seeds)",
        item_of(crowd.members[0]), ways_out, remedy("hold_seeds", false));
  } else if (!crowd.members.empty()) {
    std::string names = item_of(crowd.members[0]);
    for (std::size_t m = 1; m < crowd.members.size() && m < 12; ++m)
      names += fmt::format(", {}", item_of(crowd.members[m]));
    if (crowd.members.size() > 12) names += ", ...";
    throw InvalidInput(fmt::format(
        "no clustering keeps all links: these {} must all be apart from each other, but {} open to "
        "them: {} ({})",
        crowd.members.size(),
        crowd.open == 1 ? "only 1 cluster is" : fmt::format("only {} clusters are", crowd.open), names,
        ways_out));
  }
  const std::string where =
      fmt::format("among the {} groups of items that cannot-links connect with {}", s.size(), item_of(0));
  if (memory.impossible)
    throw InvalidInput(
        fmt::format("no clustering keeps all links: a full search {} found no way to do with {} "
                    "clusters ({})",
                    where, clusters, ways_out));
  throw LimitReached(
      fmt::format("no clustering that keeps all links was found {}: the search was ended at its limit of {} "
                  "choices ({} gives it more; or {})",
                  where, limit_, remedy("search_limit"), ways_out));
}

}  // namespace bellwether
