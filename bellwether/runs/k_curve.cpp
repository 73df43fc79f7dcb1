#include <bellwether/runs/k_curve.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/engine/best.h>
#include <bellwether/mixtures/along_k.h>
#include <bellwether/mixtures/borders.h>

namespace bellwether {
namespace {

constexpr std::uint64_t rounding_stream = 1000;

/// What is held back in turn: the more parts, the better the means, and the longer it takes.
constexpr int parts_in_turn = 3;

/// So many numbers more than one and a half times the largest that is apart: groups of groups can hide for a
/// while.
constexpr int patience_of_curve = 6;

/// A column with fewer different values than one for so many items was rounded.
constexpr Index few_values = 4;

/// Resamples differ by less than that: one is enough.
constexpr double clearly_less = 0.6, clearly_more = 1.7;

/// Below so much of what is needed, a number is only just apart; and so much more is clearly more.
constexpr double marginal = 1.3, clearer = 1.25;

/// The middle of the distances between neighbouring values of a column that has few; 0 for one that has many.
double step_of(const Matrix& items, Index column) {
  std::vector<double> values(static_cast<std::size_t>(items.rows()));
  for (Index i = 0; i < items.rows(); ++i) values[static_cast<std::size_t>(i)] = items(i, column);
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 2 || std::ssize(values) > items.rows() / few_values) return 0;
  for (std::size_t v = 0; v + 1 < values.size(); ++v) values[v] = values[v + 1] - values[v];
  values.pop_back();
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Whole numbers, and others that were rounded, leave gaps between their values that are no borders: each is
/// moved by chance within its step.
Matrix without_steps(Matrix items, Random random) {
  for (Index j = 0; j < items.cols(); ++j) {
    const double step = step_of(items, j);
    if (step <= 0) continue;
    for (Index i = 0; i < items.rows(); ++i) items(i, j) += step * (random.uniform() - 0.5);
  }
  return items;
}

/// Each resample is work by itself; none of them needs threads of its own.
std::vector<double> borders_of(const Matrix& items, const KMeansResult& found, double needed,
                               const std::vector<std::vector<int>>& cuts, const Run& run) {
  std::vector<double> apart(cuts.size());
  const Run alone{.threads = 1, .stop = run.stop};
  const auto look = [&](std::size_t cut) {
    apart[cut] = weakest_border(items, found.labels, found.clusters, cuts[cut], alone);
  };
  look(0);
  if (apart[0] < clearly_less * needed || apart[0] > clearly_more * needed) return {apart[0]};
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(cuts.size()) - 1,
                      [&](int c) { look(static_cast<std::size_t>(c) + 1); });
  });
  return apart;
}

int last_worth_trying(const KCurve& curve, const KRange& range, double needed) {
  int largest = range.least;
  for (int k = range.least; k <= curve.most(); ++k)
    if (curve.apart(k) >= needed) largest = k;
  return std::min(range.most, largest + largest / 2 + patience_of_curve);
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
  return point.apart[std::min(static_cast<std::size_t>(resample), point.apart.size() - 1)];
}

KCurve curve_along(const Matrix& given, const KRange& range, double needed, std::uint64_t random_seed,
                   const Run& run) {
  const Random random(random_seed);
  // Far from the origin, differences of squares lose digits.
  const Matrix items = without_steps(given.rowwise() - given.colwise().mean(), random.split(rounding_stream));
  const Run inner{.threads = run.threads, .stop = run.stop};
  std::vector<std::vector<int>> cuts;
  for (std::uint64_t c = 0; c < k_resamples; ++c)
    cuts.push_back(deal(items.rows(), parts_in_turn, random.split(c)));
  AlongK along = one_cluster(items, random.split(k_resamples), inner);
  KCurve curve{.points = {{.labels = along.found.labels, .scatter = along.found.objective.value}}};
  while (curve.most() < last_worth_trying(curve, range, needed)) {
    if (run.on_progress)
      run.on_progress({.stage = "trying numbers of clusters",
                       .done = curve.most(),
                       .unit = "numbers",
                       .share = static_cast<double>(curve.most()) / range.most});
    const auto stream = static_cast<std::uint64_t>(k_resamples + curve.most());
    AlongK more = one_cluster_more(items, along, random.split(stream), inner);
    const bool no_more = more.found.clusters == along.found.clusters;
    std::vector<double> apart;
    if (!no_more && !run.stop.stop_requested()) apart = borders_of(items, more.found, needed, cuts, run);
    curve.interrupted = run.stop.stop_requested();
    if (curve.interrupted || no_more) break;
    along = std::move(more);
    curve.points.push_back({along.found.labels, std::move(apart), along.found.objective.value});
  }
  return curve;
}

std::optional<int> largest_apart(const KCurve& curve, const KRange& range, double needed, int without,
                                 int resample) {
  for (int k = std::min(range.most, curve.most()); k >= range.least; --k)
    if (k != without && curve.apart(k, resample) >= needed) return k;
  return std::nullopt;
}

/// (J(k - 1) - J(k)) / (J(k) - J(k + 1)): what the k-th cluster saves, over what one more would.
double bend(const KCurve& curve, int clusters) {
  if (clusters < 2 || clusters >= curve.most()) return 0;
  const auto scatter = [&](int k) { return curve.points[static_cast<std::size_t>(k) - 1].scatter; };
  const double more = scatter(clusters) - scatter(clusters + 1);
  return more > 0 ? (scatter(clusters - 1) - scatter(clusters)) / more : 0;
}

int clearer_than(const KCurve& curve, const KRange& range, double needed, int clusters) {
  if (curve.apart(clusters) >= marginal * needed) return clusters;
  int best = clusters;
  for (int k = std::max(range.least, 2); k < clusters; ++k)
    if (curve.apart(k) >= clearer * curve.apart(clusters) && bend(curve, k) > bend(curve, best)) best = k;
  return best;
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
