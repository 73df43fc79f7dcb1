#include <bellwether/runs/shape.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/data/values.h>
#include <bellwether/links/groups.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/runs/represent.h>
#include <bellwether/scores/matching.h>

namespace bellwether {
namespace {

/// How many seeds the mean of a plain cluster is worth.
constexpr double worth = 3;

/// The plain clusters under the seeds' numbers; those that match no seeded one get the numbers left.
std::vector<int> numbered_by(const std::vector<int>& seeds, const std::vector<int>& plain, int clusters) {
  std::vector<int> found, meant;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    found.push_back(plain[i]);
    meant.push_back(seeds[i]);
  }
  std::vector<int> becomes(static_cast<std::size_t>(clusters), unmatched);
  std::vector<bool> taken(static_cast<std::size_t>(clusters), false);
  if (!found.empty()) {
    const Contingency table = cross_tabulate(found, meant);
    const std::vector<int> matching = best_matching(table);
    for (std::size_t c = 0; c < matching.size(); ++c) {
      if (matching[c] == unmatched) continue;
      const int number = table.class_labels[static_cast<std::size_t>(matching[c])];
      becomes[static_cast<std::size_t>(table.cluster_labels[c])] = number;
      taken[static_cast<std::size_t>(number)] = true;
    }
  }
  int next = 0;
  for (int& number : becomes) {
    if (number != unmatched) continue;
    while (taken[static_cast<std::size_t>(next)]) ++next;
    number = next;
    taken[static_cast<std::size_t>(next)] = true;
  }
  std::vector<int> labels;
  for (const int label : plain) labels.push_back(becomes[static_cast<std::size_t>(label)]);
  return labels;
}

}  // namespace

double shrinkage_for(const std::vector<int>& classes, Index dimensions, double doubt) {
  const std::set<int> groups(classes.begin(), classes.end());
  const auto items = std::ranges::count_if(classes, [](int c) { return c != unlabelled; });
  const auto free = static_cast<double>(items) - static_cast<double>(groups.size()) +
                    (groups.contains(unlabelled) ? 1.0 : 0.0);
  const auto all = static_cast<double>(dimensions) + 20;
  const double shrinkage = all / (all + std::max(free, 0.0));
  return shrinkage + doubt * (1 - shrinkage);
}

std::shared_ptr<const Space> shaped(const std::shared_ptr<const Space>& space, const Knowledge& knowledge,
                                    EvidenceKind from, double doubt, const Run& run) {
  const std::vector<int> classes = classes_in(knowledge, space->items.items());
  const double shrinkage = shrinkage_for(classes, space->items.rows().columns(), doubt);
  if (shrinkage >= 1) return space;
  Space made = *space;
  make_dense(made.items);
  RepresentationPlan link{
      .name = "whiten",
      .settings = {{"shrinkage", shrinkage}},
      .from = from,
      .reason = fmt::format("what varies within {} is squeezed, shrinkage {:.2f}",
                            from == EvidenceKind::seeds ? "the seeds of a cluster" : "must-linked groups",
                            shrinkage)};
  try {
    Representation map{
        .name = link.name,
        .learned = find_learner(link.name).learn(made.items.rows(), {.seeds = classes}, link.settings, run)};
    take_map(made, link, std::move(map), run);
  } catch (const InvalidInput&) {
    return space;  // groups of equal items vary in nothing
  }
  return std::make_shared<const Space>(std::move(made));
}

std::vector<int> begin_from(Begin begin, const Dataset& items, const std::vector<int>& seeds,
                            const std::vector<int>& plain, int clusters, const Run& run) {
  if (begin == Begin::itself) return {};
  std::vector<int> start = numbered_by(seeds, plain, clusters);
  if (begin == Begin::plain || seeds.empty()) return start;
  Matrix centres = means_of(items.rows(), start, clusters);
  std::vector<double> count(static_cast<std::size_t>(clusters), worth);
  Matrix sums = worth * centres;
  for_each_value(items.rows(), [&](Index i, Index j, double value) {
    if (const int seed = seeds[static_cast<std::size_t>(i)]; seed != unlabelled) sums(seed, j) += value;
  });
  for (const int seed : seeds)
    if (seed != unlabelled) count[static_cast<std::size_t>(seed)] += 1;
  for (int c = 0; c < clusters; ++c) centres.row(c) = sums.row(c) / count[static_cast<std::size_t>(c)];
  return place_by_means(items.rows(), centres, run).labels;
}

}  // namespace bellwether
