#include <bellwether/transforms/held_out.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/checks.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/vm.h>
#include <bellwether/scores/information.h>

namespace bellwether {
namespace {

/// Which items belong to one of the classes, in their order.
std::vector<Index> items_of(const Classes& classes, const std::vector<int>& wanted) {
  std::vector<bool> is_wanted(static_cast<std::size_t>(classes.count), false);
  for (const int c : wanted) is_wanted[static_cast<std::size_t>(c)] = true;
  std::vector<Index> at;
  for (std::size_t i = 0; i < classes.labels.size(); ++i)
    if (is_wanted[static_cast<std::size_t>(classes.labels[i])]) at.push_back(static_cast<Index>(i));
  return at;
}

void keep_sample(std::vector<Index>& at, Index most, Random random) {
  if (static_cast<Index>(at.size()) <= most) return;
  random.shuffle(at);
  at.resize(static_cast<std::size_t>(most));
  std::ranges::sort(at);
}

/// Maps are compared by hundreds of searches: the last millionth of the likelihood of each tells nothing.
constexpr double enough = 1e-5;

std::vector<int> cluster_once(const Matrix& items, int clusters, Geometry geometry, std::uint64_t seed,
                              const Run& run) {
  if (geometry == Geometry::directions)
    return vm(items, {.clusters = clusters, .restarts = 1, .tolerance = enough, .random_seed = seed}, run)
        .labels;
  return gm(items, {.clusters = clusters, .restarts = 1, .tolerance = enough, .random_seed = seed}, run)
      .labels;
}

}  // namespace

std::vector<ClassSplit> class_splits(int classes, int permutations, std::uint64_t random_seed) {
  std::vector<ClassSplit> splits;
  for (int p = 0; p < permutations; ++p) {
    std::vector<int> order(static_cast<std::size_t>(classes));
    std::iota(order.begin(), order.end(), 0);
    Random(random_seed).split(static_cast<std::uint64_t>(p)).shuffle(order);
    const auto middle = order.begin() + classes / 2;
    splits.push_back({{order.begin(), middle}, {middle, order.end()}});
    splits.push_back({splits.back().held_out, splits.back().learn});
  }
  return splits;
}

HeldOut hold_out(const Classes& classes, const ClassSplit& split, Index most_items,
                 std::uint64_t random_seed) {
  const std::vector<Index> learn = items_of(classes, split.learn);
  std::vector<Index> test = items_of(classes, split.held_out);
  keep_sample(test, most_items, Random(random_seed));
  HeldOut held;
  held.items.resize(static_cast<Index>(learn.size() + test.size()), classes.items.cols());
  held.held_out.resize(static_cast<Index>(test.size()), classes.items.cols());
  Index row = 0;
  for (const Index i : learn) {
    held.items.row(row++) = classes.items.row(i);
    held.labels.push_back(classes.labels[static_cast<std::size_t>(i)]);
  }
  for (std::size_t j = 0; j < test.size(); ++j) {
    held.held_out.row(static_cast<Index>(j)) = held.items.row(row++) = classes.items.row(test[j]);
    held.labels.push_back(unlabelled);
    held.truth.push_back(classes.labels[static_cast<std::size_t>(test[j])]);
  }
  held.clusters = static_cast<int>(split.held_out.size());
  held.share = static_cast<double>(learn.size()) / static_cast<double>(classes.items.rows());
  return held;
}

double found_again(const Matrix& mapped, std::span<const int> truth, int clusters, Geometry geometry,
                   int restarts, std::uint64_t random_seed, const Run& run) {
  return agreement_again(mapped, truth, clusters, geometry, restarts, random_seed, run).nmi;
}

FoundAgain agreement_again(const Matrix& mapped, std::span<const int> truth, int clusters, Geometry geometry,
                           int restarts, std::uint64_t random_seed, const Run& run) {
  if (!has_distinct_rows(mapped, clusters)) return {};
  FoundAgain mean;
  for (int r = 0; r < restarts; ++r) {
    const auto labels =
        cluster_once(mapped, clusters, geometry, random_seed + static_cast<std::uint64_t>(r), run);
    const Contingency table = cross_tabulate(labels, truth);
    mean.nmi += nmi(table) / restarts;
    mean.beyond_chance += adjusted_mutual_information(table) / restarts;
  }
  return mean;
}

Matrix mapped_by(const LinearMap& map, const Matrix& items) {
  if (map.only_weights()) return items * map.weights.asDiagonal();
  return items * map.map;
}

}  // namespace bellwether
