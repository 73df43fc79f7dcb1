#include <bellwether/links/size_flow.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace bellwether {
namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

/// The dearer first, as the heaps of the standard want it; of equals the one with the larger number.
constexpr auto dearer = [](const auto& a, const auto& b) {
  return a.price != b.price ? a.price > b.price : a.group > b.group;
};

}  // namespace

struct SizeFlow::Paths {
  std::vector<double> length;
  std::vector<int> previous;  ///< the node before; -1: none
  std::vector<int> carried;   ///< the group that moves on the last arc; -1: an arc of the sink
  std::vector<bool> final;

  explicit Paths(std::size_t nodes)
      : length(nodes, unreached), previous(nodes, -1), carried(nodes, -1), final(nodes, false) {}

  void offer(int from, int to, double extra, int group) {
    // Never negative but by rounding.
    const double offered = length[static_cast<std::size_t>(from)] + std::max(0.0, extra);
    const auto node = static_cast<std::size_t>(to);
    if (final[node] || offered >= length[node]) return;
    length[node] = offered;
    previous[node] = from;
    carried[node] = group;
  }
  /// The nearest node that is not final; -1: none can be reached.
  int nearest() const {
    int best = -1;
    for (std::size_t v = 0; v < length.size(); ++v)
      if (!final[v] && length[v] < (best < 0 ? unreached : length[static_cast<std::size_t>(best)]))
        best = static_cast<int>(v);
    return best;
  }
};

SizeFlow::SizeFlow(const Matrix& costs, const Groups& groups, const SizeBounds& bounds)
    : costs_(costs), groups_(groups), bounds_(bounds), clusters_(static_cast<int>(costs.cols())) {
  const auto count = static_cast<std::size_t>(groups.count), k = static_cast<std::size_t>(clusters_);
  shares_.resize(count);
  homes_.assign(count, -1);
  forbidden_.assign(count * k, false);
  choices_.assign(count, clusters_);
  sizes_.assign(k, 0);
  potentials_.assign(k + 1, 0.0);
  opened_.assign(k, false);
  heaps_.resize(k * k);

  for (int g = 0; g < groups.count; ++g) {
    const int given = groups.cluster[static_cast<std::size_t>(g)];
    if (given != unlabelled) {
      for (int c = 0; c < clusters_; ++c) forbidden_[cell(g, c)] = c != given;
      choices_[static_cast<std::size_t>(g)] = 1;
    }
    give(g, given != unlabelled ? given : next_best(g, -1), groups.sizes[static_cast<std::size_t>(g)]);
  }
  changes_.clear();
  total_ = std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0});
  for (const std::int64_t size : sizes_) through_.push_back(std::clamp(size, bounds.least, bounds.most));
}

double SizeFlow::unit_cost(int group, int cluster) const {
  return costs_(group, cluster) / static_cast<double>(groups_.sizes[static_cast<std::size_t>(group)]);
}

std::int64_t SizeFlow::share(int group, int cluster) const {
  for (const Share& s : shares(group))
    if (s.cluster == cluster) return s.items;
  return 0;
}

/// Items that have come to a node and have to go elsewhere; if negative, items that it lacks.
std::int64_t SizeFlow::excess(int node) const {
  if (node < clusters_)
    return sizes_[static_cast<std::size_t>(node)] - through_[static_cast<std::size_t>(node)];
  return std::accumulate(through_.begin(), through_.end(), -total_);
}

/// argmin c_gk / n_g - p_k over the clusters that are allowed: there flow keeps every reduced cost >= 0.
int SizeFlow::next_best(int group, int except) const {
  int best = -1;
  double least = unreached;
  for (int c = 0; c < clusters_; ++c) {
    if (c == except || !allowed(group, c)) continue;
    const double price = unit_cost(group, c) - potentials_[static_cast<std::size_t>(c)];
    if (best >= 0 && price >= least) continue;
    best = c;
    least = price;
  }
  return best;
}

double SizeFlow::regret(int group, int cluster) const {
  const int other = next_best(group, cluster);
  if (other < 0) return unreached;
  const auto price = [&](int c) { return unit_cost(group, c) - potentials_[static_cast<std::size_t>(c)]; };
  return static_cast<double>(groups_.sizes[static_cast<std::size_t>(group)]) *
         (price(other) - price(cluster));
}

/// Changes the share by `items`, which may be negative.
void SizeFlow::give(int group, int cluster, std::int64_t items) {
  auto& shares = shares_[static_cast<std::size_t>(group)];
  changes_.push_back({group, cluster, items});
  sizes_[static_cast<std::size_t>(cluster)] += items;
  cost_ += static_cast<double>(items) * unit_cost(group, cluster);
  const auto found =
      std::find_if(shares.begin(), shares.end(), [&](const Share& s) { return s.cluster == cluster; });
  if (found == shares.end()) {
    shares.push_back({cluster, items});
    for (int to = 0; to < clusters_; ++to) offer(group, cluster, to);
  } else {
    found->items += items;
    if (found->items == 0) shares.erase(found);
  }
  homes_[static_cast<std::size_t>(group)] = shares.size() == 1 ? shares[0].cluster : -1;
}

/// The group has items in `from` that may go `to`.
void SizeFlow::offer(int group, int from, int to) {
  if (from == to || !opened_[static_cast<std::size_t>(from)] || !allowed(group, to)) return;
  auto& heap = heaps_[cell(from, to)];
  heap.push_back({unit_cost(group, to) - unit_cost(group, from), group});
  std::push_heap(heap.begin(), heap.end(), dearer);
}

