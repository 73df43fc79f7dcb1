#include <bellwether/runs/neighbourhoods.h>

#include <algorithm>

#include <bellwether/engine/best.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// The groups that a seed or a link names, with their items.
std::vector<std::vector<Index>> named_groups(const Groups& groups, const std::vector<bool>& covered) {
  std::vector<std::vector<Index>> items(static_cast<std::size_t>(groups.count));
  for (std::size_t i = 0; i < covered.size(); ++i)
    if (covered[i]) items[static_cast<std::size_t>(groups.of[i])].push_back(static_cast<Index>(i));
  return items;
}

/// Clusters by the sum of the distances of the group's items, the nearest first.
std::vector<int> nearest_first(const std::vector<Index>& items, const Matrix& distances) {
  Vector sums = Vector::Zero(distances.rows());
  for (const Index item : items) sums += distances.col(item);
  std::vector<int> clusters(static_cast<std::size_t>(distances.rows()));
  for (std::size_t c = 0; c < clusters.size(); ++c) clusters[c] = static_cast<int>(c);
  std::ranges::stable_sort(clusters, [&](int a, int b) { return sums[a] < sums[b]; });
  return clusters;
}

/// Of the group's items the one nearest to the centre.
Index nearest_to(const std::vector<Index>& items, const Matrix& distances, int cluster) {
  return items[first_best(Goal::minimise, items, [&](Index item) { return distances(cluster, item); })];
}

constexpr int nobody = -1;

void take_seeded(Neighbourhoods& made, const std::vector<std::vector<Index>>& items) {
  for (int g = 0; g < made.groups.count; ++g) {
    const int cluster = made.groups.cluster[static_cast<std::size_t>(g)];
    if (cluster == unlabelled) continue;
    made.cluster_of[static_cast<std::size_t>(g)] = cluster;
    int& place = made.place[static_cast<std::size_t>(cluster)];
    if (place == nobody ||
        items[static_cast<std::size_t>(g)].size() > items[static_cast<std::size_t>(place)].size())
      place = g;
  }
}

/// Groups of several items, the largest first, each at the cluster it lies in; or at the nearest free one, if
/// it is apart from all that are nearer.
void take_linked(Neighbourhoods& made, const std::vector<std::vector<Index>>& items,
                 const Matrix& distances) {
  std::vector<int> order;
  for (int g = 0; g < made.groups.count; ++g)
    if (made.groups.sizes[static_cast<std::size_t>(g)] > 1 &&
        made.cluster_of[static_cast<std::size_t>(g)] == unlabelled)
      order.push_back(g);
  std::ranges::stable_sort(order, std::greater(),
                           [&](int g) { return made.groups.sizes[static_cast<std::size_t>(g)]; });
  for (const int g : order)
    for (const int c : nearest_first(items[static_cast<std::size_t>(g)], distances)) {
      int& place = made.place[static_cast<std::size_t>(c)];
      if (place != nobody && made.apart(g, place)) continue;
      if (place == nobody) {
        place = g;
        made.cluster_of[static_cast<std::size_t>(g)] = c;
      }
      break;
    }
}

/// Where no group is: the free item nearest to the centre.
void take_typical(Neighbourhoods& made, const std::vector<int>& labels, const Matrix& distances) {
  for (std::size_t c = 0; c < made.place.size(); ++c) {
    if (made.place[c] != nobody) continue;
    std::vector<Index> free;
    for (Index i = 0; i < distances.cols(); ++i)
      if (labels[static_cast<std::size_t>(i)] == static_cast<int>(c) && !made.placed(i)) free.push_back(i);
    if (free.empty()) continue;
    made.place[c] =
        made.groups.of[static_cast<std::size_t>(nearest_to(free, distances, static_cast<int>(c)))];
    made.cluster_of[static_cast<std::size_t>(made.place[c])] = static_cast<int>(c);
  }
}

/// What is apart from all groups but one belongs to that.
void take_what_follows(Neighbourhoods& made) {
  for (int g = 0; g < made.groups.count; ++g) {
    if (made.cluster_of[static_cast<std::size_t>(g)] != unlabelled || made.groups.apart_from(g).empty())
      continue;
    int left = unlabelled, possible = 0;
    for (std::size_t c = 0; c < made.place.size(); ++c)
      if (made.place[c] == nobody || !made.apart(g, made.place[c])) {
        left = static_cast<int>(c);
        ++possible;
      }
    if (possible == 1) made.cluster_of[static_cast<std::size_t>(g)] = left;
  }
}

}  // namespace

bool Neighbourhoods::apart(int group, int other) const {
  const auto those = groups.apart_from(group);
  return std::ranges::binary_search(those, other);
}

Neighbourhoods neighbourhoods_of(const Session& session, const Matrix& distances) {
  const Knowledge known_of = knowledge_of(session.evidence(), {seeds, links}, session.material());
  const Index count = session.material().items.items();
  Neighbourhoods made{.groups = close_links(known_of, count, session.clusters())};
  const auto items = named_groups(made.groups, covered_items(known_of, count));
  made.place.assign(static_cast<std::size_t>(session.clusters()), nobody);
  made.cluster_of.assign(static_cast<std::size_t>(made.groups.count), unlabelled);
  take_seeded(made, items);
  take_linked(made, items, distances);
  take_typical(made, session.labels(), distances);
  take_what_follows(made);
  made.anchor.assign(made.place.size(), nobody);
  for (std::size_t c = 0; c < made.place.size(); ++c) {
    if (made.place[c] == nobody) continue;
    auto members = items[static_cast<std::size_t>(made.place[c])];
    if (members.empty())
      members.push_back(std::ranges::find(made.groups.of, made.place[c]) - made.groups.of.begin());
    made.anchor[c] = nearest_to(members, distances, static_cast<int>(c));
  }
  return made;
}

std::vector<int> implied_seeds(const Session& session) {
  const Points points = points_of(session.finding());
  const Matrix distances = squared_distances(points, means_of(points, session.labels(), session.clusters()));
  const Neighbourhoods known = neighbourhoods_of(session, distances);
  const std::vector<bool> covered =
      covered_items(knowledge_of(session.evidence(), {seeds, links}, session.material()), points.count());
  std::vector<int> implied(covered.size(), unlabelled);
  for (std::size_t i = 0; i < covered.size(); ++i)
    if (covered[i]) implied[i] = known.cluster_of[static_cast<std::size_t>(known.groups.of[i])];
  return implied;
}

}  // namespace bellwether
