#include <bellwether/transforms/tcs/parts.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {
namespace {

using Dense = Eigen::MatrixXd;
using Array = Eigen::ArrayXd;

/// X T, items x classes; columns are contiguous, so that the work on scores runs along the items.
Dense product(const DenseRows& rows, const Matrix& t) {
  Dense s(rows.rows, t.cols());
  s.noalias() = rows.matrix() * t;
  return s;
}

Dense product(const SparseRows& rows, const Matrix& t) {
  Matrix s = Matrix::Zero(rows.rows, t.cols());
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t at = 0; at < row.values.size(); ++at)
      s.row(i) += row.values[at] * t.row(row.columns[at]);
  }
  return s;
}

/// X'W.
Matrix back_product(const DenseRows& rows, const Dense& w) {
  Matrix products(rows.columns, w.cols());
  products.noalias() = rows.matrix().transpose() * w;
  return products;
}

Matrix back_product(const SparseRows& rows, const Dense& w) {
  Matrix products = Matrix::Zero(rows.columns, w.cols());
  const Matrix by_item = w;
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    for (std::size_t at = 0; at < row.values.size(); ++at)
      products.row(row.columns[at]) += row.values[at] * by_item.row(i);
  }
  return products;
}

/// sum_i H(q_i), q = Y + share (p - Y), from W = Y - p.
double entropy_of(const Dense& w, std::span<const int> labels, double share) {
  double sum = 0;
  for (Index k = 0; k < w.cols(); ++k)
    for (Index i = 0; i < w.rows(); ++i) {
      const bool own = labels[static_cast<std::size_t>(i)] == k;
      const double moved = share * std::abs(w(i, k));  // off the own class, or to another one
      if (own)
        sum -= moved < 1 ? (1 - moved) * std::log1p(-moved) : 0;
      else
        sum -= moved > 0 ? moved * std::log(moved) : 0;
    }
  return sum;
}

/// `s` becomes W = Y - p; returns the loss. Written so that neither a loss near 0 nor a p near 1 loses its
/// digits, and nothing overflows.
double weights_of_scores(Dense& s, std::span<const int> labels) {
  const auto label = [&](Index i) { return labels[static_cast<std::size_t>(i)]; };
  Array top = s.col(0).array(), own(s.rows()), rest = Array::Zero(s.rows());
  for (Index k = 1; k < s.cols(); ++k) top = top.max(s.col(k).array());
  for (Index i = 0; i < s.rows(); ++i) own[i] = s(i, label(i));
  const Array behind = top - own;  // of the own class
  for (Index k = 0; k < s.cols(); ++k) s.col(k).array() -= top;
  kernels::exp_shifted(s.data(), 0, s.size());
  for (Index i = 0; i < s.rows(); ++i) {
    own[i] = s(i, label(i));
    s(i, label(i)) = 0;
  }
  for (Index k = 0; k < s.cols(); ++k) rest += s.col(k).array();
  const Array share = (rest + own).inverse();
  for (Index k = 0; k < s.cols(); ++k) s.col(k).array() *= -share;
  for (Index i = 0; i < s.rows(); ++i) s(i, label(i)) = rest[i] * share[i];
  return (behind + (rest + (own - 1)).log1p()).sum();
}

}  // namespace

void merge(TcsMoments& into, const TcsMoments& from) {
  into.sums += from.sums;
  into.squares += from.squares;
  into.counts += from.counts;
  into.largest = std::max(into.largest, from.largest);
}

void merge(TcsTotals& into, const TcsTotals& from) {
  into.values += from.values;
  into.largest = std::max(into.largest, from.largest);
}

void merge(TcsLossSums& into, const TcsLossSums& from) {
  into.value += from.value;
  into.entropy += from.entropy;
  into.weights += from.weights;
  into.products += from.products;
}

void merge(TcsSquares& into, const TcsSquares& from) {
  into.values += from.values;
}

