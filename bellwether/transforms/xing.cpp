#include <bellwether/transforms/xing.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/xing/solvers.h>

namespace bellwether {
namespace {

using xing_detail::Limits;
using xing_detail::Solution;
using xing_detail::spread_of;

constexpr Index most_of_full = 2000;          // of a full metric: steps take its cube
constexpr Index most_cells = Index{1} << 27;  // 1 GB of differences
constexpr Index block_pairs = 1024;

void add_row(const DenseRows& rows, Index i, double sign, Eigen::Ref<Eigen::RowVectorXd> into) {
  into += sign * rows.matrix().row(i);
}

void add_row(const SparseRows& rows, Index i, double sign, Eigen::Ref<Eigen::RowVectorXd> into) {
  const SparseRow row = rows.row(i);
  for (std::size_t at = 0; at < row.values.size(); ++at) into[row.columns[at]] += sign * row.values[at];
}

/// Calls visit(pair number, difference of its items) for each pair.
template <class Visit>
void for_each_difference(const Rows& items, std::span<const Link> pairs, const Visit& visit) {
  Eigen::RowVectorXd difference(items.columns());
  items.visit([&](const auto& rows) {
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      difference.setZero();
      add_row(rows, pairs[p].first, 1, difference);
      add_row(rows, pairs[p].second, -1, difference);
      visit(static_cast<Index>(p), difference);
    }
  });
}

void check_pairs(std::span<const Link> pairs, const char* kind, Index items) {
  require(!pairs.empty(),
          "there are no {} pairs: a metric is learned from pairs of both kinds, or from labels of which "
          "some are shared and some differ",
          kind);
  for (const auto& [one, other] : pairs)
    require(one >= 0 && one < items && other >= 0 && other < items,
            "a {} pair names items {} and {}, but there are {} items, counted from 0", kind, one, other,
            items);
}

void check(const Rows& items, std::span<const Link> similar, std::span<const Link> dissimilar,
           const XingOptions& options) {
  check_options(options, "xing");
  check_pairs(similar, "similar", items.rows());
  check_pairs(dissimilar, "dissimilar", items.rows());
  require(options.form == XingForm::diagonal || items.columns() <= most_of_full,
          "a full metric of {} features is too large, {} are the most: use {}, or fewer features first, for "
          "instance {}",
          items.columns(), most_of_full, remedy("form", "diagonal"), remedy("svd", 30));
  require_finite(items);
}

/// The features in which some pair differs, and the root mean square of all their differences. Differences
/// are divided by it, so units do not matter.
struct Scales {
  std::vector<Index> features = {};
  Vector scale = {};  ///< of each of `features`

