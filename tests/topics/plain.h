#pragma once
// PLSA and aPLSA as they are printed: posteriors stored, plain loops.

#include <cmath>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::plain {

struct Topics {
  Matrix topics;    ///< P(f|z), clusters x features
  Matrix mixtures;  ///< P(z|v)
  Matrix tags;      ///< P(z|w)
};

inline Matrix scaled_rows(const Matrix& counts) {
  Matrix shares = counts;
  for (Index i = 0; i < counts.rows(); ++i) {
    const double sum = counts.row(i).sum();
    if (sum > 0) shares.row(i) /= sum;
  }
  return shares;
}

/// sum_i sum_j a_ij log P(f_j|v_i): (2).
inline double likelihood(const Matrix& counts, const Matrix& mixtures, const Matrix& topics) {
  const Matrix shares = scaled_rows(counts);
  double total = 0;
  for (Index i = 0; i < counts.rows(); ++i)
    for (Index j = 0; j < counts.cols(); ++j)
      if (shares(i, j) > 0) total += shares(i, j) * std::log(mixtures.row(i).dot(topics.col(j)));
  return total;
}

/// (5).
inline double likelihood(const Matrix& items, const Matrix& tags, const Topics& t, double item_weight,
                         double tag_weight) {
  return item_weight * likelihood(items, t.mixtures, t.topics) +
         tag_weight * likelihood(tags, t.tags, t.topics);
}

/// The most that any topics can reach: sum_ij a_ij log a_ij.
inline double likelihood_bound(const Matrix& counts) {
  const Matrix shares = scaled_rows(counts);
  double total = 0;
  for (Index k = 0; k < shares.size(); ++k)
    if (shares.data()[k] > 0) total += shares.data()[k] * std::log(shares.data()[k]);
  return total;
}

/// (6) and (7): posteriors(i * features + j, z).
inline Matrix posteriors(const Matrix& mixtures, const Matrix& topics) {
  const Index features = topics.cols();
  Matrix result(mixtures.rows() * features, topics.rows());
  for (Index i = 0; i < mixtures.rows(); ++i)
    for (Index j = 0; j < features; ++j) {
      double total = 0;
      for (Index z = 0; z < topics.rows(); ++z)
        total += result(i * features + j, z) = topics(z, j) * mixtures(i, z);
      for (Index z = 0; z < topics.rows(); ++z) result(i * features + j, z) /= total;
    }
  return result;
}

/// (6) to (10).
inline Topics em_round(const Matrix& items, const Matrix& tags, const Topics& before, double item_weight,
                       double tag_weight) {
  const Index features = items.cols(), clusters = before.topics.rows();
  const Matrix a = scaled_rows(items), b = scaled_rows(tags);
  const Matrix of_items = posteriors(before.mixtures, before.topics),
               of_tags = posteriors(before.tags, before.topics);
  Topics after{Matrix::Zero(clusters, features), Matrix::Zero(items.rows(), clusters),
               Matrix::Zero(tags.rows(), clusters)};
  for (Index z = 0; z < clusters; ++z)
    for (Index j = 0; j < features; ++j) {
      for (Index i = 0; i < items.rows(); ++i) {
        after.mixtures(i, z) += a(i, j) * of_items(i * features + j, z);
        after.topics(z, j) += item_weight * a(i, j) * of_items(i * features + j, z);
      }
      for (Index l = 0; l < tags.rows(); ++l) {
        after.tags(l, z) += b(l, j) * of_tags(l * features + j, z);
        after.topics(z, j) += tag_weight * b(l, j) * of_tags(l * features + j, z);
      }
    }
  for (Index z = 0; z < clusters; ++z) after.topics.row(z) /= after.topics.row(z).sum();
  return after;
}

}  // namespace bellwether::plain
