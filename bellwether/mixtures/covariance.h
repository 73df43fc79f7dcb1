#pragma once
// The covariances of a mixture's clusters, from one number for each to a whole matrix.
//
// Here they are packed, a row for each cluster (one row in all if they are shared): a variance (round), one
// for each feature (diagonal), or the lower half of the matrix, row by row (full, shared).

#include <bellwether/data/matrix.h>
#include <bellwether/engine/options.h>

namespace bellwether {

enum class Covariance { common, round, diagonal, full, shared };
inline const Choices<Covariance> covariance_names{{"common", Covariance::common},
                                                  {"round", Covariance::round},
                                                  {"diagonal", Covariance::diagonal},
                                                  {"full", Covariance::full},
                                                  {"shared", Covariance::shared}};

/// Whether a covariance is a whole matrix.
inline bool is_whole(Covariance kind) {
  return kind == Covariance::full || kind == Covariance::shared;
}

/// How many numbers the free covariances of so many clusters are.
double free_covariances(Covariance kind, Index clusters, Index features);

/// Those of uncorrelated features of variance 1.
Matrix unit_covariances(Covariance kind, Index clusters, Index features);

/// Features multiplied by `scales` have these covariances.
Matrix rescaled(Covariance kind, Matrix covariances, const Vector& scales);

/// As people see them: clusters x 1 (round), clusters x features (diagonal), one symmetric matrix under the
/// other (full), one such matrix (shared). And back: throws InvalidInput if they cannot be covariances.
Matrix unpacked_covariances(Covariance kind, const Matrix& covariances, Index features);
Matrix packed_covariances(Covariance kind, const Matrix& table, Index features);

/// Raises every variance, along whatever direction, to at least `floor`. Of all covariances that are nowhere
/// below it, the result is the likeliest: the expected log-likelihood, and so EM, cannot fall by that.
void raise_to_floor(Covariance kind, Matrix& covariances, Index features, double floor);

struct CovarianceFactors {
  /// Packed likewise: 1 / sqrt(variance), or L with L L^T = Sigma, its diagonal inverted.
  Matrix roots = {};
  Vector log_determinants = {};
};
void visit(CovarianceFactors& f, auto&& numbers) {
  numbers(f.roots), numbers(f.log_determinants);
}

/// Throws InvalidInput unless all are positive definite.
CovarianceFactors factors_of(Covariance kind, const Matrix& covariances, Index features);

/// -1/2 sum (log |Sigma| + tr Sigma^-1 - P): what an item's worth of data as wide as a unit covariance adds
/// to the log-likelihood of each, less what it would add to that covariance's own. 0 at most.
double log_prior(Covariance kind, const CovarianceFactors& factors, Index features);

}  // namespace bellwether
