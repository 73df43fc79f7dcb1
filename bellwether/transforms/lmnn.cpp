#include <bellwether/transforms/lmnn.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/classes.h>
#include <bellwether/transforms/lmnn/lbfgs.h>
#include <bellwether/transforms/lmnn/loss.h>
#include <bellwether/transforms/lmnn/push.h>

namespace bellwether {
namespace {

using namespace lmnn_detail;
using Dense = Eigen::MatrixXd;

constexpr double no_variation = 1e-12;   // of the largest variance: rounding
constexpr double least_whitened = 1e-6;  // of the mean variance of targets; less is not stretched further
constexpr double start_square = 3;       // mean squared distance of targets at the start; the margin is 1

void check(const Classes& classes, const LmnnOptions& options) {
  require(classes.count > 1,
          "all {} items of known class are of one class, and there is nothing to keep them apart from: label "
          "items of another class, too",
          classes.labels.size());
  const auto sizes = classes.sizes();
  require(
      std::ranges::any_of(sizes, [](Index size) { return size > 1; }),
      "each of the {} classes has one item only, which has no neighbour of its class: label more items of "
      "a class",
      classes.count);
  require<InvalidOption>(options.rank <= classes.items.cols(),
                         "rank is {}, but the items have {} features: ask for at most as many", options.rank,
                         classes.items.cols());
}

/// Divides the items by a power of two of about their size, so that squares neither overflow nor vanish, and
/// returns it. Nothing is rounded: equal distances stay equal.
double scale_to_one(Matrix& items) {
  const double largest = items.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return 1;
  const int exponent = std::ilogb(largest);
  items = items.unaryExpr([exponent](double value) { return std::ldexp(value, -exponent); });
  return std::ldexp(1.0, exponent);
}

/// Moves the mean to 0; how far the items lie from the origin is then of no account.
void centre(Matrix& items) {
  items.rowwise() -= items.colwise().mean().eval();
  require(items.cwiseAbs().maxCoeff() > 0x1p-50,
          "all {} items of known class are equal: there is nothing to learn from", items.rows());
}

/// x -> x' by: directions in which items vary, scaled so that targets vary alike in each.
Dense whitening(const Matrix& items, const Targets& targets) {
  const SymmetricEigen total(items.transpose() * items / static_cast<double>(items.rows()));
  const double largest = total.eigenvalues().maxCoeff();
  const Index count = (total.eigenvalues().array() > no_variation * largest).count();
  const Dense basis = total.eigenvectors().rightCols(count);
  const Dense within = target_scatter(items * basis, targets) / static_cast<double>(targets.items.size());
  const SymmetricEigen eigen(within);
  const auto mean_of = [&](double trace) { return trace / static_cast<double>(count); };
  const double least =
      least_whitened * std::max(mean_of(within.trace()), least_whitened * mean_of(total.eigenvalues().sum()));
  const Vector scales = eigen.eigenvalues().cwiseMax(least).cwiseSqrt().cwiseInverse();
  return basis * eigen.eigenvectors() * scales.asDiagonal() * eigen.eigenvectors().transpose();
}

/// The first map, dimensions x white coordinates: all of them, or those in which the items vary most, which
/// are those in which classes differ most for the variation that targets have.
Matrix starting_map(const Matrix& white, Index dimensions) {
  const double scale = std::sqrt(start_square / static_cast<double>(dimensions));
  if (dimensions == white.cols()) return scale * Matrix::Identity(dimensions, dimensions);
  const SymmetricEigen total(white.transpose() * white);
  return scale * total.eigenvectors().rightCols(dimensions).transpose();
}

/// The map as the user gets it; `map` is dimensions x features.
Matrix canonical(const Matrix& map, bool full) {
  const SymmetricEigen eigen(map.transpose() * map);
  const Vector lengths = eigen.eigenvalues().cwiseMax(0).cwiseSqrt();
  const Dense scaled = eigen.eigenvectors() * lengths.asDiagonal();
  if (full) return scaled * eigen.eigenvectors().transpose();
  return scaled.rightCols(map.rows()).rowwise().reverse();
}

LmnnResult learn(const Classes& classes, const LmnnOptions& options, double push, const Run& run) {
  SortedClasses sorted = sort_by_class(classes);
  double unit = scale_to_one(sorted.items);
  const Targets targets = target_neighbours(sorted, options.neighbours);
  centre(sorted.items);
  unit *= scale_to_one(sorted.items);
  const Dense to_white = whitening(sorted.items, targets);
  const Matrix white = sorted.items * to_white;
  const Index dimensions = options.rank > 0 ? std::min<Index>(options.rank, white.cols()) : white.cols();
  Loss loss(sorted, targets, white, push, thread_count(run));

  const auto as_map = [&](const Vector& x) {
    return Eigen::Map<const Matrix>(x.data(), dimensions, white.cols());
  };
  const auto value_and_gradient = [&](const Vector& x, Vector& gradient) {
    const Assessed assessed = loss.assess(as_map(x));
    gradient.resize(x.size());
    Eigen::Map<Matrix>(gradient.data(), dimensions, white.cols()).noalias() =
        2 * as_map(x) * assessed.scatter;
    return assessed.value;
  };
  const auto go_on = [&](int iteration, double value) {
    if (run.on_progress)
      run.on_progress({.stage = "learning a map",
                       .iteration = iteration,
                       .iterations = options.iterations,
                       .objective = value});
    return !run.stop.stop_requested();
  };
  const Matrix start = starting_map(white, dimensions);
  Descent found = minimise(value_and_gradient, start.reshaped<Eigen::RowMajor>(),
                           {options.iterations, options.tolerance, go_on});

  LmnnResult result;
  result.active = loss.assess(as_map(found.x)).active;
  result.push = push;
  result.pairs = static_cast<std::int64_t>(targets.items.size());
  result.map = {"lmnn", canonical(as_map(found.x) * to_white.transpose(), options.rank == 0) / unit, {}};
  result.objective = {"large margin loss", Goal::minimise, found.value, std::move(found.trace)};
  result.iterations = found.iterations;
  result.converged = found.converged;
  result.stopped = found.stopped;
  return result;
}

}  // namespace

LmnnResult lmnn(const Rows& items, std::span<const int> labels, const LmnnOptions& options, const Run& run) {
  check_options(options, "lmnn");
  const Classes classes = classes_of(items, labels);
  check(classes, options);
  LmnnResult result;
  on_threads(run.threads, [&] {
    const auto map_of = [&](const Classes& some, double push) {
      return learn(some, options, push, run).map.map;
    };
    const double push = options.push ? *options.push : choose_push(classes, map_of);
    result = learn(classes, options, push, run);
  });
  return result;
}

}  // namespace bellwether
