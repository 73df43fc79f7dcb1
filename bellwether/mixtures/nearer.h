#pragma once
// Which of a few candidates may be nearer to an item than its nearest centre is: the innermost loop of greedy
// k-means++, in the widest form that the machine running it has.

#include <cstdint>
#include <span>

#include <bellwether/mixtures/kernels.h>

namespace bellwether::kernels {

/// How many candidates are looked at together: one bit of a mask each.
inline constexpr int most_candidates = 16;

/// Candidates in single precision: one feature of all of them after the other, 16 places for each.
struct PackedCandidates {
  int count = 0;
  Index columns = 0;
  FloatBuffer panel = {};
  FloatBuffer offsets = {};
};

/// The score of a candidate is  offset + x . candidate.
PackedCandidates pack_candidates(const Matrix& candidates, const Vector& offsets);

/// Bit c of masks_i is 0 only if candidate c's score of row which_i is at most thresholds_i. Rows are
/// row-major, `candidates.columns` floats each; errors are those of single precision, which thresholds must
/// allow for.
void scores_above(const PackedCandidates& candidates, const float* rows, std::span<const int> which,
                  const float* thresholds, std::uint16_t* masks);

}  // namespace bellwether::kernels
