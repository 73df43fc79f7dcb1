#include <experiments/figures.h>

#include <cmath>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/scores/paired_t_test.h>

namespace bellwether::experiments {
namespace {

/// Of one more draw from the same normal distribution lying so far from the mean of those that there are.
double prediction_p(double value, double mean, double spread, double count) {
  if (spread == 0) return value == mean ? 1 : 0;
  return student_two_sided((value - mean) / (spread * std::sqrt(1 + 1 / count)), count - 1);
}

}  // namespace

double student_quantile(double p, double degrees_of_freedom) {
  double low = 0, high = 1;
  while (student_two_sided(high, degrees_of_freedom) > p) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (student_two_sided(middle, degrees_of_freedom) > p ? low : high) = middle;
  }
  return high;
}

MethodFigures figures_of(const std::string& dataset, const std::string& method, const std::string& baseline,
                         int splits, const FinishedCells& finished) {
  MethodFigures figures{.method = method};
  std::vector<double> scores;
  for (int split = 0; split < splits; ++split) {
    const auto mine = finished.find(dataset, split, method);
    if (!mine) continue;
    scores.push_back(mine->score);
    figures.seconds += mine->seconds;
    if (const auto theirs = finished.find(dataset, split, baseline)) {
      figures.scores.push_back(mine->score);
      figures.theirs.push_back(theirs->score);
    }
  }
  figures.splits = static_cast<int>(scores.size());
  if (scores.empty()) return figures;
  const Eigen::Map<const Vector> values(scores.data(), std::ssize(scores));
  figures.mean = values.mean();
  if (scores.size() > 1) {
    const auto count = static_cast<double>(scores.size());
    figures.spread = std::sqrt((values.array() - figures.mean).square().sum() / (count - 1));
    figures.interval = student_quantile(0.05, count - 1) * figures.spread / std::sqrt(count);
  }
  if (method == baseline || figures.scores.empty()) return figures;
  if (figures.scores.size() == 1) {
    figures.difference = figures.scores.front() - figures.theirs.front();
    return figures;
  }
  const PairedTTest test = paired_t_test(figures.scores, figures.theirs);
  figures.difference = test.mean_difference;
  figures.p = test.p;
  return figures;
}

void set_beside_paper(MethodFigures& figures, std::optional<double> printed) {
  figures.paper = printed;
  if (printed && figures.splits > 1)
    figures.paper_p = prediction_p(*printed, figures.mean, figures.spread, figures.splits);
}

}  // namespace bellwether::experiments
