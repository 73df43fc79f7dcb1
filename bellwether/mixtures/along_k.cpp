#include <bellwether/mixtures/along_k.h>

#include <bellwether/data/checks.h>
#include <bellwether/engine/best.h>

namespace bellwether {
namespace {

constexpr int rounds_of_a_cut = 10;  ///< the search that follows does the rest

Matrix rows_of(const Matrix& items, const std::vector<int>& labels, int cluster) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] == cluster) rows.push_back(static_cast<Index>(i));
  Matrix some(std::ssize(rows), items.cols());
  for (Index r = 0; r < some.rows(); ++r) some.row(r) = items.row(rows[static_cast<std::size_t>(r)]);
  return some;
}

/// What cutting a cluster in two saves.
struct Cut {
  double saved = 0;
  Matrix halves = {};  ///< their means; empty: its items are all equal
};

Cut cut(const Matrix& some, const Vector& mean, Random random, const Run& run) {
  if (some.rows() < 2 || !has_distinct_rows(some, 2)) return {};
  const KMeansOptions two{
      .clusters = 2, .restarts = 1, .iterations = rounds_of_a_cut, .random_seed = random.bits() >> 2};
  try {
    KMeansResult found = kmeans(some, two, run);
    const double whole = (some.rowwise() - mean.transpose()).squaredNorm();
    return {whole - found.objective.value, std::move(found.means)};
  } catch (const InvalidInput&) {
    return {};  // they differ by less than can be squared
  }
}

/// The means with one of them replaced by those of the two halves of its cluster; empty if none can be cut.
Matrix cut_once(const Matrix& items, const KMeansResult& before, const Random& random, const Run& run) {
  std::vector<Cut> cuts;
  for (int c = 0; c < before.clusters; ++c)
    cuts.push_back(cut(rows_of(items, before.labels, c), before.means.row(c).transpose(),
                       random.split(static_cast<std::uint64_t>(c)), run));
  const std::size_t widest = first_best(Goal::maximise, cuts, [](const Cut& c) { return c.saved; });
  if (cuts[widest].halves.size() == 0) return {};
  Matrix means(before.clusters + 1, items.cols());
  means.topRows(before.clusters) = before.means;
  means.row(static_cast<Index>(widest)) = cuts[widest].halves.row(0);
  means.row(before.clusters) = cuts[widest].halves.row(1);
  return means;
}

}  // namespace

KMeansResult one_cluster(const Matrix& items) {
  KMeansResult result;
  result.clusters = 1;
  result.labels.assign(static_cast<std::size_t>(items.rows()), 0);
  result.means = items.colwise().mean();
  result.objective = {.name = "inertia", .value = (items.rowwise() - items.colwise().mean()).squaredNorm()};
  return result;
}

KMeansResult one_cluster_more(const Matrix& items, const KMeansResult& before, Random random,
                              const Run& run) {
  if (run.stop.stop_requested() || !has_distinct_rows(items, before.clusters + 1)) return before;
  const Matrix means = cut_once(items, before, random.split(1), run);
  if (means.size() == 0) return before;
  KMeansOptions options{.clusters = before.clusters + 1, .restarts = 1};
  options.random_seed = random.split(2).bits() >> 2;
  try {
    KMeansResult warm = kmeans_from(items, means, options, run);
    KMeansResult fresh = kmeans(items, options, run);
    return clearly_better(Goal::minimise, fresh.objective.value, warm.objective.value) ? fresh : warm;
  } catch (const InvalidInput&) {
    return before;
  }
}

}  // namespace bellwether
