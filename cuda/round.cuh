#pragma once
// What happens around the sums of a round: its beginning, whether the search ends, and the next means. All of it is
// engine/iterate.h and mixtures/kmeans_pass.cpp, on the device, so that rounds follow each other without the host.

#include "nearest.cuh"
#include "sums.cuh"

namespace bellwether::cuda {

/// A round of its own, or the first of many, with these centres.
void begin_round(const Layout& layout, const Centres& centres, int* counts, State* state, cudaStream_t stream);

/// Notes the objective; ends the search if it has settled or may go on no longer, else makes the next means and begins
/// the next round with them.
void end_round(const Layout& layout, const Centres& centres, const Sums& sums, double* trace, State* state,
               cudaStream_t stream);

/// The next round is the last.
void let_end(State* state, cudaStream_t stream);

}  // namespace bellwether::cuda
