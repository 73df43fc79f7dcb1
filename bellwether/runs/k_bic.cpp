#include <bellwether/runs/k_bic.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/attempt.h>
#include <bellwether/runs/goes_together.h>
#include <bellwether/runs/method_settings.h>

namespace bellwether {
namespace {

/// So many numbers in a row that are worse, and larger ones will be, too.
constexpr int patience = 4;

std::optional<double> figure(const Clustering& found) {
  const auto at = std::ranges::find(found.figures, "bic", [](const auto& f) { return f.first; });
  return at == found.figures.end() ? std::nullopt : std::optional(at->second);
}

Attempt mixture(const KSample& sample, Wishes wishes, const std::vector<int>& from, int clusters,
                const Attempt* before, const Run& run) {
  const Evidence nothing;
  wishes.choose_k.reset();
  wishes.clusters = clusters;
  wishes.start = from;
  const Method& method = find_method(wishes.method);
  wishes.settings = with_restarts(std::move(wishes.settings), method, [](std::int64_t) { return 1; });
  return attempt({sample.material, nothing, wishes}, {}, before, run);
}

}  // namespace

bool has_bic(const Wishes& wishes) {
  const std::string name = search_wished(wishes);
  if (name == "auto") return false;
  const std::string& plain = plain_twin(find_method(name)).name;
  return plain == "gm" || plain == "vm" || plain == "multinomial";
}

std::optional<double> KBic::of(int clusters) const {
  const auto at = static_cast<std::size_t>(clusters) - 1;
  return at < values.size() ? values[at] : std::nullopt;
}

KBic bic_along(const KSample& sample, const Wishes& wishes, const KCurve& curve, const KRange& range,
               const Run& run) {
  if (!has_bic(wishes)) return {};
  KBic bic{.values = std::vector<std::optional<double>>(curve.points.size())};
  Wishes plain = wishes;
  plain.method = plain_twin(find_method(search_wished(wishes))).name;
  Attempt before;
  double best = std::numeric_limits<double>::infinity();
  int worse = 0;
  for (int k = range.least; k <= std::min(range.most, curve.most()) && worse < patience; ++k) {
    if (run.stop.stop_requested()) break;
    const auto at = static_cast<std::size_t>(k) - 1;
    try {
      before = mixture(sample, plain, curve.points[at].labels, k, before.space ? &before : nullptr, run);
      bic.values[at] = figure(before.outcome.clustering);
    } catch (const InvalidInput&) {
      continue;  // so many cannot be told apart by this mixture
    }
    worse = bic.values[at] && *bic.values[at] < best ? 0 : worse + 1;
    if (bic.values[at]) best = std::min(best, *bic.values[at]);
  }
  if (std::ranges::none_of(bic.values, [](const auto& value) { return value.has_value(); })) return {};
  return bic;
}

void choose_by_bic(const KBic& bic, KChoice& choice) {
  std::vector<int> numbers;
  for (int k = 1; k <= std::ssize(bic.values); ++k)
    if (bic.of(k)) numbers.push_back(k);
  const auto value = [&](int k) { return *bic.of(k); };
  choice.rule = KRule::bic;
  choice.clusters = numbers[first_best(Goal::minimise, numbers, value)];
  double weights = 0;
  for (const int k : numbers) weights += std::exp((value(choice.clusters) - value(k)) / 2);
  choice.sure = 1 / weights;
  const double best = value(choice.clusters);
  std::erase(numbers, choice.clusters);
  choice.runner_up = numbers.empty() ? 0 : numbers[first_best(Goal::minimise, numbers, value)];
  choice.reason = fmt::format("the smallest BIC, {:.6g}", best);
  if (choice.runner_up != 0)
    choice.reason += fmt::format("; with {} {:.6g}", choice.runner_up, value(choice.runner_up));
}

}  // namespace bellwether
