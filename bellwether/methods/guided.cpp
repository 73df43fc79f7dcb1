#include <bellwether/methods/guided.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/methods/held_back.h>
#include <bellwether/scores/matching.h>

namespace bellwether {
namespace {

/// More than this, and a check cannot tell good knowledge from bad.
constexpr double most_chance = 0.15;

/// The same run, whose progress says what it is for.
Run with_stage(const Run& run, const char* stage) {
  Run inner = run;
  if (run.on_progress)
    inner.on_progress = [&run, stage](Progress progress) {
      progress.stage = stage;
      run.on_progress(progress);
    };
  return inner;
}

/// Each half guides and is compared with the other. Knowledge that agrees with itself no better than chance,
/// or clearly less than clusters that never saw it, does not help.
TrustCheck check(const FitWith& fit, const Knowledge& knowledge, const std::vector<int>& unguided,
                 const Run& run) {
  const auto [first, second] = halves(knowledge);
  TrustCheck found{.asked = true};
  double variance = 0;
  const auto compare = [&](const Knowledge& used, const Knowledge& held_back) {
    const auto plain = agreement(unguided, held_back, used);
    if (!(plain.chance <= most_chance * std::sqrt(2.0))) return false;
    const auto guided = agreement(fit(used, run).clustering.labels, held_back, used);
    found.guided += guided.value / 2;
    found.unguided += plain.value / 2;
    variance += plain.chance * plain.chance / 4;
    return true;
  };
  try {
    found.possible = compare(first, second) && compare(second, first);
  } catch (const InvalidInput&) {
    // All of the knowledge was possible; what a half of it lacks is no fault of the user's.
  }
  // A search that was stopped early says nothing about the knowledge.
  if (!found.possible || run.stop.stop_requested()) return {.asked = true};
  found.chance = std::sqrt(variance);
  found.used = found.guided > 2 * found.chance && found.guided >= found.unguided - found.chance;
  return found;
}

}  // namespace

Index count_moved(const std::vector<int>& before, const std::vector<int>& after,
                  const std::vector<bool>& left_out) {
  const Contingency table = cross_tabulate(before, after);
  const std::vector<int> matched = best_matching(table);
  std::vector<int> becomes(static_cast<std::size_t>(table.cluster_labels.back()) + 1, unmatched);
  for (std::size_t c = 0; c < matched.size(); ++c)
    if (matched[c] != unmatched) becomes[table.cluster_labels[c]] = table.class_labels[matched[c]];
  Index moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    if ((left_out.empty() || !left_out[i]) && becomes[before[i]] != after[i]) ++moved;
  return moved;
}

GuidedOutcome cluster_guided(const FitWith& fit, const Knowledge& knowledge, Index items, Trust trust,
                             const Run& run) {
  GuidedOutcome result;
  result.outcome = fit(knowledge, run);
  Outcome plain = fit({}, with_stage(run, "comparing with no knowledge"));
  result.unguided = plain.clustering;
  if (trust == Trust::checked)
    result.check =
        check(fit, knowledge, result.unguided.labels, with_stage(run, "checking on knowledge held back"));
  if (!result.check.used) result.outcome = std::move(plain);
  const std::vector<int>& labels = result.outcome.clustering.labels;
  result.covered = covered_items(knowledge, items);
  result.links = report_links(knowledge, labels);
  result.moved = count_moved(result.unguided.labels, labels);
  result.moved_uncovered = count_moved(result.unguided.labels, labels, result.covered);
  return result;
}

bool accepts(const Method& method, const Settings& settings) {
  try {
    const auto fields = method.options();
    for (const auto& [name, value] : settings) set_option(fields, method.name, name, value);
    return true;
  } catch (const InvalidOption&) {
    return false;
  }
}

std::optional<Choice> milder_than(const Choice& choice, const Settings& settings) {
  if (choice.milder.empty() || !accepts(find_method(choice.milder), settings)) return {};
  return Choice{
      choice.milder,
      fmt::format("to obey the knowledge ({}) does not help, but to begin from it and weigh it does",
                  choice.method)};
}

}  // namespace bellwether
