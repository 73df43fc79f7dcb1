#include <bellwether/links/colouring.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace bellwether {
namespace {

class Colourer {
 public:
  Colourer(const Subgraph& subgraph, const Matrix& costs)
      : s_(subgraph),
        costs_(costs),
        clusters_(static_cast<int>(costs.cols())),
        colours_(subgraph.groups.size(), unlabelled),
        closings_(subgraph.groups.size() * costs.cols(), 0),
        closed_(subgraph.groups.size(), 0),
        coloured_neighbours_(subgraph.groups.size(), 0),
        uses_(costs.cols(), 0) {
    for (int v = 0; v < s_.size(); ++v)
      for (const int k : s_.closed_to(v)) {
        close(v, k);
        uses_[k] = 1;  // not like the others any more
      }
  }

  Colouring run(int limit, const std::stop_token& stop) {
    const std::vector<int> waiting = peel();
    for (int v = 0; v < s_.size(); ++v)
      if (!waits_[v]) open_.insert(key(v));
    const Colourable found = search(limit, stop);
    if (found != Colourable::yes) return {found, {}};
    for (auto v = waiting.rbegin(); v != waiting.rend(); ++v) take(*v, options_of(*v).front());
    return {found, std::move(colours_)};
  }

 private:
  /// A group, the clusters that it may try, and how many of them it has tried.
  struct Choice {
    int vertex = 0;
    std::vector<int> options = {};
    std::size_t tried = 0;
    bool apart = false;  ///< nothing that is coloured touches what is not: to go back further is no use
  };

  Colourable search(int limit, const std::stop_token& stop) {
    std::vector<Choice> path;
    std::int64_t turns = 0;
    while (!open_.empty()) {
      const int v = std::get<2>(*open_.rbegin());
      path.push_back({v, options_of(v), 0, touched_ == 0});
      while (path.back().tried == path.back().options.size()) {
        if (path.back().apart) return Colourable::no;
        path.pop_back();
        give_back(path.back().vertex);
        ++turns;
        if (turns > limit + s_.size() || (turns % 1024 == 0 && stop.stop_requested()))
          return Colourable::limit_reached;
      }
      Choice& choice = path.back();
      open_.erase(key(choice.vertex));
      take(choice.vertex, choice.options[choice.tried++]);
    }
    return Colourable::yes;
  }

  /// Groups that always find a cluster when all others have theirs, in the order in which this shows.
  std::vector<int> peel() {
    std::vector<int> rivals(s_.groups.size()), waiting;
    waits_.assign(s_.groups.size(), false);
    const auto consider = [&](int v) {
      if (waits_[v] || rivals[v] >= clusters_) return;
      waits_[v] = true;
      waiting.push_back(v);
    };
    for (int v = 0; v < s_.size(); ++v) rivals[v] = static_cast<int>(s_.neighbours_of(v).size()) + closed_[v];
    for (int v = 0; v < s_.size(); ++v) consider(v);
    for (std::size_t next = 0; next < waiting.size(); ++next)
      for (const int u : s_.neighbours_of(waiting[next])) {
        --rivals[u];
        consider(u);
      }
    return waiting;
  }

  std::vector<int> options_of(int v) const {
    std::vector<int> options;
    for (int k = 0; k < clusters_; ++k)
      if (closings_[slot(v, k)] == 0) options.push_back(k);
    std::ranges::stable_sort(options, {}, [&](int k) { return costs_(v, k); });
    bool fresh_seen = false;
    std::erase_if(options, [&](int k) { return uses_[k] == 0 && std::exchange(fresh_seen, true); });
    return options;
  }

  void take(int v, int k) {
    colours_[v] = k;
    ++uses_[k];
    if (coloured_neighbours_[v] > 0) --touched_;
    for (const int u : s_.neighbours_of(v)) change(u, [&] { close(u, k), touch(u, +1); });
  }

  void give_back(int v) {
    const int k = std::exchange(colours_[v], unlabelled);
    --uses_[k];
    for (const int u : s_.neighbours_of(v)) change(u, [&] { reopen(u, k), touch(u, -1); });
    if (coloured_neighbours_[v] > 0) ++touched_;
    open_.insert(key(v));
  }

  /// An open group changes its place in the order when clusters are closed to it.
  void change(int u, const auto& how) {
    const bool listed = colours_[u] == unlabelled && !waits_[u];
    if (listed) open_.erase(key(u));
    how();
    if (listed) open_.insert(key(u));
  }

  void close(int v, int k) {
    if (closings_[slot(v, k)]++ == 0) ++closed_[v];
  }
  void reopen(int v, int k) {
    if (--closings_[slot(v, k)] == 0) --closed_[v];
  }
  void touch(int v, int by) {
    const bool before = coloured_neighbours_[v] > 0;
    coloured_neighbours_[v] += by;
    const bool after = coloured_neighbours_[v] > 0;
    if (colours_[v] == unlabelled && !waits_[v]) touched_ += (after ? 1 : 0) - (before ? 1 : 0);
  }

  std::size_t slot(int v, int k) const { return static_cast<std::size_t>(v) * clusters_ + k; }
  using Key = std::tuple<int, int, int>;
  /// The fewest clusters left first, then the most neighbours.
  Key key(int v) const { return {closed_[v], static_cast<int>(s_.neighbours_of(v).size()), v}; }

  const Subgraph& s_;
  const Matrix& costs_;
  int clusters_;
  std::vector<int> colours_;
  std::vector<int> closings_;  ///< for each group and cluster: how many neighbours are there
  std::vector<int> closed_;    ///< how many clusters are closed to each group
  std::vector<int> coloured_neighbours_;
  std::vector<int> uses_;  ///< how many groups each cluster has
  std::vector<bool> waits_;
  std::set<Key> open_;  ///< the groups that still need a cluster
  int touched_ = 0;     ///< how many of them have a neighbour that has one
};

/// Groups that are all apart from each other, gathered from `first` on, those with many neighbours first.
std::vector<int> clique_from(const Subgraph& s, int first) {
  std::vector<int> clique{first};
  const auto near = s.neighbours_of(first);
  std::vector<int> candidates(near.begin(), near.end());
  std::ranges::stable_sort(candidates, std::greater{}, [&](int v) { return s.neighbours_of(v).size(); });
  for (const int v : candidates) {
    const auto known = s.neighbours_of(v);
    if (std::ranges::all_of(clique, [&](int u) { return std::ranges::binary_search(known, u); }))
      clique.push_back(v);
  }
  return clique;
}

int open_clusters(const Subgraph& s, const std::vector<int>& members, int clusters) {
  std::vector<int> closings(static_cast<std::size_t>(clusters), 0);
  for (const int v : members)
    for (const int k : s.closed_to(v)) ++closings[k];
  return static_cast<int>(std::ranges::count_if(closings, [&](int c) { return c < std::ssize(members); }));
}

}  // namespace

Colouring colour(const Subgraph& subgraph, const Matrix& costs, int limit, const std::stop_token& stop) {
  return Colourer(subgraph, costs).run(limit, stop);
}

Crowd find_crowd(const Subgraph& subgraph, int clusters) {
  for (int v = 0; v < std::min(subgraph.size(), 1000); ++v) {
    Crowd crowd{clique_from(subgraph, v)};
    crowd.open = open_clusters(subgraph, crowd.members, clusters);
    if (std::ssize(crowd.members) > crowd.open) return crowd;
    // A single one may have nowhere to go, whoever else is in its clique.
    crowd = {{v}, clusters - static_cast<int>(subgraph.closed_to(v).size())};
    if (crowd.open == 0) return crowd;
  }
  return {};
}

}  // namespace bellwether
