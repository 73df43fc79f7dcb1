#include <bellwether/runs/k_curve.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/engine/best.h>
#include <bellwether/mixtures/along_k.h>
#include <bellwether/mixtures/borders.h>

namespace bellwether {
namespace {

/// What is held back in turn: the more parts, the better the means, and the longer it takes.
constexpr int parts = 3;

/// So many numbers more than twice the largest that is apart: groups of groups can hide for a while.
constexpr int patience = 8;

/// Each resample is work by itself; none of them needs threads of its own.
std::vector<double> borders_of(const Matrix& items, const KMeansResult& found,
                               const std::vector<std::vector<int>>& cuts, const Run& run) {
  std::vector<double> apart(cuts.size());
  const Run alone{.threads = 1, .stop = run.stop};
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(cuts.size()), [&](int c) {
      const auto cut = static_cast<std::size_t>(c);
      apart[cut] = weakest_border(items, found.labels, found.clusters, cuts[cut], alone);
    });
  });
  return apart;
}

int last_worth_trying(const KCurve& curve, const KRange& range) {
  int largest = range.least;
  for (int k = range.least; k <= curve.most(); ++k)
    if (curve.apart(k) >= 1) largest = k;
  return std::min(range.most, 2 * largest + patience);
}

}  // namespace

double KPoint::median() const {
  if (apart.empty()) return std::numeric_limits<double>::infinity();
  std::vector<double> sorted = apart;
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

double KCurve::apart(int clusters, int resample) const {
  const KPoint& point = points[static_cast<std::size_t>(clusters) - 1];
  if (resample < 0 || point.apart.empty()) return point.median();
  return point.apart[static_cast<std::size_t>(resample)];
}

KCurve curve_along(const Matrix& items, const KRange& range, std::uint64_t random_seed, const Run& run) {
  const Random random(random_seed);
  std::vector<std::vector<int>> cuts;
  for (std::uint64_t c = 0; c < k_resamples; ++c) cuts.push_back(deal(items.rows(), parts, random.split(c)));
  KMeansResult found = one_cluster(items);
  KCurve curve{.points = {{.labels = found.labels}}};
  while (found.clusters < last_worth_trying(curve, range)) {
    if (run.on_progress)
      run.on_progress({.stage = "trying numbers of clusters",
                       .done = found.clusters,
                       .unit = "numbers",
                       .share = static_cast<double>(found.clusters) / range.most});
    const Run inner{.threads = run.threads, .stop = run.stop};
    const auto stream = static_cast<std::uint64_t>(k_resamples + found.clusters);
    KMeansResult more = one_cluster_more(items, found, random.split(stream), inner);
    const bool stopped = run.stop.stop_requested();
    if (stopped || more.clusters == found.clusters) {
      curve.interrupted = stopped;
      break;
    }
    found = std::move(more);
    std::vector<double> apart = borders_of(items, found, cuts, run);
    if (run.stop.stop_requested()) {
      curve.interrupted = true;
      break;
    }
    curve.points.push_back({found.labels, std::move(apart)});
  }
  return curve;
}

std::optional<int> largest_apart(const KCurve& curve, const KRange& range, double needed, int without,
                                 int resample) {
  for (int k = std::min(range.most, curve.most()); k >= range.least; --k)
    if (k != without && curve.apart(k, resample) >= needed) return k;
  return std::nullopt;
}

int nearest_to_apart(const KCurve& curve, const KRange& range, int without, int resample) {
  std::vector<int> numbers;
  for (int k = range.least; k <= std::min(range.most, curve.most()); ++k)
    if (k != without) numbers.push_back(k);
  if (numbers.empty()) return range.least;
  return numbers[first_best(Goal::maximise, numbers, [&](int k) { return curve.apart(k, resample); })];
}

std::optional<double> needed_for(const KCurve& curve, int clusters) {
  if (clusters < 2 || clusters > curve.most()) return std::nullopt;
  double larger = 0;
  for (int k = clusters + 1; k <= curve.most(); ++k) larger = std::max(larger, curve.apart(k));
  const double own = curve.apart(clusters);
  if (own <= larger) return std::nullopt;
  return std::sqrt(own * std::max(larger, own / 4));
}

}  // namespace bellwether
