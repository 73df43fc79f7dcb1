#pragma once
// The loops of kernels.h in each form that this machine can run: for kernels.cpp, which takes the widest, and
// for the tests, which hold all of them to the same bits.

#include <span>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::kernels {

struct Variant {
  int bytes;  ///< of a vector
  double (*squared_distance)(const double*, const double*, Index);
  double (*dot)(const double*, const double*, Index);
  void (*add_scaled)(double*, double, const double*, Index);
  void (*squared_distances)(const double*, Index, const double*, std::span<const int>, double*);
  void (*add_rows)(double*, const double*, Index, std::span<const int>);
  void (*narrow_rows)(const double*, Index, std::span<const int>, const double*, double, float*, double*);
  void (*narrow)(const double*, double, Index, float*);
  double (*exp_shifted)(double*, double, Index);
  void (*exp_rows)(double*, const double*, Index, Index, double*);
  void (*scaled_distances)(const double*, Index, Index, Index, const double*, const double*, double*);
  void (*whitened_distances)(const double*, Index, Index, Index, const double*, const double*, double*,
                             double*);
};

/// The widest last.
std::vector<Variant> variants();

}  // namespace bellwether::kernels
