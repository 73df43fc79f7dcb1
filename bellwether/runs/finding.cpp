#include <bellwether/runs/finding.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/runs/assemble.h>
#include <bellwether/scores/matching.h>

namespace bellwether {

void compare_with_plain(const Job& job, Finding& finding) {
  const Knowledge of_items = knowledge_of(job.evidence, job.evidence.kinds(), job.material);
  finding.covered = covered_items(of_items, job.material.items.items());
  finding.links = report_links(of_items, finding.labels());
  finding.moved = count_moved(finding.plain.labels, finding.labels());
  finding.moved_uncovered = count_moved(finding.plain.labels, finding.labels(), finding.covered);
}

void take_result(Attempt current, const Material& material, Finding& finding) {
  finding.vectorizer = material.vectorizer;
  finding.notes = material.items.notes;
  finding.plan = std::move(current.plan);
  finding.outcome = std::move(current.outcome);
  finding.space = std::move(current.space);
  finding.notes.insert(finding.notes.end(), current.notes.begin(), current.notes.end());
  for (const Step& step : finding.space->steps) finding.vectorizer.steps.push_back(step);
  for (const RepresentationMade& made : finding.space->made)
    if (made.map.used()) {
      const auto& warnings = made.map.learned->warnings;
      finding.notes.insert(finding.notes.end(), warnings.begin(), warnings.end());
    }
}

const Verdict* Finding::verdict(EvidenceKind kind) const {
  const auto at = std::ranges::find(verdicts, kind, &Verdict::kind);
  return at == verdicts.end() ? nullptr : &*at;
}

bool Finding::used(EvidenceKind kind) const {
  const Verdict* found = verdict(kind);
  return found != nullptr && found->used;
}

const RepresentationMade* Finding::made_from(EvidenceKind kind) const {
  const auto at =
      std::ranges::find(space->made, std::optional(kind), [](const auto& made) { return made.plan.from; });
  return at == space->made.end() ? nullptr : &*at;
}

const FeatureClusters& features_in(const Finding& finding) {
  for (const RepresentationMade& made : finding.space->made)
    if (made.features.clusters > 0 && finding.outcome.features.clusters == 0) return made.features;
  return finding.outcome.features;
}

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

std::vector<std::string> cluster_names(const std::vector<std::string>& labels, int clusters) {
  if (labels.empty()) return {};
  std::vector<std::string> names = labels;
  for (int k = static_cast<int>(labels.size()); k < clusters; ++k) {
    std::string name = std::to_string(k);
    while (std::ranges::find(labels, name) != labels.end()) name = fmt::format("cluster {}", name);
    names.push_back(name);
  }
  return names;
}

}  // namespace bellwether
