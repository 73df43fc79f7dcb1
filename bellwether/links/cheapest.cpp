#include <bellwether/links/cheapest.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace bellwether {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t longest_chain = 64;
constexpr int most_sweeps = 1000;

/// Of cost, which rounding may take for a gain: moves must end.
constexpr double no_gain = 1e-13;

class Mover {
 public:
  Mover(const Subgraph& subgraph, const Matrix& costs, std::vector<int>& clusters)
      : s_(subgraph),
        costs_(costs),
        z_(clusters),
        seen_(clusters.size(), 0),
        unsettled_(clusters.size(), true),
        pending_(subgraph.size()) {}

  void run() {
    const double least_gain = no_gain * cost_of(costs_, z_);
    for (int sweep = 0; pending_ > 0 && sweep < most_sweeps; ++sweep)
      for (int v = 0; v < s_.size(); ++v)
        if (settle(v)) move(v, least_gain);
  }

 private:
  /// True if `v` was unsettled: it, or one beside it, moved since it was last looked at.
  bool settle(int v) {
    if (!unsettled_[v]) return false;
    unsettled_[v] = false;
    --pending_;
    return true;
  }
  void unsettle(int v) {
    if (!unsettled_[v]) ++pending_;
    unsettled_[v] = true;
  }

  void move(int v, double least_gain) {
    const int from = z_[v];
    double best = -least_gain;
    std::vector<int> best_chain;
    int best_cluster = from;
    for (int k = 0; k < costs_.cols(); ++k) {
      if (!(costs_(v, k) < costs_(v, from))) continue;
      const double change = follow_chain(v, from, k);
      if (!(change < best)) continue;
      best = change;
      best_cluster = k;
      best_chain = chain_;
    }
    for (const int u : best_chain) {
      z_[u] = z_[u] == from ? best_cluster : from;
      unsettle(u);
      for (const int w : s_.neighbours_of(u)) unsettle(w);
    }
  }

  /// All groups of clusters a and b that v is linked to through groups of a and b, into chain_; returns what
  /// the cost changes by if they change places, infinity if they may not.
  double follow_chain(int v, int a, int b) {
    chain_.assign(1, v);
    seen_[v] = ++stamp_;
    double change = 0;
    for (std::size_t next = 0; next < chain_.size(); ++next) {
      const int u = chain_[next], to = z_[u] == a ? b : a;
      if (chain_.size() > longest_chain || std::ranges::binary_search(s_.closed_to(u), to)) return infinity;
      change += costs_(u, to) - costs_(u, z_[u]);
      if (!(change < 0)) return infinity;  // what follows seldom makes up for it
      for (const int w : s_.neighbours_of(u)) {
        if (z_[w] != to || seen_[w] == stamp_) continue;
        seen_[w] = stamp_;
        chain_.push_back(w);
      }
    }
    return change;
  }

  const Subgraph& s_;
  const Matrix& costs_;
  std::vector<int>& z_;
  std::vector<int> chain_;
  std::vector<std::int64_t> seen_;
  std::int64_t stamp_ = 0;
  std::vector<bool> unsettled_;
  int pending_;  ///< how many are unsettled
};

class BranchAndBound {
 public:
  BranchAndBound(const Subgraph& subgraph, const Matrix& costs)
      : s_(subgraph),
        costs_(costs),
        closings_(subgraph.groups.size() * costs.cols(), 0),
        chosen_(subgraph.groups.size(), unlabelled) {
    for (int v = 0; v < s_.size(); ++v) {
      for (const int k : s_.closed_to(v)) ++closings_[slot(v, k)];
      choose(v);
    }
  }

  bool run(std::vector<int>& best, int& budget, const std::stop_token& stop) {
    double best_cost = cost_of(costs_, best);
    std::vector<Branch> path;
    while (true) {
      if (budget <= 0 || (budget % 256 == 0 && stop.stop_requested())) return false;
      --budget;
      const double bound = bound_here();
      const int v = bound < best_cost ? most_in_conflict() : unlabelled;
      if (v != unlabelled) {
        path.push_back({v, chosen_[v], closed_now_.size(), cheaper_to_stay(v)});
        take(path.back(), path.back().stay_first);
        continue;
      }
      if (bound < best_cost) {  // and nobody meets a neighbour: a cheaper way
        best_cost = bound;
        best = chosen_;
      }
      while (!path.empty() && path.back().both_tried) path.pop_back();
      if (path.empty()) return true;
      undo(path.back().closed_before);
      path.back().both_tried = true;
      take(path.back(), !path.back().stay_first);
    }
  }

