#include <bellwether/links/size_bounds.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/links/size_flow.h>

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

double cost_of(const Matrix& costs, const std::vector<int>& assignment) {
  double sum = 0;
  for (int g = 0; g < static_cast<int>(assignment.size()); ++g) sum += costs(g, cluster_of(assignment, g));
  return sum;
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
  require(bounds.least <= bounds.most, "--min-size {} is larger than --max-size {}: exchange them?",
          bounds.least, bounds.most);
  const auto clusters = static_cast<std::int64_t>(costs.cols());
  const std::int64_t items = std::accumulate(groups.sizes.begin(), groups.sizes.end(), std::int64_t{0});
  require(bounds.least <= items / clusters,
          "{} clusters of at least {} items need {}, but there are {}: use a smaller --min-size or fewer "
          "clusters",
          clusters, bounds.least, static_cast<double>(clusters) * static_cast<double>(bounds.least), items);
  require(
      bounds.most >= (items + clusters - 1) / clusters,
      "{} clusters of at most {} items hold {}, but there are {}: use a larger --max-size or more clusters",
      clusters, bounds.most, clusters * bounds.most, items);

  std::vector<std::int64_t> given(static_cast<std::size_t>(clusters), 0);
  for (int g = 0; g < groups.count; ++g) {
    require(
        size_of(groups, g) <= bounds.most,
        "a must-linked group of {} items is larger than --max-size {}: use a larger one or fewer must-links",
        size_of(groups, g), bounds.most);
    if (given_to(groups, g) != unlabelled)
      given[static_cast<std::size_t>(given_to(groups, g))] += size_of(groups, g);
  }
  std::int64_t needed = 0, fuller = 0;
  for (std::size_t k = 0; k < given.size(); ++k) {
    require(
        given[k] <= bounds.most,
        "cluster {} has {} seeds and linked items, more than --max-size {}: use a larger one or fewer seeds",
        k, given[k], bounds.most);
    needed += std::max(bounds.least, given[k]);
    fuller += given[k] > bounds.least;
  }
  require(needed <= items,
          "the seeds and linked items of {} clusters, and at least {} items in each of the other {}, are {} "
          "items, "
          "but there are {}: use a smaller --min-size or fewer seeds",
          fuller, bounds.least, clusters - fuller, needed, items);
}

/// "The group goes to the cluster", or that it does not.
struct Decision {
  int group = 0;
  int cluster = 0;
  bool there = false;
};

/// A branching of the search whose second way may still be to go.
struct Fork {
  SizeFlow::Mark before;
  Decision second;
  bool second_taken = false;
};

/// Depth-first branch and bound over decisions. A node is a SizeFlow with what was decided; it bounds from
/// below every assignment that keeps to that. A group that the flow splits, or one of two that are apart and
/// meet, is either put into that cluster or kept out of it, so the two ways together lose nothing.
class Search {
 public:
  Search(const Matrix& costs, const Groups& groups, const SizeBounds& bounds, int limit)
      : costs_(costs), groups_(groups), flow_(costs, groups, bounds), flows_left_(limit) {}

  void know(const std::vector<int>& assignment) { keep(assignment, cost_of(costs_, assignment)); }

  /// True: the search is complete, and best() is the cheapest, or nothing is possible if there is none.
  bool run() {
    if (!start()) return true;
    dive();
    bool open = branch_if_worthwhile();
    while (open || next_way()) {
      if (flows_left_ <= 0) return false;
      const bool feasible = decide(open ? first_ : forks_.back().second) && settle();
      open = feasible && branch_if_worthwhile();
    }
    return true;
  }

  const std::optional<BoundedAssignment>& best() const { return best_; }
  int forks_tried() const { return forks_tried_; }

 private:
  /// What the given clusters imply, then the first flow.
  bool start() {
    std::vector<int> settled;
    for (int g = 0; g < groups_.count; ++g)
      if (flow_.choices(g) == 1) settled.push_back(g);
    return spread(std::move(settled)) && settle();
  }

  bool settle() {
    --flows_left_;
    return flow_.settle();
  }

  /// Keeps each group that has one cluster left apart from its neighbours there, and so on.
  bool spread(std::vector<int> settled) {
    if (!groups_.any_apart()) return true;
    while (!settled.empty()) {
      const int group = settled.back();
      settled.pop_back();
      int cluster = 0;
      while (!flow_.allowed(group, cluster)) ++cluster;
      for (const int other : groups_.apart_from(group)) {
        if (!flow_.allowed(other, cluster)) continue;
        if (!flow_.forbid(other, cluster)) return false;
        if (flow_.choices(other) == 1) settled.push_back(other);
      }
    }
    return true;
  }

  bool decide(const Decision& decision) {
    for (int c = 0; c < flow_.clusters(); ++c)
      if ((c == decision.cluster) != decision.there && !flow_.forbid(decision.group, c)) return false;
    return flow_.choices(decision.group) > 1 || spread({decision.group});
  }

  /// Where most of a group is; of equals the lower number.
  int main_cluster(int group) const {
    const auto shares = flow_.shares(group);
    return std::min_element(shares.begin(), shares.end(),
                            [](const auto& a, const auto& b) {
                              return a.items != b.items ? a.items > b.items : a.cluster < b.cluster;
                            })
        ->cluster;
  }

