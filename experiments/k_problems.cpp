#include <experiments/k_problems.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/take.h>

namespace bellwether::experiments {
namespace {

constexpr int most_groups = 11, known_groups = 5, fewest_drawn = 3, most_drawn = 10, most_known = 8;

/// Centres are normal with a standard deviation of `spread`, items with one of 1 around them.
Matrix groups_around(Matrix& centres, std::vector<int>& truth, Index items, Random& random) {
  Matrix made(items, centres.cols());
  for (Index i = 0; i < items; ++i) {
    const auto group = random.below(centres.rows());
    truth.push_back(static_cast<int>(group));
    for (Index j = 0; j < centres.cols(); ++j) made(i, j) = centres(group, j) + random.normal();
  }
  return made;
}

Matrix draw_centres(int groups, Index features, double spread, Random& random) {
  Matrix centres(groups, features);
  for (Index g = 0; g < groups; ++g)
    for (Index j = 0; j < features; ++j) centres(g, j) = spread * random.normal();
  return centres;
}

std::vector<Index> rows_of(const GuidedSet& set, const std::vector<int>& classes) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < set.truth.size(); ++i)
    if (std::ranges::find(classes, set.truth[i]) != classes.end()) rows.push_back(static_cast<Index>(i));
  return rows;
}

/// The place of each row's class among `classes`.
std::vector<int> classes_at(const GuidedSet& set, const std::vector<Index>& rows,
                            const std::vector<int>& classes) {
  std::vector<int> at;
  for (const Index row : rows)
    at.push_back(static_cast<int>(std::ranges::find(classes, set.truth[static_cast<std::size_t>(row)]) -
                                  classes.begin()));
  return at;
}

KnownClusters known_of(const GuidedSet& set, const std::vector<int>& classes) {
  const std::vector<Index> rows = rows_of(set, classes);
  KnownClusters known{.source = "known", .items = take_items(set.material.items, rows)};
  known.classes = classes_at(set, rows, classes);
  for (const int k : classes) known.names.push_back(fmt::format("{}", k));
  return known;
}

}  // namespace

KProblem draw_groups(const Random& random) {
  Random draws = random.split(1);
  KProblem problem{.classes = static_cast<int>(1 + draws.below(most_groups))};
  const Index features = 2 + draws.below(9), items = 200 + draws.below(801);
  const double spread = 5 + 3 * draws.uniform();
  Matrix centres = draw_centres(problem.classes, features, spread, draws);
  problem.material = material_of({.values = groups_around(centres, problem.truth, items, draws)});
  Matrix others = draw_centres(known_groups, features, spread, draws);
  problem.known.source = "known";
  problem.known.items.values = groups_around(others, problem.known.classes, items, draws);
  for (int k = 0; k < known_groups; ++k) problem.known.names.push_back(fmt::format("{}", k));
  return problem;
}

KProblem draw_classes(const GuidedSet& set, bool with_known, const Random& random) {
  Random draws = random.split(2);
  std::vector<int> order(static_cast<std::size_t>(set.classes));
  std::iota(order.begin(), order.end(), 0);
  draws.shuffle(order);
  const bool large = set.classes > most_drawn;
  const int drawn = large        ? fewest_drawn + static_cast<int>(draws.below(most_drawn - fewest_drawn + 1))
                    : with_known ? set.classes / 2
                                 : set.classes;
  const std::vector<int> wanted(order.begin(), order.begin() + drawn);
  const std::vector<Index> rows = rows_of(set, wanted);
  KProblem problem{.material = set.material, .classes = drawn};
  problem.material.items = take_items(set.material.items, rows);
  problem.truth = classes_at(set, rows, wanted);
  if (with_known)
    problem.known =
        known_of(set, {order.begin() + drawn, order.begin() + std::min(set.classes, drawn + most_known)});
  return problem;
}

}  // namespace bellwether::experiments
