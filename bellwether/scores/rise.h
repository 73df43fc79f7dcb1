#pragma once
// Whether a density rises before it falls: what tells two groups from one group that was cut in two.

#include <vector>

namespace bellwether {

/// Fewer distances show nothing.
inline constexpr std::size_t fewest_distances = 4;

/// Distances u >= 0 from a border. If their density only falls from the border on, as it does inside of one
/// group, their distribution function is concave. D is the largest distance of the empirical one to its least
/// concave majorant (the one-sided form of the dip of J. and P. Hartigan, Annals of Statistics 13, 1985).
/// Returned is sqrt(m) D divided by what the worst case, a flat density, exceeds one time in ten: from 1 on
/// the density clearly rises. 0 for fewer than `fewest_distances`.
double rise(std::vector<double> distances);

}  // namespace bellwether
