#pragma once
// The innermost loops of sIB: one item against all clusters, in the widest form that the machine has. All is
// made of
//
//   psi(t) = (t - t^a) / e,  e = 1 - a;   at a = 1:  t log t.
//
// Functions give the same bits for a value wherever it stands, and on every machine.

#include <cstdint>
#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether::bottleneck::kernels {

/// What is known of each feature x: the sums S of the clusters, then psi(S) of each, `width` of both.
struct Cells {
  const double* values = nullptr;
  Index width = 0;  ///< a multiple of 4, at least the number of clusters

  const double* sums(Index x) const { return values + 2 * x * width; }
  const double* psi(Index x) const { return sums(x) + width; }
};

inline Index width_of(int clusters) {
  return (Index{clusters} + 3) / 4 * 4;
}

/// out[k] = psi(t[k]); of 0 it is 0.
void psi(const double* t, Index count, double alpha, double* out);

/// gains[c] = sum over the item's features of psi(S + p) - psi(S).
void gains(const SparseRow& item, const Cells& cells, double alpha, double* gains);

/// values[k] = log(1 + values[k]).
void log_plus_one(double* values, Index count);

/// With A = S^a + lambda p^a, and over the features of an item:
struct TiltedSums {
  double excess = 0;  ///< sum A^(1/a) - S - p
  double first = 0;   ///< sum A^(1/a - 1) lambda p^a
  double second = 0;  ///< sum A^(1/a - 2) (lambda p^a)^2
};

/// An item, with psi(p) of each p.
struct TiltedItem {
  SparseRow row;
  const double* psi = nullptr;
};

/// Of all clusters; `raised` holds lambda - 1 of each. alpha < 1.
void tilted_sums(const TiltedItem& item, const Cells& cells, double alpha, const double* raised,
                 double* excess, double* first, double* second);

/// Of one cluster, whose S and psi(S) stand in the order of the item's features.
TiltedSums tilted_sums(const TiltedItem& item, const double* sums, const double* psi, double alpha,
                       double raised);

/// The bounds of each cluster's cost, from its tilt u = log lambda; see item_costs.h.
struct Bounds {
  const double* sizes = nullptr;       ///< n of each cluster
  const double* size_costs = nullptr;  ///< (n + 1) log(n + 1) - n log n
  double* tilts = nullptr;             ///< u; becomes where Newton's step leads
  const double* excess = nullptr;
  const double* first = nullptr;
  const double* second = nullptr;
  double* low = nullptr;   ///< out
  double* high = nullptr;  ///< out
};
void bounds(const Bounds& all, Index count, double alpha);

/// out[k] = e^values[k] - 1.
void exp_minus_one(const double* values, Index count, double* out);

}  // namespace bellwether::bottleneck::kernels
