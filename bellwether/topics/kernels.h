#pragma once
// The innermost loop of EM: one row of counts, in the widest form that the machine has (SSE2 or AVX2, or what
// the compiler makes of plain vectors elsewhere), with the same bits in each.

#include <cstdint>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::topic_kernels {

/// A probability below this counts as this, and what it belongs to pulls at nothing: as long as the rest
/// cannot fall, neither can the sum.
inline constexpr double least_probability = 1e-290;

struct RowStep {
  const std::int32_t* columns = nullptr;  ///< where the counts stand
  const double* values = nullptr;         ///< the counts
  Index count = 0;
  double scale = 1;  ///< 1 / the sum of the counts

  const double* mixture = nullptr;  ///< theta, P(z|v)
  const double* topics = nullptr;   ///< phi, P(f|z): a row for each feature
  Index width = 0;                  ///< of each row: the number of topics, padded to a multiple of 4

  double* gains = nullptr;  ///< becomes  sum_j r_j phi_j  with  r_j = scale a_j / (theta . phi_j)
  double* sums = nullptr;   ///< laid out as `topics`: row j gains  weight r_j theta  (null: nothing)
  double weight = 1;
};

/// Returns  sum_j scale a_j log(theta . phi_j), to a few units in the last place.
double em_row(const RowStep& step);

/// In each form that this machine can run, the widest last; all give the same bits.
using EmRow = double (*)(const RowStep&);
std::vector<EmRow> em_row_variants();

}  // namespace bellwether::topic_kernels
