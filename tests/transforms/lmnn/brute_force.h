#pragma once
// The loss of lmnn.h as it is written there: three loops.

#include <algorithm>
#include <utility>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::testing_support {

/// For each item its nearest others of its class, the nearest first.
inline std::vector<std::vector<int>> slow_targets(const Matrix& x, const std::vector<int>& labels,
                                                  std::size_t neighbours) {
  std::vector<std::vector<int>> targets(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::vector<std::pair<double, int>> others;
    for (std::size_t j = 0; j < labels.size(); ++j)
      if (j != i && labels[j] == labels[i])
        others.emplace_back((x.row(i) - x.row(j)).squaredNorm(), static_cast<int>(j));
    std::sort(others.begin(), others.end());
    for (std::size_t q = 0; q < std::min(neighbours, others.size()); ++q)
      targets[i].push_back(others[q].second);
  }
  return targets;
}

struct SlowLoss {
  double value = 0;
  std::int64_t active = 0;
  Matrix scatter = {};  ///< of the triplets' pairs, in the coordinates of `x`
};

/// Of items `x` that are mapped to `z`.
inline SlowLoss slow_loss(const Matrix& x, const Matrix& z, const std::vector<int>& labels,
                          const std::vector<std::vector<int>>& targets, double push) {
  SlowLoss loss{0, 0, Matrix::Zero(x.cols(), x.cols())};
  const auto distance = [&](std::size_t a, std::size_t b) { return (z.row(a) - z.row(b)).squaredNorm(); };
  const auto add = [&](std::size_t a, std::size_t b, double weight) {
    const Eigen::RowVectorXd d = x.row(a) - x.row(b);
    loss.scatter += weight * d.transpose() * d;
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (const int j : targets[i]) {
      loss.value += (1 - push) * distance(i, j);
      add(i, j, 1 - push);
      for (std::size_t l = 0; l < labels.size(); ++l) {
        const double hinge = 1 + distance(i, j) - distance(i, l);
        if (labels[l] == labels[i] || hinge <= 0) continue;
        loss.value += push * hinge;
        ++loss.active;
        add(i, j, push);
        add(i, l, -push);
      }
    }
  }
  return loss;
}

}  // namespace bellwether::testing_support
