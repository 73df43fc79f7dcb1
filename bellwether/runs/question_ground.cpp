#include <bellwether/runs/question_ground.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// What answers have excluded is no longer likely.
void exclude(Ground& ground) {
  for (Index i = 0; i < ground.points.count(); ++i) {
    const int group = ground.known.groups.of[static_cast<std::size_t>(i)];
    if (ground.known.groups.apart_from(group).empty()) continue;
    auto likely = ground.likely.col(i);
    for (std::size_t c = 0; c < ground.known.place.size(); ++c)
      if (ground.known.apart(group, ground.known.place[c])) likely[static_cast<Index>(c)] = 0;
    if (likely.sum() > 0) likely /= likely.sum();
  }
}

}  // namespace

Ground ground_of(const Session& session) {
  require(session.has_finding(), "there is nothing to ask about yet: carry out the plan first");
  Ground ground{.session = session, .points = points_of(session.finding())};
  ground.distances =
      squared_distances(ground.points, means_of(ground.points, session.labels(), session.clusters()));
  ground.likely = memberships(ground.distances, usual_temperature(ground.distances));
  ground.known = neighbourhoods_of(session, ground.distances);
  ground.covered = covered_items(knowledge_of(session.evidence(), {seeds, links}, session.material()),
                                 ground.points.count());
  ground.passed.assign(ground.covered.size(), false);
  for (const Addition& addition : session.additions())
    for (const Index item : addition.passed) ground.passed[static_cast<std::size_t>(item)] = true;
  exclude(ground);
  ground.doubt.resize(ground.points.count());
  for (Index i = 0; i < ground.doubt.size(); ++i)
    ground.doubt[i] = 1 - ground.likely(session.labels()[static_cast<std::size_t>(i)], i);
  return ground;
}

std::vector<int> likeliest_first(const Ground& ground, Index item) {
  std::vector<int> clusters(static_cast<std::size_t>(ground.likely.rows()));
  std::iota(clusters.begin(), clusters.end(), 0);
  std::ranges::stable_sort(clusters,
                           [&](int a, int b) { return ground.likely(a, item) > ground.likely(b, item); });
  return clusters;
}

}  // namespace bellwether
