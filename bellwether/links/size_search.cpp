#include <bellwether/links/size_search.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/links/cheapest.h>
#include <bellwether/links/size_flow.h>

namespace bellwether {
namespace {

/// "The group goes to the cluster", or that it does not.
struct Decision {
  int group = 0;
  int cluster = 0;
  bool there = false;
};

/// Two groups that are apart and meet: the one to keep out is that which minds less.
struct Meeting {
  Decision parting = {};
  int other = 0;      ///< the group that may stay
  double regret = 0;  ///< what the parting costs at least
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
class BoundedSearch {
 public:
  BoundedSearch(const Matrix& costs, const Groups& groups, const SizeBounds& bounds, int limit)
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
      if (flow_.home(g) < 0 && (split < 0 || groups_.sizes[static_cast<std::size_t>(g)] >
                                                 groups_.sizes[static_cast<std::size_t>(split)]))
        split = g;
    if (split >= 0) return Decision{split, main_cluster(split), true};

    const auto meetings = first_meetings(meetings_compared);
    if (meetings.empty()) return std::nullopt;
    return std::min_element(meetings.begin(), meetings.end(), costs_more)->parting;
  }

  static bool costs_more(const Meeting& a, const Meeting& b) { return a.regret > b.regret; }

  std::vector<Meeting> first_meetings(std::size_t most) const {
    std::vector<Meeting> found;
    if (!groups_.any_apart()) return found;
    for (int g = 0; g < groups_.count; ++g) {
      const int cluster = flow_.home(g);
      for (const int h : groups_.apart_from(g)) {
        if (h < g || cluster < 0 || flow_.home(h) != cluster) continue;
        const double of_g = flow_.regret(g, cluster), of_h = flow_.regret(h, cluster);
        if (of_g <= of_h)
          found.push_back({{g, cluster, false}, h, of_g});
        else
          found.push_back({{h, cluster, false}, g, of_h});
        if (found.size() == most) return found;
      }
    }
    return found;
  }

  /// A first assignment: rounds the flow, many groups at a time, until it is one or there is no way on.
  void dive() {
    const auto before = flow_.mark();
    for (int round = 0; round < dive_rounds && flows_left_ > 0 && worthwhile(); ++round) {
      const auto found = trouble();
      if (!found) keep_flow();
      if (!found || !round_flow() || !settle()) break;
    }
    flow_.undo(before);
  }

  /// Every split group goes where most of it is, every pair that meets is parted, the dearest first, unless
  /// what was done before has done it.
  bool round_flow() {
    for (int g = 0; g < groups_.count; ++g)
      if (flow_.home(g) < 0 && !decide({g, main_cluster(g), true})) return false;
    auto meetings = first_meetings(std::numeric_limits<std::size_t>::max());
    std::stable_sort(meetings.begin(), meetings.end(), costs_more);
    for (const auto& [parting, other, regret] : meetings) {
      const bool still = flow_.home(parting.group) == parting.cluster && flow_.home(other) == parting.cluster;
      if (still && flow_.choices(parting.group) > 1 && !decide(parting)) return false;
    }
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
  static constexpr int meetings_compared = 32;
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

SizeSearch search_within(const Matrix& costs, const Groups& groups, const SizeBounds& bounds,
                         const std::vector<int>& known, int flow_limit) {
  BoundedSearch search(costs, groups, bounds, flow_limit);
  if (!known.empty()) search.know(known);
  SizeSearch outcome;
  outcome.complete = search.run();
  outcome.best = search.best();
  outcome.forks = search.forks_tried();
  if (outcome.best) outcome.best->proved = outcome.complete;
  return outcome;
}

}  // namespace bellwether
