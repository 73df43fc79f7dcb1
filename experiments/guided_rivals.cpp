#include <experiments/guided_rivals.h>

#include <fmt/format.h>

#include <algorithm>

#include <experiments/processor_seconds.h>

namespace bellwether::experiments {

Timed find(const Material& material, const Evidence& evidence, const Wishes& wishes, const Run& run) {
  const double began = processor_seconds();
  Finding finding = carry_out(material, evidence, plan(material, evidence, wishes), run);
  return {std::move(finding), processor_seconds() - began};
}

Wishes usual_measures(const GuidedSet& set, Wishes wishes, const std::string& method) {
  const Rows rows = set.material.items.rows();
  constexpr Index dimensions = 100;
  wishes.method = method;
  wishes.steps.steps = set.counts ? fmt::format("ltc + svd:{} + l2",
                                                std::min({dimensions, rows.rows() - 1, rows.columns() - 1}))
                                  : "standard";
  return wishes;
}

std::vector<int> default_before(const Material& material, Wishes wishes, const Run& run) {
  wishes.method = material.items.sparse() ? "spherical-kmeans" : "kmeans";
  return find(material, {}, wishes, run).finding.labels();
}

}  // namespace bellwether::experiments
