#pragma once
// The relaxation behind size_bounds.h, solved exactly: groups may be split between clusters, and groups that
// are apart may meet.
//
//   min sum_gk x_gk c_gk / n_g   such that  sum_k x_gk = n_g,  least <= sum_g x_gk <= most,  x >= 0
//
// a minimum-cost flow from groups through clusters to one sink, by successive shortest paths:
//   R. Ahuja, T. Magnanti, J. Orlin. Network flows. 1993, section 9.7.
//
// The groups are folded away. The cheapest way to take one item from cluster k and give it to cluster l is
//   w_kl = min { (c_gl - c_gk) / n_g : x_gk > 0 and g may go to l },
// the top of a heap, so paths are searched among clusters and the sink alone: O(K^2) for each, whatever the
// number of groups. Everything starts in its cheapest cluster, which is optimal but for the bounds, and each
// path moves at least one item on the way to them: no more paths than items are out of bounds, and no
// tolerance decides when to end. A network simplex on the same numbers starts anew each time and prices n x K
// arcs.
//
// Optimal at every step, because with the potentials p every arc that could still carry flow has
// w_kl + p_k - p_l >= 0: true at the start with p = 0, kept by adding to p the lengths of the shortest paths.

#include <cstdint>
#include <span>
#include <vector>

#include <bellwether/links/size_bounds.h>

namespace bellwether {

class SizeFlow {
 public:
  struct Share {
    int cluster = 0;
    std::int64_t items = 0;
  };
  /// What undo() goes back to.
  struct Mark {
    std::size_t changes = 0;
    double cost = 0;
    std::vector<double> potentials = {};
    std::vector<std::int64_t> through = {};
  };

  /// Keeps references to all three. A group with a cluster may only go there.
  SizeFlow(const Matrix& costs, const Groups& groups, const SizeBounds& bounds);

  /// Moves what is out of bounds along shortest paths. False: the bounds cannot be met.
  bool settle();

  /// From now on no item of the group may be in the cluster; what is there moves to its next best. Call
  /// settle() after the last of several. False: the group has nowhere left to go.
  bool forbid(int group, int cluster);

  Mark mark() const { return {changes_.size(), cost_, potentials_, through_}; }
  /// Takes back every change since the mark.
  void undo(const Mark& mark);

  double cost() const { return cost_; }
  int clusters() const { return clusters_; }
  std::span<const Share> shares(int group) const { return shares_[static_cast<std::size_t>(group)]; }
  /// The cluster that has all of the group; -1 if it is split.
  int home(int group) const { return homes_[static_cast<std::size_t>(group)]; }
  bool allowed(int group, int cluster) const { return !forbidden_[cell(group, cluster)]; }
  int choices(int group) const { return choices_[static_cast<std::size_t>(group)]; }
  /// What it costs at least to have the group out of the cluster, in this relaxation.
  double regret(int group, int cluster) const;

 private:
  struct Candidate {
    double price = 0;
    int group = 0;
  };
  struct Change {
    int group = 0;
    int cluster = 0;
    std::int64_t items = 0;  ///< given to the cluster; 0: the cluster was forbidden
  };
  struct Paths;

  std::size_t cell(int group, int cluster) const {
    return static_cast<std::size_t>(group) * static_cast<std::size_t>(clusters_) +
           static_cast<std::size_t>(cluster);
  }
  double unit_cost(int group, int cluster) const;
  std::int64_t share(int group, int cluster) const;
  std::int64_t excess(int node) const;
  int next_best(int group, int except) const;
  void give(int group, int cluster, std::int64_t items);
  void offer(int group, int from, int to);
  void open(int cluster);
  const Candidate* cheapest(int from, int to);
  bool augment(int source);
  void relax(int node, Paths& paths);
  std::int64_t capacity(int from, int to, int carried) const;

  const Matrix& costs_;
  const Groups& groups_;
  const SizeBounds& bounds_;
  int clusters_ = 0;
  std::int64_t total_ = 0;
  double cost_ = 0;
  std::vector<std::vector<Share>> shares_ = {};  ///< of each group; no empty ones
  std::vector<int> homes_ = {};  ///< see home(): side by side, because the search looks at all of them
  std::vector<bool> forbidden_ = {};
  std::vector<int> choices_ = {};
  std::vector<std::int64_t> sizes_ = {};    ///< items in each cluster
  std::vector<std::int64_t> through_ = {};  ///< of them, those that the bounds let go on to the sink
  std::vector<double> potentials_ = {};     ///< of the clusters and, last, the sink
  std::vector<Change> changes_ = {};
  std::vector<bool> opened_ = {};                   ///< clusters whose heaps are made
  std::vector<std::vector<Candidate>> heaps_ = {};  ///< from x to; entries out of date fall out at the top
};

}  // namespace bellwether
