#include <bellwether/transforms/whiten.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/transforms/class_moments.h>

namespace bellwether {
namespace {

using Symmetric = Eigen::MatrixXd;

constexpr double between_shrinkage = 0.1;
constexpr double mixed_share = 0.5;

Symmetric shrink(Symmetric matrix, double share) {
  const double mean = matrix.trace() / static_cast<double>(matrix.rows());
  matrix *= 1 - share;
  matrix.diagonal().array() += share * mean;
  return matrix;
}

Symmetric inverse_root(const Symmetric& matrix) {
  const SymmetricEigen eigen(matrix);
  const Vector scale = eigen.eigenvalues().cwiseSqrt().cwiseInverse();
  return eigen.eigenvectors() * scale.asDiagonal() * eigen.eigenvectors().transpose();
}

Symmetric without_negative_part(const Symmetric& matrix) {
  const SymmetricEigen eigen(matrix);
  const Vector values = eigen.eigenvalues().cwiseMax(0);
  return eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose();
}

/// B_known: the covariance of the whitened class means.
Symmetric between_known(const ClassMoments& classes, const Symmetric& whitener) {
  const Matrix centred = classes.means.rowwise() - classes.means.colwise().mean();
  const Symmetric whitened = centred * whitener;
  return whitened.transpose() * whitened / static_cast<double>(classes.count - 1);
}

/// B_new: what of the variance of the items to be clustered is not that within classes.
Symmetric between_new(const ClassMoments& classes, const Symmetric& whitener) {
  return without_negative_part(whitener * (classes.fresh_cover - classes.within) * whitener);
}

void require_learnable(const ClassMoments& classes, WhitenWeights weights) {
  require(classes.within.trace() > 0,
          "the items of each known class are all alike, so that nothing tells what varies within a class: "
          "give more than one item for each class");
  if (weights == WhitenWeights::none) return;
  require(classes.count > 1, "only one class is known: {} needs two at least ({} does with one)",
          setting("weights", weights == WhitenWeights::known ? "known" : "mixed"), remedy("weights", "none"));
  require(
      weights == WhitenWeights::known || classes.fresh > 0,
      "{} also looks at the items that are to be clustered, and there are none (give them, with the known "
      "ones as {}, or use {})",
      setting("weights", "mixed"), setting("known"), remedy("weights", "known"));
}

WhitenResult learn_whitening(const Holder& holder, const WhitenOptions& options) {
  const bool mixed = options.weights == WhitenWeights::mixed;
  const ClassMoments classes = class_moments(holder, mixed);
  require_learnable(classes, options.weights);
  const Symmetric whitener = inverse_root(shrink(classes.within, options.shrinkage));
  WhitenResult result{.map = {.name = "whiten", .map = whitener}};
  if (options.weights == WhitenWeights::none) return result;

  Symmetric between = between_known(classes, whitener);
  if (mixed) between = (1 - mixed_share) * between + mixed_share * between_new(classes, whitener);
  const SymmetricEigen eigen(shrink(between, between_shrinkage));
  result.between = eigen.eigenvalues().cwiseMax(0).reverse();
  const Vector weights = (result.between.array() / (1 + result.between.array())).sqrt();
  result.map.map = whitener * eigen.eigenvectors().rowwise().reverse() * weights.asDiagonal();
  return result;
}

}  // namespace

WhitenResult whiten(const Rows& items, std::span<const int> labels, const WhitenOptions& options,
                    const Run& run) {
  check_options(options, "whiten");
  if (!run.workers)
    require(static_cast<Index>(labels.size()) == items.rows(), "there are {} labels for {} items",
            labels.size(), items.rows());
  WhitenResult result;
  on_threads(run.threads, [&] { result = learn_whitening(Holder(items, labels, run), options); });
  return result;
}

}  // namespace bellwether
