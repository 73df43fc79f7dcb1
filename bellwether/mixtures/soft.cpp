#include <bellwether/mixtures/soft.h>

#include <cmath>

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {

namespace {

double observe(Eigen::Ref<Matrix> scores, Index i, const SoftLabels& noted) {
  const int cluster = noted.held[i];
  const double value = scores(i, cluster);
  scores.row(i).setZero();
  scores(i, cluster) = 1;
  noted.labels[i] = cluster;
  noted.probabilities[i] = 1;
  return value;
}

}  // namespace

double responsibilities(Eigen::Ref<Matrix> scores, const SoftLabels& noted) {
  double total = 0;
  for (Index i = 0; i < scores.rows(); ++i) {
    if (!noted.held.empty() && noted.held[i] != unlabelled) {
      total += observe(scores, i, noted);
      continue;
    }
    Index best = 0;
    const double largest = scores.row(i).maxCoeff(&best);
    const double sum = kernels::exp_shifted(scores.row(i).data(), largest, scores.cols());
    scores.row(i) *= 1 / sum;
    noted.labels[i] = static_cast<int>(best);
    noted.probabilities[i] = scores(i, best);
    total += largest + std::log(sum);
  }
  return total;
}

void add_products(const SparseRows& rows, const Matrix& by_feature, Eigen::Ref<Matrix> scores) {
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t j = 0; j < row.values.size(); ++j)
      kernels::add_scaled(scores.row(i).data(), row.values[j], by_feature.row(row.columns[j]).data(),
                          scores.cols());
  }
}

void add_weighted(const SparseRows& rows, std::span<const double> scales, const Eigen::Ref<const Matrix>& r,
                  Matrix& sums) {
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    const double scale = scales.empty() ? 1.0 : scales[i];
    for (std::size_t j = 0; j < row.values.size(); ++j)
      kernels::add_scaled(sums.row(row.columns[j]).data(), scale * row.values[j], r.row(i).data(),
                          sums.cols());
  }
}

}  // namespace bellwether