  Index count() const { return scale.size(); }
};

Scales scales_of(const Rows& items, std::span<const Link> similar, std::span<const Link> dissimilar) {
  // First the largest, so that squares neither overflow nor vanish.
  Eigen::RowVectorXd largest = Eigen::RowVectorXd::Zero(items.columns()), sums = largest;
  const auto for_all = [&](const auto& visit) {
    for_each_difference(items, similar, visit);
    for_each_difference(items, dissimilar, visit);
  };
  for_all([&](Index, const auto& d) { largest = largest.cwiseMax(d.cwiseAbs()); });
  require(largest.allFinite(),
          "differences of items are too large to compute with: divide every value by the largest");
  const Eigen::RowVectorXd divisor = (largest.array() > 0).select(largest, 1.0);
  for_all([&](Index, const auto& d) { sums.array() += (d.array() / divisor.array()).square(); });

  Scales scales;
  const auto pairs = static_cast<double>(similar.size() + dissimilar.size());
  std::vector<double> kept;
  for (Index j = 0; j < items.columns(); ++j) {
    if (!(sums[j] > 0)) continue;
    scales.features.push_back(j);
    kept.push_back(divisor[j] * std::sqrt(sums[j] / pairs));
  }
  scales.scale = Eigen::Map<const Vector>(kept.data(), static_cast<Index>(kept.size()));
  return scales;
}

/// LabelledPairs x features that count, in units of their scales.
Matrix differences(const Rows& items, std::span<const Link> pairs, const Scales& scales) {
  Matrix m(static_cast<Index>(pairs.size()), scales.count());
  for_each_difference(items, pairs, [&](Index pair, const auto& d) {
    for (Index f = 0; f < scales.count(); ++f)
      m(pair, f) = d[scales.features[static_cast<std::size_t>(f)]] / scales.scale[f];
  });
  return m;
}

/// Those of dissimilar pairs, without the pairs of equal items: in no metric are these apart.
Matrix differences_that_matter(const Rows& items, std::span<const Link> pairs, const Scales& scales) {
  require(static_cast<Index>(pairs.size()) * scales.count() <= most_cells,
          "{} dissimilar pairs that differ in {} features are too many: use fewer pairs, or fewer features "
          "first, for instance {}",
          pairs.size(), scales.count(), remedy("svd", 30));
  const Matrix all = differences(items, pairs, scales);
  std::vector<Index> kept;
  for (Index i = 0; i < all.rows(); ++i)
    if (!all.row(i).isZero(0)) kept.push_back(i);
  require(!kept.empty(), "all dissimilar pairs are of equal items: no metric can tell them apart");
  return all(kept, Eigen::all);
}

/// Those of similar pairs, by blocks, since there may be many.
template <class Visit>
void for_each_block_of(const Rows& items, std::span<const Link> pairs, const Scales& scales,
                       const Visit& visit) {
  for (std::size_t begin = 0; begin < pairs.size(); begin += block_pairs)
    visit(differences(items, pairs.subspan(begin, std::min<std::size_t>(block_pairs, pairs.size() - begin)),
                      scales));
}

void require_variation(double sum) {
  require(sum > 0,
          "all similar pairs are of equal items: they do not show in which directions items of a kind vary");
}

template <class Unknown>
void record(const Solution<Unknown>& solution, XingResult& result) {
  result.objective = {"sum of squared distances of similar pairs", Goal::minimise, solution.trace.back(),
                      solution.trace};
  result.certificate = solution.certificate;
  result.gap = solution.gap;
  result.iterations = solution.iterations;
  result.converged = solution.converged;
  result.stopped = solution.stopped;
}

/// a_j = b_j / (s_j scale_j^2) with s_j = sum_S d_j^2 in units of the scale.
XingResult learn_weights(const Rows& items, std::span<const Link> similar, const Matrix& apart,
                         const Scales& scales, double ridge, const Limits& limits) {
  Vector s = Vector::Zero(scales.count());
  for_each_block_of(items, similar, scales,
                    [&](const Matrix& d) { s += d.colwise().squaredNorm().transpose(); });
  require_variation(s.sum());
  const Vector floored = s.cwiseMax(ridge * s.mean());
  const Matrix q = apart.cwiseAbs2() * floored.cwiseInverse().asDiagonal();
  require(std::min(q.rows(), q.cols()) <= 5000,
          "{} dissimilar pairs that differ in {} features are too many: use 5000 pairs, or fewer features "
          "first, for instance {}",
          q.rows(), q.cols(), remedy("svd", 30));
  const auto solution = solve_diagonal(q, limits);

  const double sum = (q * solution.value).cwiseSqrt().sum();
  const Vector weights = solution.value.cwiseQuotient(floored) / (sum * sum);  // of scaled features
  XingResult result;
  record(solution, result);
  result.similar_sum = weights.dot(s);
  result.dissimilar_sum = (apart.cwiseAbs2() * weights).cwiseSqrt().sum();
  result.metric = Matrix::Zero(1, items.columns());
  result.map = {"xing", {}, Vector::Zero(items.columns())};
  for (Index f = 0; f < scales.count(); ++f) {
    const Index j = scales.features[static_cast<std::size_t>(f)];
    result.map.weights[j] = std::sqrt(weights[f]) / scales.scale[f];
    result.metric(0, j) = result.map.weights[j] * result.map.weights[j];
  }
  return result;
}

/// A = U B U' with U = scale^-1 V L^-1/2 and M = V L V' the sum of d d' over similar pairs, in units of the
/// scales.
XingResult learn_map(const Rows& items, std::span<const Link> similar, const Matrix& apart,
                     const Scales& scales, double ridge, const Limits& limits) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(scales.count(), scales.count());
  for_each_block_of(items, similar, scales, [&](const Matrix& d) { m.noalias() += d.transpose() * d; });
  require_variation(m.trace());
  const SymmetricEigen eigen(m);
  const Vector floored = eigen.eigenvalues().cwiseMax(ridge * m.trace() / static_cast<double>(m.rows()));
  const Matrix u = eigen.eigenvectors() * floored.cwiseSqrt().cwiseInverse().asDiagonal();
  const Matrix e = apart * u;
  const auto solution = solve_full(e, limits);

  const double sum = spread_of(e, solution.value, false).sum;
  const Matrix scaled = u * solution.value * u.transpose() / (sum * sum);  // for scaled features
  XingResult result;
  record(solution, result);
  result.similar_sum = scaled.cwiseProduct(m).sum();
  result.dissimilar_sum = (apart * scaled).cwiseProduct(apart).rowwise().sum().cwiseMax(0).cwiseSqrt().sum();
  result.metric = Matrix::Zero(items.columns(), items.columns());
  for (Index f = 0; f < scales.count(); ++f)
    for (Index h = 0; h < scales.count(); ++h)
      result.metric(scales.features[static_cast<std::size_t>(f)],
                    scales.features[static_cast<std::size_t>(h)]) =
          scaled(f, h) / (scales.scale[f] * scales.scale[h]);
  result.map = {"xing", symmetric_root(result.metric), {}};
  return result;
}

}  // namespace

XingResult xing(const Rows& items, std::span<const Link> similar, std::span<const Link> dissimilar,
                const XingOptions& options, const Run& run) {
  check(items, similar, dissimilar, options);
  const Scales scales = scales_of(items, similar, dissimilar);
  const Matrix apart = differences_that_matter(items, dissimilar, scales);
  const Limits limits{options.iterations, options.tolerance, [&](int iteration, double value) {
                        if (run.on_progress)
                          run.on_progress({.stage = "learning a metric",
                                           .iteration = iteration,
                                           .iterations = options.iterations,
                                           .objective = value});
                        return !run.stop.stop_requested();
                      }};
  const auto learn = options.form == XingForm::full ? learn_map : learn_weights;
  XingResult result;
  on_threads(run.threads, [&] { result = learn(items, similar, apart, scales, options.ridge, limits); });
  return result;
}

}  // namespace bellwether
