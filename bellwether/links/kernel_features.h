#pragma once
// Gaussian kernels between items and a few of them, the landmarks, as features (Nyström's method).
//   C. Williams, M. Seeger. Using the Nyström method to speed up kernel machines. NIPS 2000.
//
//   k(x, y) = exp(-||x - y||^2 / w),   phi(x) = R' (k(x, l_1), ..., k(x, l_m))'   with  R R' = K^+
//
// and K the kernels between landmarks. phi(x) . phi(y) is k(x, y) where x and y are landmarks, and near it
// where items lie among them; so what is linear in phi has borders of any shape in x.

#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether {

struct Kernel {
  Matrix landmarks = {};  ///< a row for each
  double width = 1;       ///< w
};

/// `width` is a multiple of the median squared distance between two landmarks that differ.
Kernel kernel_at(const Rows& items, const std::vector<Index>& landmarks, double width);

/// The kernel, ready for many items.
class KernelPass {
 public:
  explicit KernelPass(const Kernel& kernel);

  /// k(x_i, l_j): items x landmarks.
  Matrix operator()(const Rows& items) const;

 private:
  double width_;
  Vector centre_;   ///< of the landmarks: dense items far from the origin lose no digits
  Matrix centred_;  ///< landmarks less the centre, features x landmarks
  Matrix as_is_;    ///< landmarks, likewise
  Vector norms_, norms_as_is_;
};

/// R: landmarks x features of phi. Landmarks that repeat each other give fewer features.
Matrix kernel_root(const Kernel& kernel);

}  // namespace bellwether
