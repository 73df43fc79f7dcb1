#pragma once
// Modified Bessel functions of the first kind, as von Mises-Fisher densities in P dimensions need them:
// of order P/2 - 1, which may be in the thousands, where I itself overflows long before its logarithm.

namespace bellwether {

/// log I_order(x), for order >= -1/2 and x > 0.
double log_bessel_i(double order, double x);

/// I_{order+1}(x) / I_order(x), in [0, 1), for order >= -1/2 and x >= 0.
double bessel_ratio(double order, double x);

/// The concentration whose mean resultant length is `length` (in [0, 1)) on the unit sphere in `dimensions`
/// dimensions: solves I_{P/2}(kappa) / I_{P/2-1}(kappa) = length.
double concentration(double length, int dimensions);

/// log of the density's constant:  (P/2 - 1) log kappa - (P/2) log(2 pi) - log I_{P/2-1}(kappa).
double log_sphere_constant(double kappa, int dimensions);

}  // namespace bellwether
