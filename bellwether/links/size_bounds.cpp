#include <bellwether/links/size_bounds.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/links/cheapest.h>
#include <bellwether/links/size_search.h>

namespace bellwether {
namespace {

int cluster_of(const std::vector<int>& assignment, int group) {
  return assignment[static_cast<std::size_t>(group)];
}
std::int64_t size_of(const Groups& groups, int group) {
  return groups.sizes[static_cast<std::size_t>(group)];
}
int given_to(const Groups& groups, int group) {
  return groups.cluster[static_cast<std::size_t>(group)];
}

bool possible(const std::vector<int>& assignment, const Groups& groups, const SizeBounds& bounds,
              int clusters) {
  if (assignment.size() != static_cast<std::size_t>(groups.count)) return false;
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(clusters), 0);
  for (int g = 0; g < groups.count; ++g) {
    const int cluster = cluster_of(assignment, g), given = given_to(groups, g);
    if (cluster < 0 || cluster >= clusters || (given != unlabelled && cluster != given)) return false;
    sizes[static_cast<std::size_t>(cluster)] += size_of(groups, g);
    if (!groups.any_apart()) continue;
    for (const int other : groups.apart_from(g))
      if (cluster_of(assignment, other) == cluster) return false;
  }
  return std::all_of(sizes.begin(), sizes.end(),
                     [&](std::int64_t size) { return size >= bounds.least && size <= bounds.most; });
}

/// Each group in the cheapest cluster that it may go to by itself; of equals the first.
std::vector<int> cheapest(const Matrix& costs, const Groups& groups) {
  std::vector<int> assignment(static_cast<std::size_t>(groups.count));
  for (int g = 0; g < groups.count; ++g) {
    Index best = 0;
    costs.row(g).minCoeff(&best);
    const int given = given_to(groups, g);
    assignment[static_cast<std::size_t>(g)] = given != unlabelled ? given : static_cast<int>(best);
  }
  return assignment;
}

/// The sums that show by themselves that nothing is possible.
void require_room(const Matrix& costs, const Groups& groups, const SizeBounds& bounds) {
  require(costs.rows() == groups.count && costs.cols() > 0,
          "there are costs for {} groups and {} clusters, but {} groups", costs.rows(), costs.cols(),
          groups.count);
  require(costs.allFinite(), "a cost of putting a group in a cluster is not a finite number");
  require(bounds.least <= bounds.most, "{} is larger than {}: exchange them?",
          setting("min_size", bounds.least), setting("max_size", bounds.most));
  const auto clusters = static_cast<std::int64_t>(costs.cols());
  const std::int64_t items = std::accumulate(groups.sizes.begin(), groups.sizes.end(), std::int64_t{0});
  require(bounds.least <= items / clusters,
          "{} clusters of at least {} items need {}, but there are {}: use a smaller {} or fewer clusters",
          clusters, bounds.least, static_cast<double>(clusters) * static_cast<double>(bounds.least), items,
          remedy("min_size"));
  require(bounds.most >= (items + clusters - 1) / clusters,
          "{} clusters of at most {} items hold {}, but there are {}: use a larger {} or more clusters",
          clusters, bounds.most, static_cast<double>(clusters) * static_cast<double>(bounds.most), items,
          remedy("max_size"));

  std::vector<std::int64_t> given(static_cast<std::size_t>(clusters), 0);
  for (int g = 0; g < groups.count; ++g) {
    require(size_of(groups, g) <= bounds.most,
            "a must-linked group of {} items is larger than {}: use a larger one or fewer must-links",
            size_of(groups, g), setting("max_size", bounds.most));
    if (given_to(groups, g) != unlabelled)
      given[static_cast<std::size_t>(given_to(groups, g))] += size_of(groups, g);
  }
  std::int64_t needed = 0, fuller = 0;
  for (std::size_t k = 0; k < given.size(); ++k) {
    require(given[k] <= bounds.most,
            "cluster {} has {} seeds and linked items, more than {}: use a larger one or fewer seeds", k,
            given[k], setting("max_size", bounds.most));
    needed += std::max(bounds.least, given[k]);
    fuller += given[k] > bounds.least;
  }
  require(needed <= items,
          "the seeds and linked items of {} clusters, and at least {} items in each of the other {}, are {} "
          "items, but there are {}: use a smaller {} or fewer seeds",
          fuller, bounds.least, clusters - fuller, needed, items, remedy("min_size"));
}

}  // namespace

std::optional<BoundedAssignment> assign_within(const Matrix& costs, const Groups& groups,
                                               const SizeBounds& bounds, const std::vector<int>& hint,
                                               int branch_limit) {
  require_room(costs, groups, bounds);
  const int clusters = static_cast<int>(costs.cols());
  const auto simple = cheapest(costs, groups);
  const bool hint_possible = possible(hint, groups, bounds, clusters);
  if (hint_possible && cost_of(costs, hint) <= cost_of(costs, simple))
    return BoundedAssignment{hint, cost_of(costs, hint)};
  if (possible(simple, groups, bounds, clusters)) return BoundedAssignment{simple, cost_of(costs, simple)};

  const auto [best, complete, forks] =
      search_within(costs, groups, bounds, hint_possible ? hint : std::vector<int>{}, branch_limit);
  require(best || !complete,
          "no assignment of the {} groups of linked items to {} clusters keeps all links, seeds and sizes: "
          "all {} ways that matter were tried; use a smaller {}, a larger {}, or fewer links",
          groups.count, clusters, 2 * forks + 1, remedy("min_size"), remedy("max_size"));
  return best;
}

}  // namespace bellwether
