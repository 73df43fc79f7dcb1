#include <bellwether/links/greedy.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

/// How many cannot-links stand behind each pair of groups that are apart.
std::vector<int> count_links(const Knowledge& knowledge, const Groups& groups) {
  std::vector<int> counts(groups.apart.size(), 0);
  const auto count = [&](int from, int to) {
    const auto others = groups.apart_from(from);
    const auto place = std::ranges::lower_bound(others, to) - others.begin();
    ++counts[groups.apart_starts[from] + place];
  };
  for (const auto& [a, b] : knowledge.cannot_link) {
    count(groups.of[a], groups.of[b]);
    count(groups.of[b], groups.of[a]);
  }
  return counts;
}

}  // namespace

std::vector<int> placing_order(int points, Random random) {
  std::vector<int> order(static_cast<std::size_t>(points));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  return order;
}

GreedyPass::GreedyPass(const Knowledge& knowledge, const Groups& groups, std::span<const int> group_of,
                       const std::vector<int>& order, bool relax)
    : knowledge_(knowledge), groups_(groups), group_of_(group_of) {
  std::vector<int> points(static_cast<std::size_t>(groups.count), 0);
  for (const int group : group_of) ++points[group];
  for (const int point : order) {
    const int group = group_of[point];
    if (points[group] > 1 || !groups.apart_from(group).empty() || groups.cluster[group] != unlabelled)
      order_.push_back(point);
  }
  if (relax) links_ = count_links(knowledge, groups);
}

void GreedyPass::place(std::vector<int>& labels, const CostsOf& costs_of, int clusters) {
  costs_.resize(static_cast<std::size_t>(clusters));
  broken_.resize(static_cast<std::size_t>(clusters));
  group_label_ = groups_.cluster;
  for (const int point : order_) {
    int& label = group_label_[group_of_[point]];
    if (label == unlabelled) label = choose(point, labels[point], costs_of);
    labels[point] = label;
  }
}

int GreedyPass::choose(int point, int nearest, const CostsOf& costs_of) {
  const int group = group_of_[point];
  const auto others = groups_.apart_from(group);
  if (std::ranges::none_of(others, [&](int other) { return group_label_[other] == nearest; })) return nearest;

  std::ranges::fill(broken_, 0);
  const auto first = groups_.apart_starts[group];
  for (std::size_t j = 0; j < others.size(); ++j)
    if (const int label = group_label_[others[j]]; label != unlabelled)
      broken_[label] += links_.empty() ? 1 : links_[first + static_cast<std::int64_t>(j)];
  const auto fewest = std::ranges::min(broken_);
  if (fewest > 0 && links_.empty()) fail(group);

  costs_of(point, costs_);
  int best = unlabelled;
  for (std::size_t k = 0; k < costs_.size(); ++k)
    if (broken_[k] == fewest && (best == unlabelled || costs_[k] < costs_[best])) best = static_cast<int>(k);
  return best;
}

void GreedyPass::fail(int group) const {
  std::vector<std::string> obstacles(broken_.size());
  for (const auto& [a, b] : knowledge_.cannot_link)
    for (const auto& [own, other] : {Link{a, b}, Link{b, a}}) {
      const int label = group_label_[groups_.of[other]];
      if (groups_.of[own] != group || label == unlabelled || !obstacles[label].empty()) continue;
      obstacles[label] = fmt::format("{} from {} in {}", knowledge_.item(own), knowledge_.item(other),
                                     knowledge_.cluster(label));
    }
  constexpr std::size_t shown = 5;
  std::string words;
  for (std::size_t k = 0; k < std::min(obstacles.size(), shown); ++k)
    words += fmt::format("{}{}", k == 0 ? "" : ", ", obstacles[k]);
  if (obstacles.size() > shown) words += fmt::format(", and so on in all {} clusters", obstacles.size());
  const auto first = std::ranges::find(groups_.of, group) - groups_.of.begin();
  refuse(
      "no cluster is left for {}{}: cannot-links keep {} ({} finds a way if there is one, {} breaks as few "
      "links as it can; or ask for more clusters, or take out links)",
      knowledge_.item(first), groups_.sizes[group] > 1 ? " and the items joined to it" : "", words,
      remedy("on_conflict", "search"), remedy("on_conflict", "relax"));
}

}  // namespace bellwether
