#include <bellwether/runs/k_round.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/methods/method.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

/// Of a normal distribution it is 3; of a flat one, as of a cluster cut out of noise, 1.8.
constexpr double least_kurtosis = 2.5, most_kurtosis = 3.6;

/// More features, and covariances of each cluster are too many to be a rival.
constexpr Index most_for_full = 30;

constexpr std::int64_t rounds = 100;

/// At most half as many clusters more: a group of another shape takes several times as many round ones.
int limit(int clusters) {
  return clusters + std::max(1, clusters / 2);
}

double bic(const Matrix& items, const KCurve& curve, int clusters, const std::string& covariance,
           const Run& run) {
  const Problem problem{.items = items, .start = curve.points[static_cast<std::size_t>(clusters) - 1].labels};
  const Settings settings{{"clusters", std::int64_t{clusters}},
                          {"covariance", covariance},
                          {"restarts", std::int64_t{1}},
                          {"iterations", rounds}};
  try {
    const Run inner{.threads = run.threads, .stop = run.stop};
    for (const auto& [name, value] : find_method("gm").cluster(problem, settings, inner).clustering.figures)
      if (name == "bic") return value;
  } catch (const InvalidInput&) {
  }
  return std::numeric_limits<double>::infinity();
}

/// Mean over features of the kurtosis of what is left within clusters.
double kurtosis_within(const Matrix& items, const std::vector<int>& labels, int clusters) {
  Matrix left = items;
  const Matrix means = means_of(items, labels, clusters);
  for (Index i = 0; i < left.rows(); ++i) left.row(i) -= means.row(labels[static_cast<std::size_t>(i)]);
  double sum = 0, varied = 0;
  for (Index j = 0; j < left.cols(); ++j) {
    const double second = left.col(j).array().square().mean(), fourth = left.col(j).array().pow(4).mean();
    if (second <= 0) continue;
    sum += fourth / (second * second);
    ++varied;
  }
  return varied > 0 ? sum / varied : 0;
}

/// Mixtures of other shapes explain the items as well.
bool has_rival(const Matrix& items, const KCurve& curve, double best, int few, int many, const Run& run) {
  for (const char* covariance : {"round", "diagonal", "full"}) {
    if (std::string_view(covariance) == "full" && items.cols() > most_for_full) continue;
    for (const int clusters : {few, many})
      if (bic(items, curve, clusters, covariance, run) <= best) return true;
  }
  return false;
}

}  // namespace

void look_for_round_groups(const Matrix& items, const KCurve& curve, KChoice& choice, const Run& run) {
  const int few = choice.clusters, most = std::min(choice.range.most, limit(few));
  std::map<int, double> values;
  for (int k = few; k <= std::min(most + 1, curve.most()) && !run.stop.stop_requested(); ++k)
    values[k] = bic(items, curve, k, "common", run);
  if (values.empty() || run.stop.stop_requested()) return;
  const auto smaller = [](const auto& a, const auto& b) {
    return clearly_better(Goal::minimise, a.second, b.second);
  };
  const auto [many, best] = *std::ranges::min_element(values, smaller);
  if (many == few || many > most) return;
  const auto& labels = curve.points[static_cast<std::size_t>(many) - 1].labels;
  const double kurtosis = kurtosis_within(items, labels, many);
  if (kurtosis < least_kurtosis || kurtosis > most_kurtosis) return;
  if (has_rival(items, curve, best, few, many, run)) return;
  double weights = 0;
  for (const auto& [k, value] : values) weights += std::exp((best - value) / 2);
  choice.rule = KRule::round;
  choice.clusters = many;
  choice.runner_up = few;
  choice.sure = 1 / weights;
  choice.reason = fmt::format("{} are all apart; some are two round groups of one width that overlap", few);
}

}  // namespace bellwether
