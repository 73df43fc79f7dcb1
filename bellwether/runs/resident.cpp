#include <bellwether/runs/resident.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/methods/over_device.h>
#include <bellwether/runs/judge.h>

namespace bellwether {
namespace {

std::vector<bool> named_by(std::span<const int> seeds) {
  std::vector<bool> named;
  for (const int seed : seeds) named.push_back(seed != unlabelled);
  return named;
}

}  // namespace

Finding carry_out(const ResidentRun& asked, DeviceItems& items, const Run& run) {
  const Method& method = find_method(asked.method);
  const bool seeded = !asked.seeds.empty();
  require<InvalidOption>(!seeded || asked.trust == Trust::always,
                         "seeds are not checked where the items lie on a GPU: use {}, or copy the items to "
                         "the host first",
                         remedy("trust", "always"));
  require<InvalidOption>(!seeded || method.takes.contains(EvidenceKind::seeds),
                         "{} takes no seeds: use its seeded or its constrained form", method.name);
  Finding finding{.space = std::make_shared<const Space>(), .columns = asked.columns};
  const Method& plain = plain_twin(method);
  Outcome unguided = cluster_on_device(plain.name, items, {}, asked.settings,
                                       seeded ? with_stage(run, "clustering without the knowledge") : run);
  finding.plain = unguided.clustering;
  finding.plain_method = plain.name;
  finding.plan.search = {.method = plain.name, .settings = asked.settings, .reason = "asked for"};
  finding.outcome = std::move(unguided);
  if (!seeded) return finding;

  finding.plan.search.method = method.name;
  finding.outcome = cluster_on_device(method.name, items, asked.seeds, asked.settings, run);
  finding.verdicts = {{.kind = EvidenceKind::seeds,
                       .used = true,
                       .measure = measure_of(EvidenceKind::seeds),
                       .reason = "not checked, as asked"}};
  finding.covered = named_by(asked.seeds);
  finding.moved = count_moved(finding.plain.labels, finding.labels());
  finding.moved_uncovered = count_moved(finding.plain.labels, finding.labels(), finding.covered);
  finding.names = cluster_names(asked.seed_names, finding.outcome.clustering.clusters);
  return finding;
}

}  // namespace bellwether
