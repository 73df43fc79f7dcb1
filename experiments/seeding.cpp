#include <experiments/seeding.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/normalise.h>
#include <bellwether/features/weights.h>

namespace bellwether::experiments {
namespace {

std::vector<std::size_t> in_random_order(std::size_t count, Random random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(order);
  return order;
}

std::size_t part_of(double fraction, std::size_t count) {
  return static_cast<std::size_t>(std::llround(fraction * static_cast<double>(count)));
}

bool counts_any(const SparseMatrix& counts, Index row) {
  return counts.starts[static_cast<std::size_t>(row)] < counts.starts[static_cast<std::size_t>(row) + 1];
}

}  // namespace

SeededFold draw_fold(std::span<const int> truth, int classes, double fraction, double wrong,
                     std::uint64_t random_seed, int split) {
  const Random random = Random(random_seed).split(static_cast<std::uint64_t>(split / folds));
  const auto fold = static_cast<std::size_t>(split % folds);
  SeededFold made{std::vector<int>(truth.size(), unlabelled), {}};
  std::vector<std::size_t> others;
  const std::vector<std::size_t> order = in_random_order(truth.size(), random);
  for (std::size_t at = 0; at < order.size(); ++at)
    if (at % folds == fold) {
      made.test.push_back(static_cast<Index>(order[at]));
    } else {
      others.push_back(order[at]);
    }
  std::ranges::sort(made.test);
  const Random of_fold = random.split(1 + fold);
  of_fold.split(0).shuffle(others);
  others.resize(part_of(fraction, others.size()));
  if (others.empty()) made.seeds.clear();
  for (const std::size_t i : others) made.seeds[i] = truth[i];

  Random draws = of_fold.split(1);
  for (std::size_t n = 0; n < part_of(wrong, others.size()); ++n) {
    int& seed = made.seeds[others[n]];
    seed = (seed + 1 + static_cast<int>(draws.below(classes - 1))) % classes;
  }
  return made;
}

Knowledge links_of_seeds(std::span<const int> seeds, int classes) {
  Knowledge knowledge;
  std::vector<Index> first(static_cast<std::size_t>(classes), -1), last = first;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    const auto k = static_cast<std::size_t>(seeds[i]);
    const auto item = static_cast<Index>(i);
    if (last[k] >= 0) knowledge.must_link.emplace_back(last[k], item);
    if (first[k] < 0) first[k] = item;
    last[k] = item;
  }
  for (std::size_t a = 0; a < first.size(); ++a)
    for (std::size_t b = a + 1; b < first.size(); ++b)
      if (first[a] >= 0 && first[b] >= 0) knowledge.cannot_link.emplace_back(first[a], first[b]);
  return knowledge;
}

SeedingData weighted_documents(const SparseMatrix& counts, const std::vector<int>& truth, int classes) {
  SeedingData data{.classes = classes};
  const SparseMatrix shared = columns_in(counts, 2);
  std::vector<Index> kept;
  for (Index i = 0; i < shared.rows(); ++i)
    if (counts_any(shared, i)) kept.push_back(i);
  data.items = rows_of(shared, kept);
  for (const Index i : kept) data.truth.push_back(truth[static_cast<std::size_t>(i)]);
  apply(fit_weighter(data.items, {.kind = Weighting::tf_idf}), data.items);
  apply(Normaliser{.kind = Normalise::l2}, data.items);
  return data;
}

SeedingData draw_documents(const Corpus& corpus, const std::vector<std::string>& classes, int per_class,
                           std::uint64_t random_seed) {
  std::vector<Index> rows;
  std::vector<int> truth;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    std::vector<Index> mine;
    for (std::size_t i = 0; i < corpus.classes.size(); ++i)
      if (corpus.classes[i] == classes[k] && counts_any(corpus.counts, static_cast<Index>(i)))
        mine.push_back(static_cast<Index>(i));
    require(std::ssize(mine) >= per_class, "class {} has {} items, but {} are to be drawn", classes[k],
            mine.size(), per_class);
    Random(random_seed).split(7000 + k).shuffle(mine);  // folds have the streams before
    rows.insert(rows.end(), mine.begin(), mine.begin() + per_class);
    truth.insert(truth.end(), static_cast<std::size_t>(per_class), static_cast<int>(k));
  }
  return weighted_documents(rows_of(corpus.counts, rows), truth, static_cast<int>(classes.size()));
}

double spherical_objective(const SparseMatrix& items, std::span<const int> labels, int clusters) {
  Matrix sums = Matrix::Zero(clusters, items.columns);
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (auto at = static_cast<std::size_t>(items.starts[i]);
         at < static_cast<std::size_t>(items.starts[i + 1]); ++at)
      sums(labels[i], items.column_of[at]) += items.values[at];
  return sums.rowwise().norm().sum();
}

}  // namespace bellwether::experiments
