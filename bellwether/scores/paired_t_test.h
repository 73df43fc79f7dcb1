#pragma once
// The paired t-test: do two methods, tried on the same problems, differ by more than chance?
//   Student. The probable error of a mean. Biometrika 1908.

#include <cstdint>
#include <span>

namespace bellwether {

struct PairedTTest {
  double mean_difference = 0;  ///< of first - second
  double t = 0;  ///< mean difference / its standard error; infinite if the differences are equal
  std::int64_t degrees_of_freedom = 0;
  double p = 1;  ///< two-sided: how often chance alone gives a |t| at least this large
};

/// At least two pairs. Differences that are all 0 give p = 1; all equal to another number, p = 0.
PairedTTest paired_t_test(std::span<const double> first, std::span<const double> second);

/// P(|T| >= |t|) for Student's T, within about 1e-12 of itself. At least one degree of freedom.
double student_two_sided(double t, double degrees_of_freedom);

}  // namespace bellwether
