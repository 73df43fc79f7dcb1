#include <bellwether/runs/learn_check.h>

#include <algorithm>
#include <cmath>

#include <bellwether/mixtures/starts.h>
#include <bellwether/runs/facts.h>
#include <bellwether/transforms/pairs.h>

namespace bellwether {
namespace {

constexpr std::size_t fewest_pairs = 10;  ///< of each kind, to tell an order from chance
constexpr Index most_pairs = 1000;        ///< drawn from labels

std::vector<double> distances(const Rows& items, const std::vector<Link>& pairs) {
  std::vector<double> squares;
  for (const auto& [a, b] : pairs)
    squares.push_back((dense_row(items, a) - dense_row(items, b)).squaredNorm());
  return squares;
}

/// The share of (similar, dissimilar) pairs of pairs in which the similar one is nearer; equal ones count
/// half.
double order(const Rows& items, const LabelledPairs& pairs) {
  const auto near = distances(items, pairs.similar);
  auto far = distances(items, pairs.dissimilar);
  std::ranges::sort(far);
  double right = 0;
  for (const double d : near) {
    const auto [first, last] = std::equal_range(far.begin(), far.end(), d);
    right += static_cast<double>(far.end() - last) + 0.5 * static_cast<double>(last - first);
  }
  return right / (static_cast<double>(near.size()) * static_cast<double>(far.size()));
}

}  // namespace

LearnCheck check_learner(const Learner& learner, const Dataset& items, const Knowledge& knowledge,
                         const Settings& settings, const Run& run) {
  LearnCheck check{.asked = true};
  const std::vector<Fold> folds = folds_of(knowledge, 2);
  if (folds.size() < 2) return check;
  for (const Fold& fold : folds) {
    const LabelledPairs pairs = pairs_of(fold.held_back, most_pairs, 0);
    if (pairs.similar.size() < fewest_pairs || pairs.dissimilar.size() < fewest_pairs) return check;
  }
  check.possible = true;
  for (const Fold& fold : folds) {
    const LabelledPairs pairs = pairs_of(fold.held_back, most_pairs, 0);
    Dataset mapped = items;
    apply(learner.learn(items.rows(), fold.used, settings, run).map, mapped, run);
    check.learned += order(mapped.rows(), pairs) / 2;
    check.plain += order(items.rows(), pairs) / 2;
  }
  check.used = check.learned >= check.plain;
  return check;
}

}  // namespace bellwether
