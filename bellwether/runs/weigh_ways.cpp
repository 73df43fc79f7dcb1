#include <bellwether/runs/weigh_ways.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <bellwether/engine/best.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// What is expected of a way weighs as much as so many facts that were held back.
double weight_of_experience(EvidenceKind kind) {
  return kind == seeds ? 120 : 240;
}

/// Facts must be met so many deviations better than by chance, and by so much: else they are noise. Two seeds
/// count twice, once with either held back, so that chance varies more than their number says.
double above_chance(EvidenceKind kind) {
  return kind == seeds ? 2.7 : 2.2;
}
constexpr double above_chance_together = 1.9;  ///< of two that saw different parts of the facts
constexpr double above_chance_of_many = 4;     ///< the best of all ways
constexpr double least_above_chance = 0.1;

/// A smaller gain is not worth moving clusters for.
double least_gain_of(EvidenceKind kind) {
  return kind == seeds ? 0.005 : 0;
}

double facts_in(const Tally& tally) {
  return static_cast<double>(tally.meant.size() + tally.must.size() + tally.cannot.size());
}

/// The default saw none of the links, so all of them test it; a way saw other links than those that test it.
/// Where links are few, each alone may miss what both show. They are not independent:
/// Var(a + b) = 2 Var(a) + 2 Var(b) - Var(a - b).
bool beyond_chance_together(const Tally& plain, const Tally& with) {
  const auto square = [](double x) { return x * x; };
  const Chance one = chance_of(plain), other = chance_of(with);
  const double variance =
      2 * square(one.deviation) + 2 * square(other.deviation) - square(deviation_between(with, plain));
  const double beyond = met(plain) - one.mean + met(with) - other.mean;
  return beyond >= above_chance_together * std::sqrt(std::max(variance, 0.0)) && beyond > least_above_chance;
}

bool beyond_chance(const Tally& tally, double deviations) {
  const Chance chance = chance_of(tally);
  const double needed = std::max(deviations * chance.deviation, least_above_chance);
  // Half of the way to all of them is enough: few facts could never be beyond chance by so many deviations,
  // and knowledge is usually right.
  return met(tally) >= chance.mean + std::min(needed, (1 - chance.mean) / 2);
}

/// Two ways say whether facts are noise, since the best of many may be good by chance: the likeliest, and the
/// one that begins at the evidence itself, for what the plain clusters know nothing of. Another must be
/// better.
bool says_something(const std::vector<Way>& ways, EvidenceKind kind, const Met& found, std::size_t best) {
  const std::size_t likeliest = first_best(Goal::maximise, ways, [](const Way& way) { return way.expected; });
  const auto own = std::ranges::find(ways, Begin::itself, &Way::begin);
  return beyond_chance(found.ways[likeliest], above_chance(kind)) ||
         beyond_chance(found.ways[best], above_chance_of_many) ||
         (kind == links && beyond_chance_together(found.plain, found.ways[likeliest])) ||
         (own != ways.end() &&
          beyond_chance(found.ways[static_cast<std::size_t>(own - ways.begin())], above_chance(kind)));
}

/// Whether most ways find the seed under one name that is not its own.
bool contradicted(const Met& found, std::size_t seed) {
  constexpr double most = 0.75;
  std::map<int, double> said;
  for (const Tally& way : found.ways) said[way.said[seed]] += 1;
  const auto name = std::ranges::max_element(said, {}, [](const auto& one) { return one.second; });
  return name->first != found.plain.meant[seed] &&
         name->second >= most * static_cast<double>(found.ways.size());
}

/// The share of the held-out seeds that seem to be wrong, beyond what right ones show as well. What no way
/// finds, nor the default, may be wrong or hard; where most ways agree on another name, it is hardly hard.
/// A few facts leave little doubt, since knowledge is usually right.
double doubt_of(const Met& found) {
  constexpr double of_right_ones = 0.2, trust_in_facts = 10;
  const std::vector<int>& meant = found.plain.meant;
  double suspicious = 0;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const auto finds = [&](const Tally& tally) { return tally.said[i] == meant[i]; };
    if (!finds(found.plain) && std::ranges::none_of(found.ways, finds)) suspicious += 0.5;
    if (contradicted(found, i)) suspicious += 0.5;
  }
  return std::max(0.0, suspicious / (static_cast<double>(meant.size()) + trust_in_facts) - of_right_ones);
}

/// What experience with right facts promises, less what wrong ones cost: a classifier learns those by heart.
/// Of links no way can gain more than the default misses.
double expected(const Way& way, EvidenceKind kind, double missing, double doubt) {
  constexpr double cost_of_doubt = 1, more_for_classifiers = 0.5, much = 0.5;
  if (kind == links) return way.expected * std::min(1.0, missing / much);
  return way.expected - doubt * (cost_of_doubt + (way.classifier ? more_for_classifiers : 0));
}

}  // namespace

Weighed weigh(const std::vector<Way>& ways, EvidenceKind kind, const Met& found) {
  Weighed weighed{.least_gain = least_gain_of(kind), .doubt = kind == seeds ? doubt_of(found) : 0};
  const double without = met(found.plain), experience = weight_of_experience(kind);
  std::vector<double> gains;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    const double facts = facts_in(found.ways[w]);
    gains.push_back((facts * (met(found.ways[w]) - without) +
                     experience * expected(ways[w], kind, 1 - without, weighed.doubt)) /
                    (facts + experience));
  }
  weighed.best = first_best(Goal::maximise, gains);
  weighed.gain = gains[weighed.best];
  weighed.beyond_chance = says_something(ways, kind, found, weighed.best);
  return weighed;
}

}  // namespace bellwether