/// Makes the heaps of a cluster when the first path comes through it: many clusters never lie on one.
void SizeFlow::open(int cluster) {
  if (opened_[static_cast<std::size_t>(cluster)]) return;
  opened_[static_cast<std::size_t>(cluster)] = true;
  for (int g = 0; g < groups_.count; ++g) {
    if (choices(g) < 2 || share(g, cluster) == 0) continue;
    const double here = unit_cost(g, cluster);
    for (int to = 0; to < clusters_; ++to)
      if (to != cluster && allowed(g, to)) heaps_[cell(cluster, to)].push_back({unit_cost(g, to) - here, g});
  }
  for (int to = 0; to < clusters_; ++to) {
    auto& heap = heaps_[cell(cluster, to)];
    std::make_heap(heap.begin(), heap.end(), dearer);
  }
}

const SizeFlow::Candidate* SizeFlow::cheapest(int from, int to) {
  auto& heap = heaps_[cell(from, to)];
  while (!heap.empty() && (!allowed(heap.front().group, to) || share(heap.front().group, from) == 0)) {
    std::pop_heap(heap.begin(), heap.end(), dearer);
    heap.pop_back();
  }
  return heap.empty() ? nullptr : &heap.front();
}

/// How many items can go along an arc.
std::int64_t SizeFlow::capacity(int from, int to, int carried) const {
  if (carried >= 0) return share(carried, from);
  return to == clusters_ ? bounds_.most - through_[static_cast<std::size_t>(from)]
                         : through_[static_cast<std::size_t>(to)] - bounds_.least;
}

/// Offers the arcs that leave a node: to other clusters at w_kl, to and from the sink, within bounds, at 0.
void SizeFlow::relax(int node, Paths& paths) {
  const double here = potentials_[static_cast<std::size_t>(node)];
  const double sink = potentials_[static_cast<std::size_t>(clusters_)];
  if (node == clusters_) {
    for (int to = 0; to < clusters_; ++to)
      if (capacity(node, to, -1) > 0)
        paths.offer(node, to, sink - potentials_[static_cast<std::size_t>(to)], -1);
    return;
  }
  open(node);
  if (capacity(node, clusters_, -1) > 0) paths.offer(node, clusters_, here - sink, -1);
  for (int to = 0; to < clusters_; ++to) {
    if (to == node || paths.final[static_cast<std::size_t>(to)]) continue;
    if (const Candidate* c = cheapest(node, to))
      paths.offer(node, to, c->price + here - potentials_[static_cast<std::size_t>(to)], c->group);
  }
}

/// Moves as much as it can on the shortest path from `source` to a node that lacks items.
bool SizeFlow::augment(int source) {
  Paths paths(static_cast<std::size_t>(clusters_) + 1);
  paths.length[static_cast<std::size_t>(source)] = 0;
  int target = -1;
  while (target < 0) {
    const int node = paths.nearest();
    if (node < 0) return false;
    paths.final[static_cast<std::size_t>(node)] = true;
    if (excess(node) < 0)
      target = node;
    else
      relax(node, paths);
  }
  const double length = paths.length[static_cast<std::size_t>(target)];
  for (std::size_t v = 0; v < potentials_.size(); ++v) potentials_[v] += std::min(paths.length[v], length);

  std::int64_t items = std::min(excess(source), -excess(target));
  const auto along_path = [&](const auto& visit) {
    for (int to = target; to != source; to = paths.previous[static_cast<std::size_t>(to)])
      visit(paths.previous[static_cast<std::size_t>(to)], to, paths.carried[static_cast<std::size_t>(to)]);
  };
  along_path([&](int from, int to, int carried) { items = std::min(items, capacity(from, to, carried)); });
  along_path([&](int from, int to, int carried) {
    if (carried >= 0) {
      give(carried, to, items);
      give(carried, from, -items);
    } else if (to == clusters_) {
      through_[static_cast<std::size_t>(from)] += items;
    } else {
      through_[static_cast<std::size_t>(to)] -= items;
    }
  });
  return true;
}

bool SizeFlow::settle() {
  for (int node = 0; node <= clusters_; ++node)
    while (excess(node) > 0)
      if (!augment(node)) return false;
  return true;
}

bool SizeFlow::forbid(int group, int cluster) {
  if (!allowed(group, cluster)) return true;
  forbidden_[cell(group, cluster)] = true;
  changes_.push_back({group, cluster, 0});
  if (--choices_[static_cast<std::size_t>(group)] == 0) return false;
  if (const std::int64_t items = share(group, cluster); items > 0) {
    give(group, next_best(group, cluster), items);
    give(group, cluster, -items);
  }
  return true;
}

void SizeFlow::undo(const Mark& mark) {
  while (changes_.size() > mark.changes) {
    const Change change = changes_.back();
    if (change.items != 0) {
      give(change.group, change.cluster, -change.items);
      changes_.pop_back();
    } else {
      forbidden_[cell(change.group, change.cluster)] = false;
      ++choices_[static_cast<std::size_t>(change.group)];
      for (const Share& s : shares(change.group)) offer(change.group, s.cluster, change.cluster);
    }
    changes_.pop_back();
  }
  cost_ = mark.cost;
  potentials_ = mark.potentials;
  through_ = mark.through;
}

}  // namespace bellwether
