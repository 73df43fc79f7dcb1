#pragma once
// The best cut of distributions in two, by k-means with the divergence that belongs to the information.
//   A. Banerjee, S. Merugu, I. Dhillon, J. Ghosh. Clustering with Bregman divergences. JMLR 6, 2005.
//
// Information of order a is a mean of a convex function of the clusters' distributions, less what does not
// depend on the clusters:
//
//   Jensen-Renyi:  phi(P) = -H_a(P)          = log(sum P^a) / (a - 1)
//   Csiszar:       phi(P) =  D_a(P || Q)     = log(sum P^a Q^(1-a)) / (a - 1),   Q minimises the mean
//
// An item goes where the tangent of phi at the cluster's distribution is highest,  phi(P) + g . (p - P)  with
// g = phi'(P): the divergence of Bregman is least there, and the mean of phi does not fall. With Csiszar's, Q
// follows the clusters, and the information may then fall: such a round is not taken.

#include <span>
#include <vector>

#include <bellwether/bottleneck/information.h>

namespace bellwether::denoising {

/// phi(P) + g . (p - P) = height + slope . p  for distributions p.
struct Tangent {
  double height = 0;
  std::vector<double> slope = {};

  double at(std::span<const double> p) const;
};
/// At `p`, which has no 0. `reference` is Q; empty: of -H_a. At alpha = 1: of sum P log P or sum P log(P /
/// Q).
Tangent tangent_at(std::span<const double> p, std::span<const double> reference, double alpha);
/// phi(P) itself.
double convex_function(std::span<const double> p, std::span<const double> reference, double alpha);

struct Cut {
  std::vector<int> labels = {};  ///< 0 or 1; empty: one part would be empty
  double information = 0;        ///< I_a(X;Z) in nats
  std::vector<double> trace = {};
  bool converged = false;
};

struct CutOptions {
  Information information = Information::jensen_renyi;
  double alpha = 1;
  int rounds = 100;
  double tolerance = 1e-6;  ///< smallest relative gain worth another round
};

/// From given halves.
Cut cut_in_two(const Matrix& distributions, std::vector<int> labels, const CutOptions& options);

}  // namespace bellwether::denoising
