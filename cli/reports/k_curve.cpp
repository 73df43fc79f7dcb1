#include <cli/reports/k_curve.h>
#include <cli/terminal/words.h>

#include <algorithm>
#include <optional>
#include <string>

namespace bellwether::cli {
namespace {

constexpr double longest = 40;

/// What the rule looked at: how far apart clusters are, or what they meet of seeds and links. BIC has no zero
/// to draw from.
std::optional<double> shown(const KTried& tried, KRule rule) {
  return rule == KRule::held_back ? tried.met : rule == KRule::bic ? std::nullopt : tried.apart;
}

}  // namespace

void print_k_curve(std::FILE* out, const KChoice& choice) {
  double largest = 0;
  for (const KTried& tried : choice.curve) largest = std::max(largest, shown(tried, choice.rule).value_or(0));
  if (!is_terminal(out) || largest <= 0) return;
  tell(out, "\n  {}\n", bold(out, choice.rule == KRule::held_back ? "   k     met" : "   k   apart"));
  for (const KTried& tried : choice.curve) {
    const auto value = shown(tried, choice.rule);
    if (!value) continue;
    const auto bar = static_cast<std::size_t>(std::clamp(*value / largest, 0.0, 1.0) * longest);
    tell(out, "  {:>4}  {:>6.2f}  {}{}\n", tried.clusters, *value, std::string(bar, '#'),
         tried.clusters == choice.clusters ? " *" : "");
  }
}

}  // namespace bellwether::cli
