#include <bellwether/runs/facts.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <bellwether/links/groups.h>
#include <bellwether/scores/matching.h>

namespace bellwether {
namespace {

/// Keeps of `all` what is in the fold, or what is not.
template <class Part>
std::vector<Part> dealt(const std::vector<Part>& all, std::size_t folds, std::size_t fold, bool inside) {
  std::vector<Part> some;
  for (std::size_t i = 0; i < all.size(); ++i)
    if ((i % folds == fold) == inside) some.push_back(all[i]);
  return some;
}

Knowledge part_of(const Knowledge& all, const std::vector<int>& fold_of_seed, std::size_t folds,
                  std::size_t fold, bool inside) {
  Knowledge part = all;
  for (std::size_t i = 0; i < part.seeds.size(); ++i)
    if ((fold_of_seed[i] == static_cast<int>(fold)) != inside) part.seeds[i] = unlabelled;
  part.must_link = dealt(all.must_link, folds, fold, inside);
  part.cannot_link = dealt(all.cannot_link, folds, fold, inside);
  part.must_weights = dealt(all.must_weights, folds, fold, inside);
  part.cannot_weights = dealt(all.cannot_weights, folds, fold, inside);
  return part;
}

/// The fold of each seed, cluster by cluster; -1 for items without, and for the only seed of a cluster.
std::vector<int> deal_seeds(const std::vector<int>& seeds, int folds) {
  std::map<int, std::vector<std::size_t>> of_cluster;
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (seeds[i] != unlabelled) of_cluster[seeds[i]].push_back(i);
  std::vector<int> fold(seeds.size(), -1);
  int next = 0;
  for (const auto& [cluster, items] : of_cluster) {
    if (items.size() < 2) continue;
    for (const std::size_t i : items) fold[i] = next++ % folds;
  }
  return fold;
}

std::size_t facts_in(const Knowledge& knowledge) {
  const auto seeds = std::ranges::count_if(knowledge.seeds, [](int seed) { return seed != unlabelled; });
  return static_cast<std::size_t>(seeds) + knowledge.must_link.size() + knowledge.cannot_link.size();
}

double mean_of(const std::vector<bool>& met) {
  return static_cast<double>(std::ranges::count(met, true)) / static_cast<double>(met.size());
}

double hits(const Tally& tally, std::size_t i) {
  return tally.said[i] == tally.meant[i] ? 1 : 0;
}

/// The chance that two items share a cluster.
double sharing(const Tally& tally) {
  return std::accumulate(tally.together.begin(), tally.together.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(tally.together.size(), 1));
}

double square(double x) {
  return x * x;
}

/// The weight of a seed and of each kind of link in met().
struct Weights {
  double seed = 0, must = 0, cannot = 0;
};
Weights weights_of(const Tally& tally) {
  const bool both = !tally.meant.empty() && !(tally.must.empty() && tally.cannot.empty());
  const auto share = [&](std::size_t facts) {
    return facts == 0 ? 0.0 : (both ? 0.5 : 1.0) / static_cast<double>(facts);
  };
  return {share(tally.meant.size()), share(tally.must.size()), share(tally.cannot.size())};
}

double differing(const std::vector<bool>& a, const std::vector<bool>& b) {
  double count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

}  // namespace

std::vector<Fold> folds_of(const Knowledge& knowledge, int most) {
  const std::vector<int> seeds = deal_seeds(knowledge.seeds, most);
  std::vector<Fold> folds;
  for (int f = 0; f < most; ++f) {
    const auto fold = static_cast<std::size_t>(f), all = static_cast<std::size_t>(most);
    Fold made{part_of(knowledge, seeds, all, fold, false), part_of(knowledge, seeds, all, fold, true)};
    if (facts_in(made.held_back) > 0 && facts_in(made.used) > 0) folds.push_back(std::move(made));
  }
  return folds;
}

void count_met(const std::vector<int>& labels, const Fold& fold, Tally& tally) {
  const Knowledge& held = fold.held_back;
  for (std::size_t i = 0; i < held.seeds.size(); ++i) {
    if (held.seeds[i] == unlabelled) continue;
    tally.said.push_back(labels[i]);
    tally.meant.push_back(held.seeds[i]);
  }
  const Groups groups = close_links({.must_link = fold.used.must_link}, std::ssize(labels), 1);
  std::set<std::pair<int, int>> apart;
  for (const auto& [a, b] : fold.used.cannot_link) apart.insert(std::minmax(groups.of[a], groups.of[b]));
  const auto count = [&](const std::vector<Link>& links, bool together, std::vector<bool>& into) {
    for (const auto& [a, b] : links) {
      const int first = groups.of[a], second = groups.of[b];
      if (first != second && !apart.contains(std::minmax(first, second)))
        into.push_back((labels[a] == labels[b]) == together);
    }
  };
  count(held.must_link, true, tally.must);
  count(held.cannot_link, false, tally.cannot);
  std::map<int, double> sizes;
  for (const int label : labels) sizes[label] += 1;
  double together = 0;
  for (const auto& [label, size] : sizes) together += square(size / static_cast<double>(labels.size()));
  tally.together.push_back(together);
}

std::vector<int> named_by(const std::vector<int>& labels, const std::vector<int>& seeds) {
  std::vector<int> found, meant;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    found.push_back(labels[i]);
    meant.push_back(seeds[i]);
  }
  if (meant.empty()) return labels;
  const Contingency table = cross_tabulate(found, meant);
  const std::vector<int> matching = best_matching(table);
  std::map<int, int> name;
  for (std::size_t c = 0; c < matching.size(); ++c)
    if (matching[c] != unmatched)
      name[table.cluster_labels[c]] = table.class_labels[static_cast<std::size_t>(matching[c])];
  std::vector<int> named;
  for (const int label : labels) {
    const auto known = name.find(label);
    named.push_back(known == name.end() ? unmatched : known->second);
  }
  return named;
}

double met(const Tally& tally) {
  const Weights weights = weights_of(tally);
  double value = 0;
  for (std::size_t i = 0; i < tally.meant.size(); ++i) value += weights.seed * hits(tally, i);
  if (tally.must.empty() && tally.cannot.empty()) return value;
  const double share = tally.meant.empty() ? 1 : 0.5;
  const double together = tally.must.empty() ? sharing(tally) : mean_of(tally.must);
  const double meeting = tally.cannot.empty() ? sharing(tally) : 1 - mean_of(tally.cannot);
  return value + share * (together - meeting);
}

Chance chance_of(const Tally& tally) {
  const Weights weights = weights_of(tally);
  Chance chance;
  if (!tally.meant.empty()) {
    std::map<int, double> said, meant;
    const auto facts = static_cast<double>(tally.meant.size());
    for (const int cluster : tally.said) said[cluster] += 1 / facts;
    for (const int cluster : tally.meant) meant[cluster] += 1 / facts;
    double q = 0;
    for (const auto& [cluster, share] : meant) q += share * said[cluster];
    chance.mean = weights.seed * facts * q;
    chance.deviation = square(weights.seed) * facts * q * (1 - q);
  }
  const double q = sharing(tally);
  chance.deviation += q * (1 - q) *
                      (square(weights.must) * static_cast<double>(tally.must.size()) +
                       square(weights.cannot) * static_cast<double>(tally.cannot.size()));
  chance.deviation = std::sqrt(chance.deviation);
  return chance;
}

double deviation_between(const Tally& a, const Tally& b) {
  const Weights weights = weights_of(a);
  double squares = square(weights.must) * differing(a.must, b.must) +
                   square(weights.cannot) * differing(a.cannot, b.cannot);
  for (std::size_t i = 0; i < a.meant.size(); ++i)
    if (hits(a, i) != hits(b, i)) squares += square(weights.seed);
  return std::sqrt(squares);
}

}  // namespace bellwether
