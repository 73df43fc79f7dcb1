#pragma once
// The loops of kernels.h in each form that this machine can run: for kernels.cpp, which takes the widest, and
// for the tests, which hold all of them to the same bits.

#include <vector>

#include <bellwether/bottleneck/kernels.h>

namespace bellwether::bottleneck::kernels {

struct Variant {
  void (*psi)(const double*, Index, double, double*);
  void (*gains)(const SparseRow&, const Cells&, double, double*);
  void (*log_plus_one)(double*, Index);
  void (*exp_minus_one)(const double*, Index, double*);
  void (*tilted_all)(const TiltedItem&, const Cells&, double, const double*, double*, double*, double*);
  TiltedSums (*tilted_one)(const TiltedItem&, const double*, const double*, double, double);
  void (*bounds)(const Bounds&, Index, double);
};

/// The widest last.
std::vector<Variant> variants();

}  // namespace bellwether::bottleneck::kernels