TcsMoments tcs_moments(const Shard& shard, std::span<const int> labels, int classes) {
  const Index features = shard.rows.columns();
  TcsMoments moments{Matrix::Zero(classes, features), Vector::Zero(features), Vector::Zero(classes)};
  for (const int label : labels) moments.counts[label] += 1;
  shard.rows.visit([&](const auto& rows) {
    if constexpr (requires { rows.starts; }) {
      for_each_value(rows, [&](Index i, Index j, double value) {
        moments.sums(labels[static_cast<std::size_t>(i)], j) += value;
        moments.squares[j] += value * value;
      });
    } else {
      const auto x = rows.matrix();
      moments.squares = x.colwise().squaredNorm().transpose();
      for (Index i = 0; i < rows.rows; ++i) moments.sums.row(labels[static_cast<std::size_t>(i)]) += x.row(i);
    }
  });
  return moments;
}

TcsTotals tcs_totals(const Matrix& rows) {
  return {rows.colwise().sum().transpose(), rows.cwiseAbs().maxCoeff()};
}

TcsLossSums tcs_loss_sums(const Matrix& scores, const Vector& offsets, std::span<const int> labels,
                          double share, const Rows& rows) {
  return rows.visit([&](const auto& values) {
    Dense s = product(values, scores);
    s.rowwise() += offsets.transpose();
    TcsLossSums sums;
    sums.value = weights_of_scores(s, labels);
    if (share > 0) sums.entropy = entropy_of(s, labels, share);
    sums.weights = s.colwise().sum().transpose();
    sums.products = back_product(values, s);
    return sums;
  });
}

TcsSquares tcs_squares(const Matrix& rows, const Matrix& turn) {
  const Matrix turned = rows * turn;
  return {turned.colwise().squaredNorm().transpose()};
}

std::vector<int> TcsStep::labels_of(const Shard& shard) const {
  const auto seeds = part_.seeds();
  std::vector<int> labels;
  for (Index i = 0; i < shard.rows.rows(); ++i) {
    const int label = seeds.empty() ? unlabelled : seeds[static_cast<std::size_t>(shard.begin + i)];
    require(label != unlabelled, "item {} has no class: give items of known class alone",
            part_.begin() + shard.begin + i);
    labels.push_back(
        static_cast<int>(std::ranges::lower_bound(model_.view.names, label) - model_.view.names.begin()));
  }
  return labels;
}

template <class Use>
auto TcsStep::as_seen(const Shard& shard, const Use& use) const {
  return shard.rows.visit([&](const auto& seen) {
    if constexpr (requires { seen.starts; }) {
      return use(Rows(seen));
    } else {
      Matrix rows = seen.matrix();
      if (model_.view.centre.size() > 0) rows.rowwise() -= Eigen::RowVectorXd(model_.view.centre.transpose());
      return use(Rows(rows));
    }
  });
}

TcsTotals TcsTotalStep::accumulate(const Shard& shard) const {
  return as_seen(shard, [&](const Rows& rows) {
    return rows.visit([&](const auto& values) -> TcsTotals {
      if constexpr (requires { values.starts; })
        return {Vector::Zero(values.columns)};
      else
        return tcs_totals(values.matrix());
    });
  });
}

TcsMoments TcsMomentStep::accumulate(const Shard& shard) const {
  const std::vector<int> labels = labels_of(shard);
  const auto classes = static_cast<int>(model_.view.names.size());
  return as_seen(shard, [&](const Rows& rows) { return tcs_moments({0, rows}, labels, classes); });
}

TcsLossSums TcsLossStep::accumulate(const Shard& shard) const {
  const std::vector<int> labels = labels_of(shard);
  return as_seen(shard, [&](const Rows& rows) {
    return tcs_loss_sums(model_.scores, model_.offsets, labels, model_.share, rows);
  });
}

TcsSquares TcsSquareStep::accumulate(const Shard& shard) const {
  return as_seen(shard, [&](const Rows& rows) {
    return rows.visit([&](const auto& values) -> TcsSquares {
      if constexpr (requires { values.starts; })
        return {};
      else
        return tcs_squares(values.matrix(), model_.scores);
    });
  });
}

}  // namespace bellwether
