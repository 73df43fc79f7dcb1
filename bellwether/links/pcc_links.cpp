#include <bellwether/links/pcc_links.h>

#include <algorithm>
#include <utility>

namespace bellwether::pcc_parts {
namespace {

using WeightedLink = std::pair<Link, double>;

/// With a smaller item number first, sorted, each once.
std::vector<WeightedLink> distinct(const std::vector<Link>& links, const std::vector<double>& weights) {
  std::vector<WeightedLink> all;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto [first, second] = std::minmax(links[i].first, links[i].second);
    if (first != second) all.push_back({{first, second}, weights.empty() ? 1.0 : weights[i]});
  }
  const auto heavier_first = [](const WeightedLink& a, const WeightedLink& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  const auto same_link = [](const WeightedLink& a, const WeightedLink& b) { return a.first == b.first; };
  std::sort(all.begin(), all.end(), heavier_first);
  all.erase(std::unique(all.begin(), all.end(), same_link), all.end());
  return all;
}

}  // namespace

LinkGraph::LinkGraph(const Knowledge& knowledge, Index items) {
  const auto add = [&](const std::vector<WeightedLink>& more) {
    for (const auto& [link, weight] : more) {
      links.push_back(link);
      weights.push_back(weight);
    }
  };
  add(distinct(knowledge.must_link, knowledge.must_weights));
  must_links = links.size();
  add(distinct(knowledge.cannot_link, knowledge.cannot_weights));

  std::vector<std::size_t> degrees(static_cast<std::size_t>(items), 0);
  for (const Link& link : links) {
    ++degrees[link.first];
    ++degrees[link.second];
  }
  place.assign(static_cast<std::size_t>(items), -1);
  starts.push_back(0);
  for (Index i = 0; i < items; ++i) {
    if (degrees[i] == 0) continue;
    place[i] = static_cast<int>(linked.size());
    linked.push_back(i);
    starts.push_back(starts.back() + degrees[i]);
  }
  neighbours.resize(starts.back());
  auto next = starts;
  for (std::size_t link = 0; link < links.size(); ++link) {
    const Link pair = links[link];
    neighbours[next[place[pair.first]]++] = {link, pair.second};
    neighbours[next[place[pair.second]]++] = {link, pair.first};
  }
}

void FarPairs::renew(const ClusterMetrics& metrics) {
  const auto count = static_cast<std::size_t>(metrics.count());
  pairs_.resize(count, pairs_.empty() ? FarPair{} : pairs_.front());
  steps_.assign(count, 0);
  std::vector<Link> known;
  for (const FarPair& pair : pairs_) known.emplace_back(pair.first, pair.second);
  const Matrix lengths = metrics.squared_distances(items_, known);
  for (std::size_t m = 0; m < count; ++m)
    pairs_[m].squared = lengths(static_cast<Index>(m), static_cast<Index>(m));
}

void FarPairs::improve(const ClusterMetrics& metrics, Index metric) {
  const auto m = static_cast<std::size_t>(metric);
  const auto find = steps_[m] == 0 ? far_pair : farthest_pair;
  if (metrics.is_full()) {
    const Matrix space = items_.visit([&](const auto& rows) -> Matrix {
      if constexpr (requires { rows.matrix(); })
        return rows.matrix() * metrics.factor(metric);
      else
        return {};  // a full metric makes its items dense
    });
    pairs_[m] = find(space, {}, pairs_[m]);
  } else {
    pairs_[m] = find(items_, metrics.weights().row(metric).transpose(), pairs_[m]);
  }
  ++steps_[m];
}

LinkedChoice::LinkedChoice(const LinkGraph& graph, const Matrix& scores, const Matrix& lengths,
                           const ClusterMetrics& metrics, FarPairs& far, const LinkPrices& prices,
                           std::span<const int> held)
    : graph_(graph),
      scores_(scores),
      lengths_(lengths),
      metrics_(metrics),
      far_(far),
      prices_(prices),
      held_(held),
      costs_(scores.cols()),
      bounded_(static_cast<std::size_t>(scores.cols())) {}

double LinkedChoice::must_cost(std::size_t link, Index a, Index b) const {
  const double price = prices_.must * graph_.weights[link];
  if (!prices_.scaled) return price;
  const auto row = static_cast<Index>(link);
  return price * 0.5 * (lengths_(row, metrics_.of(a)) + lengths_(row, metrics_.of(b)));
}

double LinkedChoice::cannot_cost(std::size_t link, Index cluster) const {
  const double price = prices_.cannot * graph_.weights[link];
  if (!prices_.scaled) return price;
  const Index metric = metrics_.of(cluster);
  return price * (far_[metric].squared - lengths_(static_cast<Index>(link), metric));
}

/// Every cluster but the partner's breaks the link. With one metric for all that is the same cost for each of
/// them, so that the partner's cluster is cheaper by as much.
void LinkedChoice::add_must(std::size_t link, int other) {
  if (!prices_.scaled || metrics_.count() == 1) {
    costs_[other] -= must_cost(link, other, other);
    return;
  }
  const double present = costs_[other];
  const auto lengths = lengths_.row(static_cast<Index>(link)).transpose();
  costs_.array() += 0.5 * prices_.must * graph_.weights[link] * (lengths.array() + lengths[other]);
  costs_[other] = present;
}

void LinkedChoice::add_cannot(std::size_t link, int other) {
  costs_[other] += cannot_cost(link, other);
  if (prices_.scaled && !far_.exact(metrics_.of(other))) bounded_[other] = 1;
}

/// The cheapest cluster; of equal ones the present one, or the first. Farthest pairs that are not known are
/// replaced by far ones: if even so another cluster is cheaper, it does not matter how far the farthest are.
int LinkedChoice::best_cluster(std::size_t k, const std::vector<int>& labels) {
  const int present = labels[graph_.linked[k]];
  while (true) {
    costs_ = scores_.row(static_cast<Index>(k)).transpose();
    std::fill(bounded_.begin(), bounded_.end(), char{0});
    for (const auto& neighbour : graph_.of(k)) {
      const int other = labels[neighbour.item];
      if (other == unlabelled) continue;
      if (graph_.must(neighbour.link))
        add_must(neighbour.link, other);
      else
        add_cannot(neighbour.link, other);
    }
    Index best = 0;
    costs_.minCoeff(&best);
    if (present != unlabelled && costs_[present] <= costs_[best]) best = present;
    if (!bounded_[best]) return static_cast<int>(best);
    far_.improve(metrics_, metrics_.of(best));
  }
}

void LinkedChoice::settle(const std::vector<int>& order, std::vector<int>& labels) {
  constexpr int sweeps =
      100;  // each move gains, so that there is an end: this is for gains that are rounding
  std::vector<char> stale(order.size(), 1);  // a partner has moved since the item chose
  bool moved = true;
  for (int sweep = 0; moved && sweep < sweeps; ++sweep) {
    moved = false;
    for (const int k : order) {
      const Index item = graph_.linked[k];
      if (!std::exchange(stale[k], char{0}) || (!held_.empty() && held_[item] != unlabelled)) continue;
      const int best = best_cluster(static_cast<std::size_t>(k), labels);
      if (best == std::exchange(labels[item], best)) continue;
      moved = true;
      for (const auto& neighbour : graph_.of(static_cast<std::size_t>(k)))
        stale[graph_.place[neighbour.item]] = 1;
    }
  }
}

double LinkedChoice::score(const std::vector<int>& labels) const {
  double sum = 0;
  for (Index k = 0; k < scores_.rows(); ++k) sum += scores_(k, labels[graph_.linked[k]]);
  return sum;
}

BrokenLinks LinkedChoice::broken(const std::vector<int>& labels) {
  BrokenLinks broken;
  for (std::size_t link = 0; link < graph_.links.size(); ++link) {
    const int a = labels[graph_.links[link].first], b = labels[graph_.links[link].second];
    if (graph_.must(link) == (a == b)) continue;
    broken.links.push_back(link);
    while (!graph_.must(link) && prices_.scaled && !far_.exact(metrics_.of(a)))
      far_.improve(metrics_, metrics_.of(a));
    broken.cost += graph_.must(link) ? must_cost(link, a, b) : cannot_cost(link, a);
  }
  return broken;
}

}  // namespace bellwether::pcc_parts
