#include <bellwether/runs/standings.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/scores/paired_t_test.h>

namespace bellwether {
namespace {

/// The same clusters under other numbers have the same score but for the order of its sums.
constexpr double rounding = 1e-12;
constexpr std::size_t most_rivals = 3;  ///< that the verdict names; the table marks all

double main_mean(const Standing& standing) {
  return standing.score(main_score)->mean();
}

void compare(const Standing& best, Standing& other) {
  std::vector<double> theirs = best.score(main_score)->values, own = other.score(main_score)->values;
  const std::size_t pairs = std::min(theirs.size(), own.size());
  theirs.resize(pairs);
  own.resize(pairs);
  double sum = 0, least = 1, most = -1;
  for (std::size_t i = 0; i < pairs; ++i) {
    const double difference = own[i] - theirs[i];
    sum += difference;
    least = std::min(least, difference);
    most = std::max(most, difference);
  }
  other.difference = sum / static_cast<double>(pairs);
  if (pairs > 1 && most - least > rounding) {
    other.p = paired_t_test(own, theirs).p;
    // A test over few repeats tells nothing apart: then no repeat of the one may reach those of the other.
    const bool overlap = *std::ranges::max_element(own) >= *std::ranges::min_element(theirs) - rounding;
    other.best = *other.p >= told_apart && overlap;
  } else {
    other.same_every_time = pairs > 1;
    other.best = std::abs(*other.difference) <= rounding;
  }
  // Of fewer repeats: there it did better, and only the others made the best the best.
  if (*other.difference > rounding) other.best = true;
}

std::string p_in_words(double p) {
  return p < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.2g}", p);
}

/// "paired t-test over 10 repeats: p = 0.003"
std::string test_in_words(const Standing& best, const Standing& other) {
  const std::size_t pairs = std::min(best.repeats(), other.repeats());
  if (other.p) return fmt::format("paired t-test over {} repeats: {}", pairs, p_in_words(*other.p));
  return other.same_every_time ? "the same in every repeat" : "a single repeat, so there is no test";
}

std::string rival_in_words(const Standing& other) {
  return fmt::format("{} ({:.3f}, {})", other.method, main_mean(other),
                     other.p                 ? p_in_words(*other.p)
                     : other.same_every_time ? "the same in every repeat"
                                             : "a single repeat");
}

/// "a, b and c"
std::string in_a_row(std::vector<std::string> words) {
  const std::string last = words.back();
  words.pop_back();
  return words.empty() ? last : fmt::format("{} and {}", fmt::join(words, ", "), last);
}

std::string verdict_on(const std::vector<Standing>& methods) {
  const Standing& best = methods.front();
  if (methods.size() == 1)
    return fmt::format("{} alone could run: there is nothing to compare it with", best.method);
  std::vector<std::string> rivals;
  const Standing* next = nullptr;
  for (const Standing& other : methods) {
    if (&other == &best) continue;
    if (other.best)
      rivals.push_back(rival_in_words(other));
    else if (next == nullptr)
      next = &other;
  }
  if (rivals.empty())
    return fmt::format("{} is best by NMI: {:.3f} against {:.3f} of {} ({})", best.method, main_mean(best),
                       main_mean(*next), next->method, test_in_words(best, *next));
  const std::size_t more = rivals.size() - std::min(rivals.size(), most_rivals);
  rivals.resize(rivals.size() - more);
  if (more > 0) rivals.push_back(more == 1 ? "another" : fmt::format("{} others", more));
  std::string text = fmt::format("{} has the highest NMI, {:.3f}, but is not told apart from {}", best.method,
                                 main_mean(best), in_a_row(rivals));
  if (next != nullptr)
    text += fmt::format("; the next, {}, has {:.3f} ({})", next->method, main_mean(*next),
                        test_in_words(best, *next));
  return text;
}

}  // namespace

double Spread::mean() const {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<double> Spread::deviation() const {
  if (values.size() < 2) return {};
  const double middle = mean();
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

const Spread* Standing::score(const std::string& name) const {
  const auto at = std::ranges::find(scores, name, &std::pair<std::string, Spread>::first);
  return at == scores.end() ? nullptr : &at->second;
}

Standings rank(std::vector<Standing> methods) {
  Standings all{.methods = std::move(methods)};
  all.ranked = std::ranges::all_of(all.methods, [](const Standing& s) { return s.score(main_score); });
  if (!all.ranked) {
    all.verdict = fmt::format(
        "without the truth ({}) no method can be called best; agreement says how alike the repeats of a "
        "method are, and a method can be wrong in the same way every time",
        setting("truth"));
    return all;
  }
  std::ranges::stable_sort(all.methods, std::ranges::greater(), main_mean);
  all.methods.front().best = true;
  all.methods.front().difference = 0;
  for (auto other = all.methods.begin() + 1; other != all.methods.end(); ++other)
    compare(all.methods.front(), *other);
  all.verdict = verdict_on(all.methods);
  return all;
}

}  // namespace bellwether
