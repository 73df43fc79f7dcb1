#include <bellwether/methods/held_back.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <bellwether/engine/random.h>
#include <bellwether/links/groups.h>
#include <bellwether/scores/agreement.h>

namespace bellwether {
namespace {

/// Alternately, so that both halves have their share of the whole file.
void split(const std::vector<Link>& links, std::vector<Link>& first, std::vector<Link>& second) {
  for (std::size_t i = 0; i < links.size(); ++i) (i % 2 == 0 ? first : second).push_back(links[i]);
}

/// The adjusted Rand index with the seeds, and its deviation over shuffled seeds.
Agreement agreement_with_seeds(const std::vector<int>& labels, const std::vector<int>& seeds) {
  constexpr int shuffles = 100;
  std::vector<int> found, meant;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    found.push_back(labels[i]);
    meant.push_back(seeds[i]);
  }
  if (std::set<int>(meant.begin(), meant.end()).size() < 2)
    return {0, std::numeric_limits<double>::infinity()};
  Agreement result{adjusted_rand_index(cross_tabulate(found, meant)), 0};
  Random random(0);
  double squares = 0;
  for (int s = 0; s < shuffles; ++s) {
    random.shuffle(meant);
    const double by_chance = adjusted_rand_index(cross_tabulate(found, meant));
    squares += by_chance * by_chance;
  }
  result.chance = std::sqrt(squares / shuffles);
  return result;
}

/// What of a link file can still prove something: links that closure does not already give.
struct Unproved {
  std::vector<Link> must, cannot;
};

Unproved unproved(const Knowledge& held_back, const Knowledge& used, Index items) {
  const Groups groups = close_links({.must_link = used.must_link}, items, 1);
  std::set<std::pair<int, int>> apart;
  for (const auto& [a, b] : used.cannot_link) apart.insert(std::minmax(groups.of[a], groups.of[b]));
  const auto open = [&](const Link& link) {
    const int a = groups.of[link.first], b = groups.of[link.second];
    return a != b && !apart.contains(std::minmax(a, b));
  };
  Unproved left;
  std::ranges::copy_if(held_back.must_link, std::back_inserter(left.must), open);
  std::ranges::copy_if(held_back.cannot_link, std::back_inserter(left.cannot), open);
  return left;
}

/// With q the chance that two items share a cluster, links that hold by chance are a share q of the
/// must-links and 1 - q of the cannot-links: (held - expected) / (1 - expected).
Agreement agreement_with_links(const std::vector<int>& labels, const std::vector<Link>& links, bool must) {
  if (links.empty()) return {0, std::numeric_limits<double>::infinity()};
  std::map<int, double> sizes;
  for (const int label : labels) sizes[label] += 1;
  const auto items = static_cast<double>(labels.size());
  double together = 0;
  for (const auto& [label, size] : sizes) together += size / items * (size / items);
  const double expected = must ? together : 1 - together;
  const auto count = static_cast<double>(links.size());
  if (expected >= 1) return {0, std::numeric_limits<double>::infinity()};
  const auto held = static_cast<double>(std::ranges::count_if(
      links, [&](const Link& link) { return (labels[link.first] == labels[link.second]) == must; }));
  const double rest = 1 - expected;
  return {(held / count - expected) / rest, std::sqrt(expected * rest / count) / rest};
}

}  // namespace

std::pair<Knowledge, Knowledge> halves(const Knowledge& knowledge) {
  Knowledge first = knowledge, second = knowledge;
  for (Knowledge* half : {&first, &second}) {
    half->must_link.clear();
    half->cannot_link.clear();
  }
  std::map<int, int> met;
  for (std::size_t i = 0; i < knowledge.seeds.size(); ++i) {
    if (knowledge.seeds[i] == unlabelled) continue;
    (met[knowledge.seeds[i]]++ % 2 == 0 ? second : first).seeds[i] = unlabelled;
  }
  split(knowledge.must_link, first.must_link, second.must_link);
  split(knowledge.cannot_link, first.cannot_link, second.cannot_link);
  return {std::move(first), std::move(second)};
}

Agreement agreement(const std::vector<int>& labels, const Knowledge& held_back, const Knowledge& used) {
  const Unproved links = unproved(held_back, used, static_cast<Index>(labels.size()));
  Agreement total;
  int kinds = 0;
  for (const Agreement& part :
       {agreement_with_seeds(labels, held_back.seeds), agreement_with_links(labels, links.must, true),
        agreement_with_links(labels, links.cannot, false)}) {
    if (!std::isfinite(part.chance)) continue;
    ++kinds;
    total.value += part.value;
    total.chance += part.chance * part.chance;
  }
  if (kinds == 0) return {0, std::numeric_limits<double>::infinity()};
  return {total.value / kinds, std::sqrt(total.chance) / kinds};
}

}  // namespace bellwether
