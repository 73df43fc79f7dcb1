#pragma once
// The best of several results, where ties are ties. Searches that end in the same optimum differ in the last
// bits of its objective, and those depend on the processor (BLAS has other loops for each kind). So the first
// of all results within a relative `tie` of the best is taken, whatever the order in which they come.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <bellwether/engine/clustering.h>

namespace bellwether {

/// Objectives that differ by no more than this share of the best are equal. Rounding is far below: sums of a
/// million terms are good to 1e-12 or so; and no user can tell two optima that near apart.
inline constexpr double tie = 1e-9;

namespace detail {

/// Smaller is better; what is not a number is worse than all that is.
inline double cost_of(Goal goal, double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::infinity();
  return goal == Goal::minimise ? value : -value;
}

inline bool as_good(double cost, double best) {
  return cost == best || cost <= best + tie * std::abs(best);
}

}  // namespace detail

/// True if `a` is the better objective by more than a tie.
inline bool clearly_better(Goal goal, double a, double b) {
  return !detail::as_good(detail::cost_of(goal, b), detail::cost_of(goal, a));
}

/// The first of `values` that ties with the best of them, as `number_of` measures; there is at least one.
template <class Values, class NumberOf = std::identity>
std::size_t first_best(Goal goal, const Values& values, const NumberOf& number_of = {}) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& value : values) best = std::min(best, detail::cost_of(goal, number_of(value)));
  std::size_t at = 0;
  for (const auto& value : values) {
    if (detail::as_good(detail::cost_of(goal, number_of(value)), best)) return at;
    ++at;
  }
  return 0;
}

/// The same for results that come one by one in any order, each with its number: only those that may still
/// turn out to be the first of the best are kept, seldom more than one or two.
template <class Result>
class FirstBest {
 public:
  explicit FirstBest(Goal goal = Goal::minimise) : goal_(goal) {}

  void offer(int number, double value, Result result) {
    const double cost = detail::cost_of(goal_, value);
    best_ = std::min(best_, cost);
    // An earlier one that is no worse, and this can no longer be chosen.
    const auto beats = [](const Entry& a, const Entry& b) { return a.number < b.number && a.cost <= b.cost; };
    Entry entry{number, cost, std::move(result)};
    std::erase_if(kept_, [&](const Entry& e) { return !detail::as_good(e.cost, best_) || beats(entry, e); });
    if (!detail::as_good(cost, best_)) return;
    if (std::ranges::any_of(kept_, [&](const Entry& e) { return beats(e, entry); })) return;
    kept_.push_back(std::move(entry));
  }

  bool empty() const { return kept_.empty(); }

  /// Once, when all have been offered and there was one.
  Result take() { return std::move(std::ranges::min_element(kept_, {}, &Entry::number)->result); }

 private:
  struct Entry {
    int number;
    double cost;
    Result result;
  };
  Goal goal_;
  double best_ = std::numeric_limits<double>::infinity();
  std::vector<Entry> kept_ = {};
};

}  // namespace bellwether
