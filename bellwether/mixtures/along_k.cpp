#include <bellwether/mixtures/along_k.h>

#include <bellwether/data/checks.h>
#include <bellwether/engine/best.h>

namespace bellwether {
namespace {

constexpr int rounds_of_a_cut = 10;

Matrix rows_of(const Matrix& items, const std::vector<int>& labels, int cluster) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] == cluster) rows.push_back(static_cast<Index>(i));
  Matrix some(std::ssize(rows), items.cols());
  for (Index r = 0; r < some.rows(); ++r) some.row(r) = items.row(rows[static_cast<std::size_t>(r)]);
  return some;
}

/// The search that follows does the rest.
ClusterCut cut(const Matrix& some, const Vector& mean, Random random, const Run& run) {
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

/// For each cluster the one of before that has the same items, or -1.
std::vector<int> unchanged(const std::vector<int>& labels, int clusters, const KMeansResult& before) {
  const auto count = static_cast<std::size_t>(clusters);
  std::vector<int> same(count, -1);
  std::vector<std::int64_t> sizes = cluster_sizes(labels, clusters), common(count, 0);
  const std::vector<std::int64_t> sizes_before = cluster_sizes(before.labels, before.clusters);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto c = static_cast<std::size_t>(labels[i]);
    if (same[c] < 0) same[c] = before.labels[i];
    if (same[c] == before.labels[i]) ++common[c];
  }
  for (std::size_t c = 0; c < count; ++c)
    if (same[c] >= 0 &&
        (common[c] != sizes[c] || sizes_before[static_cast<std::size_t>(same[c])] != sizes[c]))
      same[c] = -1;
  return same;
}

/// The means with one of them replaced by those of the two halves of its cluster; empty if none can be cut.
Matrix cut_once(const AlongK& before) {
  const KMeansResult& found = before.found;
  const std::size_t widest =
      first_best(Goal::maximise, before.cuts, [](const ClusterCut& c) { return c.saved; });
  if (before.cuts[widest].halves.size() == 0) return {};
  Matrix means(found.clusters + 1, found.means.cols());
  means.topRows(found.clusters) = found.means;
  means.row(static_cast<Index>(widest)) = before.cuts[widest].halves.row(0);
  means.row(found.clusters) = before.cuts[widest].halves.row(1);
  return means;
}

ClusterCut cut_of(const Matrix& items, const KMeansResult& found, int cluster, const Random& random,
                  const Run& run) {
  return cut(rows_of(items, found.labels, cluster), found.means.row(cluster).transpose(),
             random.split(static_cast<std::uint64_t>(cluster)), run);
}

/// The better of a search from `means` and a fresh one.
KMeansResult better_of(const Matrix& items, const Matrix& means, const Random& random, const Run& run) {
  const KMeansOptions options{
      .clusters = static_cast<int>(means.rows()), .restarts = 1, .random_seed = random.split(2).bits() >> 2};
  KMeansResult warm = kmeans_from(items, means, options, run);
  KMeansResult fresh = kmeans(items, options, run);
  return clearly_better(Goal::minimise, fresh.objective.value, warm.objective.value) ? fresh : warm;
}

}  // namespace

AlongK one_cluster(const Matrix& items, const Random& random, const Run& run) {
  AlongK one;
  one.found.clusters = 1;
  one.found.labels.assign(static_cast<std::size_t>(items.rows()), 0);
  one.found.means = items.colwise().mean();
  one.found.objective.value = (items.rowwise() - items.colwise().mean()).squaredNorm();
  one.cuts = {cut_of(items, one.found, 0, random, run)};
  return one;
}

AlongK one_cluster_more(const Matrix& items, const AlongK& before, const Random& random, const Run& run) {
  if (run.stop.stop_requested() || !has_distinct_rows(items, before.found.clusters + 1)) return before;
  const Matrix means = cut_once(before);
  if (means.size() == 0) return before;
  AlongK more;
  try {
    more.found = better_of(items, means, random, run);
  } catch (const InvalidInput&) {
    return before;  // items differ by less than can be squared
  }
  const std::vector<int> same = unchanged(more.found.labels, more.found.clusters, before.found);
  for (int c = 0; c < more.found.clusters; ++c) {
    const int was = same[static_cast<std::size_t>(c)];
    more.cuts.push_back(was >= 0 ? before.cuts[static_cast<std::size_t>(was)]
                                 : cut_of(items, more.found, c, random.split(1), run));
  }
  return more;
}

}  // namespace bellwether
