#pragma once
// Truncated singular value decomposition: items in the few dimensions that keep most of them. Nothing is
// centred, so sparse items stay sparse; on weighted counts of words this is latent semantic analysis.
//   S. Deerwester, S. Dumais, G. Furnas, T. Landauer, R. Harshman. Indexing by latent semantic analysis.
//   1990. C. Musco, C. Musco. Randomized block Krylov methods for stronger and faster approximate singular
//   value decomposition. NIPS 2015 (randomised).
//
//   X ~ U S V'   with orthonormal columns in U and V and the largest singular values in S
//
// The scores of items are X V: U S for the fitted ones.

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

enum class SvdSolver {
  automatic,   ///< the same as randomised
  lanczos,     ///< Spectra's restarted Lanczos method, to about 1e-10; slower
  randomised,  ///< block Krylov from random vectors, until a round adds less than 0.1% to the variances
};
inline const Choices<SvdSolver> svd_solver_names{{"automatic", SvdSolver::automatic},
                                                 {"lanczos", SvdSolver::lanczos},
                                                 {"randomised", SvdSolver::randomised}};

struct SvdOptions {
  int dimensions = 30;
  SvdSolver solver = SvdSolver::automatic;
  std::uint64_t random_seed = 0;  ///< where the random vectors of the solvers come from
};

void describe(SvdOptions& o, auto&& option) {
  option("dimensions", o.dimensions, "how many dimensions to keep", 1);
  option("solver", o.solver, "how to find them; small tables are decomposed whole by each", svd_solver_names);
  option("random_seed", o.random_seed, "where the random draws start");
}

struct Svd {
  Matrix components = {};       ///< V', dimensions x features: orthonormal rows
  Vector singular_values = {};  ///< falling
  /// The variance of each dimension of the fitted scores, as a share of the variance of all features (0 if
  /// the items do not vary). Nothing is centred, so the first dimension may have a smaller share than the
  /// second.
  Vector explained = {};
};

/// In each component the entry of largest magnitude (the first of equal ones) is positive. If the items have
/// fewer than `dimensions` independent directions, the other singular values are exactly 0 (everything up to
/// max(items, features) epsilon times the largest), and their components complete the orthonormal set in a
/// way that means nothing.
///
/// Whatever the solver, a table whose smaller side is at most 256, or at most 4 dimensions + 64, is
/// decomposed whole: to machine precision if it has at most 2^21 cells and a side of at most 256, otherwise
/// with the singular values above 1e-8 of the largest resolved, as the solvers do.
///
/// If workers hold the items (run.workers), products with them are made there; a table that is decomposed
/// whole is fetched if it is small. Throws Error("interrupted") if `run.stop` asks for it.
Svd fit_svd(const Rows& items, const SvdOptions& options = {}, const Run& run = {});

/// Scores X V: items x dimensions.
Matrix project(const Svd& svd, const Rows& items, const Run& run = {});

StoredStep store(const Svd& svd, const SvdOptions& options = {});
Svd restore_svd(const StoredStep& step);

}  // namespace bellwether