  /// What keeps the flow from being an assignment: of the groups that are split the largest; if none is, of
  /// the pairs that are apart and meet the one whose parting costs most, so that what must happen is known
  /// early.
  std::optional<Decision> trouble() const {
    int split = -1;
    for (int g = 0; g < groups_.count; ++g)
      if (flow_.shares(g).size() > 1 && (split < 0 || size_of(groups_, g) > size_of(groups_, split)))
        split = g;
    if (split >= 0) return Decision{split, main_cluster(split), true};

    std::optional<Decision> meeting;
    double dearest = -1;
    for_each_meeting([&](const Decision& parting, double regret) {
      if (regret <= dearest) return;
      dearest = regret;
      meeting = parting;
    });
    return meeting;
  }

  /// Calls visit(keep the one out that minds less, what that costs at least) for pairs apart that meet.
  template <class Visit>
  void for_each_meeting(const Visit& visit) const {
    if (!groups_.any_apart()) return;
    for (int g = 0; g < groups_.count; ++g) {
      for (const int h : groups_.apart_from(g)) {
        if (h < g) continue;
        const int cluster = main_cluster(g);
        if (flow_.shares(g).size() > 1 || flow_.shares(h).size() > 1 || main_cluster(h) != cluster) continue;
        const double of_g = flow_.regret(g, cluster), of_h = flow_.regret(h, cluster);
        visit(Decision{of_g <= of_h ? g : h, cluster, false}, std::min(of_g, of_h));
      }
    }
  }

  /// A first assignment: rounds the flow, many groups at a time, until it is one or there is no way on.
  void dive() {
    const auto before = flow_.mark();
    for (int round = 0; round < dive_rounds && flows_left_ > 0; ++round) {
      if (!worthwhile()) break;
      std::vector<Decision> decisions;
      for (int g = 0; g < groups_.count; ++g)
        if (flow_.shares(g).size() > 1) decisions.push_back({g, main_cluster(g), true});
      for_each_meeting([&](const Decision& parting, double) { decisions.push_back(parting); });
      if (decisions.empty()) {
        keep_flow();
        break;
      }
      if (!decide_most_of(decisions) || !settle()) break;
    }
    flow_.undo(before);
  }

  /// Those of the decisions that earlier ones leave open. One that is still needed shows again after the
  /// flow.
  bool decide_most_of(const std::vector<Decision>& decisions) {
    for (const Decision& d : decisions)
      if (flow_.allowed(d.group, d.cluster) && flow_.choices(d.group) > 1 && !decide(d)) return false;
    return true;
  }

  /// Cheaper by more than rounding; otherwise nothing below this node is worth a flow.
  bool worthwhile() const { return !best_ || flow_.cost() < best_->cost - rounding * std::abs(best_->cost); }

  /// Keeps the flow if it is an assignment; otherwise opens a fork, whose first way is in first_.
  bool branch_if_worthwhile() {
    if (!worthwhile()) return false;
    const auto found = trouble();
    if (!found) {
      keep_flow();
      return false;
    }
    first_ = *found;
    forks_.push_back({flow_.mark(), {found->group, found->cluster, !found->there}});
    ++forks_tried_;
    return true;
  }

  /// Goes back to the last fork with a way to go; false: there is none.
  bool next_way() {
    while (!forks_.empty()) {
      flow_.undo(forks_.back().before);
      if (!forks_.back().second_taken && worthwhile()) {
        forks_.back().second_taken = true;
        return true;
      }
      forks_.pop_back();
    }
    return false;
  }

  void keep_flow() {
    std::vector<int> assignment(static_cast<std::size_t>(groups_.count));
    for (int g = 0; g < groups_.count; ++g) assignment[static_cast<std::size_t>(g)] = main_cluster(g);
    const double cost = cost_of(costs_, assignment);
    keep(std::move(assignment), cost);
  }
  void keep(std::vector<int> assignment, double cost) {
    if (!best_ || cost < best_->cost) best_ = BoundedAssignment{std::move(assignment), cost};
  }

  static constexpr int dive_rounds = 100;
  static constexpr double rounding =
      1e-12;  ///< as a share of the cost: what sums of a million terms may lose

  const Matrix& costs_;
  const Groups& groups_;
  SizeFlow flow_;
  int flows_left_;
  std::optional<BoundedAssignment> best_ = {};
  std::vector<Fork> forks_ = {};
  Decision first_ = {};
  int forks_tried_ = 0;
};

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

  Search search(costs, groups, bounds, branch_limit);
  if (hint_possible) search.know(hint);
  const bool complete = search.run();
  auto best = search.best();
  if (best) best->proved = complete;
  require(best || !complete,
          "no assignment of the {} groups of linked items to {} clusters keeps all links, seeds and sizes: "
          "all {} "
          "ways that matter were tried; use a smaller --min-size, a larger --max-size, or fewer links",
          groups.count, clusters, 2 * search.forks_tried() + 1);
  return best;
}

}  // namespace bellwether