 private:
  struct Branch {
    int vertex = 0, cluster = 0;
    std::size_t closed_before = 0;
    bool stay_first = false;
    bool both_tried = false;
  };

  double bound_here() const {
    double sum = 0;
    for (int v = 0; v < s_.size(); ++v) sum += chosen_[v] < 0 ? infinity : costs_(v, chosen_[v]);
    return sum;
  }

  int most_in_conflict() const {
    int worst = unlabelled;
    std::int64_t most = 0;
    for (int v = 0; v < s_.size(); ++v) {
      const auto met =
          std::ranges::count_if(s_.neighbours_of(v), [&](int u) { return chosen_[u] == chosen_[v]; });
      if (met <= most) continue;
      most = met;
      worst = v;
    }
    return worst;
  }

  /// What it costs `v` to leave the cluster where it costs least.
  double cost_to_leave(int v) const {
    double next = infinity;
    for (int k = 0; k < costs_.cols(); ++k)
      if (k != chosen_[v] && closings_[slot(v, k)] == 0) next = std::min(next, costs_(v, k));
    return next - costs_(v, chosen_[v]);
  }

  bool cheaper_to_stay(int v) const {
    double of_neighbours = 0;
    for (const int u : s_.neighbours_of(v))
      if (chosen_[u] == chosen_[v]) of_neighbours += cost_to_leave(u);
    return of_neighbours < cost_to_leave(v);
  }

  void take(const Branch& branch, bool stay) {
    if (!stay) return close(branch.vertex, branch.cluster);
    for (const int u : s_.neighbours_of(branch.vertex)) close(u, branch.cluster);
  }

  void close(int v, int k) {
    closed_now_.push_back(slot(v, k));
    if (closings_[slot(v, k)]++ == 0 && chosen_[v] == k) choose(v);
  }

  void undo(std::size_t closed_before) {
    for (; closed_now_.size() > closed_before; closed_now_.pop_back())
      if (--closings_[closed_now_.back()] == 0) choose(static_cast<int>(closed_now_.back() / costs_.cols()));
  }

  /// The cheapest of the clusters that are open to `v`, or none.
  void choose(int v) {
    chosen_[v] = unlabelled;
    for (int k = 0; k < costs_.cols(); ++k)
      if (closings_[slot(v, k)] == 0 && (chosen_[v] < 0 || costs_(v, k) < costs_(v, chosen_[v])))
        chosen_[v] = k;
  }

  std::size_t slot(int v, int k) const { return static_cast<std::size_t>(v * costs_.cols() + k); }

  const Subgraph& s_;
  const Matrix& costs_;
  std::vector<int> closings_;  ///< for each group and cluster, how often it was closed
  std::vector<int> chosen_;    ///< where each group costs least of what is open to it
  std::vector<std::size_t> closed_now_;
};

}  // namespace

double cost_of(const Matrix& costs, const std::vector<int>& clusters) {
  double sum = 0;
  for (std::size_t v = 0; v < clusters.size(); ++v) sum += costs(static_cast<Index>(v), clusters[v]);
  return sum;
}

double least_cost(const Subgraph& s, const Matrix& costs) {
  double sum = 0;
  for (int v = 0; v < s.size(); ++v) {
    double least = infinity;
    for (int k = 0; k < costs.cols(); ++k)
      if (costs(v, k) < least && !std::ranges::binary_search(s.closed_to(v), k)) least = costs(v, k);
    sum += least;
  }
  return sum;
}

void improve_by_moves(const Subgraph& subgraph, const Matrix& costs, std::vector<int>& clusters) {
  Mover(subgraph, costs, clusters).run();
}

void exchange_two_clusters(const Subgraph& s, const Matrix& costs, std::vector<int>& clusters) {
  if (!s.closed.empty()) return;  // one that is closed to a group decides about all
  std::vector<int> exchanged;
  for (const int k : clusters) exchanged.push_back(1 - k);
  if (cost_of(costs, exchanged) < cost_of(costs, clusters)) clusters = std::move(exchanged);
}

bool improve_by_search(const Subgraph& subgraph, const Matrix& costs, std::vector<int>& clusters, int& budget,
                       const std::stop_token& stop) {
  return BranchAndBound(subgraph, costs).run(clusters, budget, stop);
}

}  // namespace bellwether
