#include <bellwether/runs/k_sample.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/take.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/random.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/goes_together.h>
#include <bellwether/runs/usual.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr Index most_items = 2000;

/// Numbers of clusters for which the usual ways to measure items are compared.
constexpr int few = 4, many = 10;
constexpr Index items_for_each = 8;

std::vector<Link> renumbered(const std::vector<Link>& links, const std::vector<Index>& place) {
  std::vector<Link> made;
  for (const auto& [a, b] : links)
    made.emplace_back(place[static_cast<std::size_t>(a)], place[static_cast<std::size_t>(b)]);
  return made;
}

/// Rows of the sample, in order.
std::vector<Index> rows_to_keep(const Material& material, const Evidence& evidence,
                                std::uint64_t random_seed) {
  const Index all = material.items.items();
  const auto covered = covered_items(knowledge_of(evidence, {seeds, links}, material), all);
  std::vector<bool> kept(static_cast<std::size_t>(all), false);
  std::vector<Index> order = evenly(all, all);
  Random(random_seed).split(77).shuffle(order);
  for (Index i = 0; i < most_items; ++i)
    kept[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = true;
  std::vector<Index> rows;
  for (Index i = 0; i < all; ++i)
    if (kept[static_cast<std::size_t>(i)] || covered[static_cast<std::size_t>(i)]) rows.push_back(i);
  return rows;
}

/// A method that takes the items as they are is not given others; what looks at directions or counts is.
Wishes open_to_ways(const Wishes& wishes) {
  Wishes open = wishes;
  open.choose_k.reset();
  open.start.clear();
  open.options.clear();
  open.settings.clear();
  const Method* search = entry_called(wishes.method).search;
  if (search == nullptr || search->needs_counts || search->by_direction) open.method = "auto";
  if (search != nullptr && search->by_direction && !open.steps.any()) open.steps.normalise = "l2";
  if (search != nullptr && search->needs_counts) open.represent.clear();
  return open;
}

/// Another way than the likeliest must agree so much better, on average over a few numbers.
constexpr double clearly = 0.05;

/// The way under which groups in two halves of the values agree best, whether they are few or many.
Wishes measured_for_any_number(const Material& material, const Wishes& wishes, const Run& run) {
  if (usual_ways(material, wishes).size() == 1) return wishes;
  std::vector<double> agreement;
  int numbers = 0;
  for (const int clusters : {few, many}) {
    if (clusters > few && clusters * items_for_each > material.items.items()) break;
    Wishes guess = wishes;
    guess.clusters = std::min(clusters, static_cast<int>(material.items.items()));
    const Usual usual = choose_usual(material, guess, run);
    ++numbers;
    agreement.resize(std::max(agreement.size(), usual.tried.size()), 0);
    for (std::size_t w = 0; w < usual.tried.size(); ++w) agreement[w] += usual.tried[w].agreement;
  }
  Wishes guess = wishes;
  guess.clusters = 1;
  const std::vector<Way> ways = usual_ways(material, guess);
  if (agreement.empty()) return ways.front().wishes;
  const std::size_t best = std::min(first_best(Goal::maximise, agreement), ways.size() - 1);
  return ways[agreement[best] > agreement.front() + clearly * numbers ? best : 0].wishes;
}

/// k-means over a few directions instead of thousands of columns.
void reduce(Space& space, const Run& run) {
  constexpr Index dimensions = 50;
  const Index most = std::min(space.items.items(), space.items.rows().columns()) - 1;
  if (space.items.sparse() && most > dimensions)
    for (const StepPlan& step :
         plan_steps({.steps = fmt::format("svd:{} + l2", dimensions)}, false, Purpose::clustering))
      fit_and_take(step, space, run);
  make_dense(space.items);
  if (space.known.items.items() > 0) make_dense(space.known.items);
}

}  // namespace

std::vector<Index> evenly(Index all, Index most) {
  std::vector<Index> rows;
  const Index count = std::min(all, most);
  for (Index i = 0; i < count; ++i) rows.push_back(i * all / count);
  return rows;
}

KSample sample_for_k(const Material& material, const Evidence& evidence, std::uint64_t random_seed) {
  if (material.items.items() <= most_items) return {material, evidence};
  const std::vector<Index> rows = rows_to_keep(material, evidence, random_seed);
  std::vector<Index> place(static_cast<std::size_t>(material.items.items()), -1);
  for (std::size_t r = 0; r < rows.size(); ++r)
    place[static_cast<std::size_t>(rows[r])] = static_cast<Index>(r);
  KSample sample{material, evidence};
  sample.material.items = take_items(material.items, rows);
  Evidence& known = sample.evidence;
  if (!evidence.seeds.empty()) {
    known.seeds.clear();
    for (const Index row : rows) known.seeds.push_back(evidence.seeds[static_cast<std::size_t>(row)]);
  }
  known.must_link = renumbered(evidence.must_link, place);
  known.cannot_link = renumbered(evidence.cannot_link, place);
  known.known.places.clear();  // they tell of all items
  return sample;
}

KSpace space_for_k(const KSample& sample, const Wishes& wishes, const Run& run) {
  KSpace made{.wishes = measured_for_any_number(sample.material, open_to_ways(wishes), run)};
  Plan measuring = plan(sample.material, {}, made.wishes, {});
  if (!sample.evidence.known.classes.empty()) measuring.uses = {known};
  Space space = measured_space(sample.material, sample.evidence, measuring, run);
  reduce(space, run);
  made.items = std::get<Matrix>(space.items.values);
  made.space = std::make_shared<const Space>(std::move(space));
  return made;
}

}  // namespace bellwether
