#pragma once
// The eigenproblem of constrained spectral clustering.

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <memory>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/links/knowledge.h>

namespace bellwether::csp_parts {

using Sparse = Eigen::SparseMatrix<double>;

/// Q: 1 for each pair that belongs together, -1 for each that belongs apart, and 1 on the diagonal of every
/// item that stands in one, which is together with itself. A pair that is linked and has two labels, or is
/// linked both ways, has the sum.
class Constraints {
 public:
  Constraints(const Knowledge& knowledge, Index items, int clusters);

  bool any() const { return !known_.empty(); }
  const std::vector<Index>& known() const { return known_; }  ///< the items in any constraint, rising
  Vector operator*(const Vector& u) const;
  double sum() const;       ///< of all of Q
  double absolute() const;  ///< of all |Q_ij|: u'Qu of a u of -1 and 1 that keeps every constraint

 private:
  Sparse links_;
  std::vector<int> seeds_;
  int clusters_;
  std::vector<Index> known_;
};

/// One solution of  Lbar v = lambda (Qbar - beta / vol I) v.
struct Cut {
  Vector v;           ///< ||v||^2 = vol; its entry of largest size is positive
  double lambda = 0;  ///< positive
  double cost = 0;    ///< v' Lbar v / vol
};

enum class Solver { dense, lanczos };

class SpectralProblem {
 public:
  /// The graph is connected.
  explicit SpectralProblem(const Sparse& graph);

  double volume() const { return volume_; }
  const Vector& degrees() const { return degrees_; }
  const Sparse& laplacian() const { return laplacian_; }  ///< Lbar

  /// vol times the largest eigenvalue of Qbar: what no u' Q u exceeds.
  double beta_limit(const Constraints& constraints) const;

  /// (Qbar - beta / vol I) v.
  Vector constrained(const Constraints& constraints, double beta, const Vector& v) const;

  /// Of the `candidates` solutions with the smallest positive lambda, all, the least cost first. The trivial
  /// one, lambda = 0, is not among them.
  std::vector<Cut> constrained_cuts(const Constraints& constraints, double beta, Index candidates,
                                    Solver solver) const;
  /// The same without constraints: Lbar v = lambda v.
  std::vector<Cut> plain_cuts(Index candidates, Solver solver) const;

 private:
  template <class Product>
  std::vector<Cut> cuts(const Product& m, Index candidates, Solver solver) const;

  Vector degrees_, inverse_roots_;  ///< D and D^-1/2
  double volume_ = 0;
  Vector trivial_;  ///< the unit vector that Lbar maps to 0: D^1/2 1
  Sparse laplacian_;
  std::unique_ptr<Eigen::SimplicialLLT<Sparse>> factor_;
};

}  // namespace bellwether::csp_parts
