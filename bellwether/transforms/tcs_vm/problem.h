#pragma once
// F of tcs_vm.h and its gradients.

#include <optional>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::tcs_vm_detail {

/// What maximum likelihood says of the classes, given L.
struct Centres {
  Matrix directions = {};  ///< mu: classes x dimensions, of length 1 (0 if the items of a class cancel)
  Vector lengths = {};     ///< || sum_{i in k} n_i ||
  double kappa = 1;
  double kappa_slope = 0;  ///< d kappa / d R; 0 if kappa is given, or R so large that it stays
};

struct Evaluation {
  double value = 0;            ///< F
  Matrix gradient = {};        ///< features x dimensions: of F by L'
  double kappa_gradient = 0;   ///< of F by kappa, L and mu held
  double kappa = 0;            ///< that F was computed with
  double shortest_length = 0;  ///< min_i ||L x_i||, as a share of the mean length of a row of L'
  Index shortest = 0;          ///< that i
};

/// Lengths below this share count as this: the gradient would have no bounds.
inline constexpr double least_length = 1e-6;

class Problem {
 public:
  /// `directions`: items x features, rows of length 1, with a class from 0 to classes - 1 each. No kappa: it
  /// is fitted.
  Problem(Matrix directions, std::vector<int> labels, int classes, double gamma, std::optional<double> kappa);

  Index items() const { return directions_.rows(); }
  Index features() const { return directions_.cols(); }
  const Matrix& directions() const { return directions_; }

  /// `map` is L', features x dimensions, as everywhere below.
  Centres centres_at(const Matrix& map) const;

  /// With mu and kappa for the functions of L that they are. Line 4 and all of OPT1.
  Evaluation evaluate(const Matrix& map) const;

  /// With mu and kappa given: line 5 of Algorithm 2.
  Evaluation evaluate(const Matrix& map, const Centres& held) const;

 private:
  struct Space;
  struct Loss;
  Space space_of(const Matrix& map) const;
  Centres centres_of(const Space& space) const;
  Loss loss_of(const Space& space, const Centres& centres) const;
  void add_pull_of_centres(const Space& space, const Centres& centres, Loss& loss) const;
  Evaluation finish(const Matrix& map, const Space& space, const Centres& centres, Loss loss) const;

  Matrix directions_;
  std::vector<int> labels_;
  int classes_;
  double gamma_;
  std::optional<double> kappa_;
};

}  // namespace bellwether::tcs_vm_detail
