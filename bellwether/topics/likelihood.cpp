#include <bellwether/topics/likelihood.h>

#include <cmath>

#include <bellwether/data/values.h>

namespace bellwether {

double topic_log_likelihood(const Rows& items, const Matrix& mixtures, const Matrix& topics) {
  Vector counts = Vector::Zero(items.rows()), sums = counts;
  for_each_value(items, [&](Index i, Index j, double value) {
    const double p = mixtures.row(i).dot(topics.col(j));
    counts[i] += value;
    if (p > 0) sums[i] += value * std::log(p);
  });
  double total = 0;
  for (Index i = 0; i < items.rows(); ++i)
    if (counts[i] > 0) total += sums[i] / counts[i];
  return total;
}

}  // namespace bellwether
