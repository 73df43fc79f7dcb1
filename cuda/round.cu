#include "round.cuh"

namespace bellwether::cuda {
namespace {

__global__ void __launch_bounds__(256) reset_round(bool directions, int clusters, int* counts, State* state) {
  if (state->ended) return;
  for (int k = threadIdx.x; k < clusters; k += blockDim.x) counts[k] = 0;
  if (threadIdx.x != 0) return;
  state->worst = directions ? 2 : -1;
  state->misfit = -1;
  state->squared_reach = 0;
  state->squared_rounding = 0;
  state->all_uncertain = 0;
  state->all_crowded = 0;
}

__global__ void reset_chunk(State* state) {
  state->uncertain = 0;
  state->crowded = 0;
}

/// engine/iterate.h, alternate(): a search that has an empty cluster to refill goes on whatever the objective does.
__global__ void __launch_bounds__(256) conclude(int clusters, const double* objective, const int* counts, double* trace,
                                                State* state) {
  __shared__ int first_empty;
  if (state->ended) return;
  if (threadIdx.x == 0) first_empty = clusters;
  __syncthreads();
  for (int k = threadIdx.x; k < clusters; k += blockDim.x)
    if (counts[k] == 0) atomicMin(&first_empty, k);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const bool refill = first_empty < clusters && state->misfit >= 0;
  const double now = *objective;
  trace[state->iterations] = now;
  state->objective = now;
  state->last_uncertain = state->all_uncertain;
  state->last_crowded = state->all_crowded;
  if (state->iterations > 0 && !refill)
    state->converged = fabs(now - trace[state->iterations - 1]) <= state->tolerance * fabs(now);
  if (state->converged || state->iterations >= state->limit) {
    state->ended = 1;
    return;
  }
  state->empty = refill ? first_empty : -1;
  state->refills += refill ? 1 : 0;
  ++state->iterations;
}

/// mu_k = S_k / n_k; the first empty cluster is given the misfit.
__global__ void __launch_bounds__(128) next_means(int columns, Sums sums, double* means, const State* state) {
  if (state->ended) return;
  const int k = blockIdx.x;
  const int count = sums.counts[k];
  const double items = count;
  means += static_cast<std::int64_t>(k) * columns;
  const double* of_cluster = sums.features + static_cast<std::int64_t>(k) * columns;
  for (int p = threadIdx.x; p < columns; p += blockDim.x) {
    if (count > 0)
      means[p] = of_cluster[p] / items;
    else if (k == state->empty)
      means[p] = sums.misfit[p];
  }
}

__global__ void end_soon(State* state) {
  state->limit = min(state->limit, state->iterations);
}

}  // namespace

void begin_round(const Layout& layout, int clusters, int* counts, State* state, cudaStream_t stream) {
  reset_round<<<1, 256, 0, stream>>>(layout.directions(), clusters, counts, state);
  check(cudaGetLastError());
}

void begin_chunk(State* state, cudaStream_t stream) {
  reset_chunk<<<1, 1, 0, stream>>>(state);
  check(cudaGetLastError());
}

void end_round(const Layout& layout, int clusters, const Sums& sums, double* means, double* trace, State* state,
               cudaStream_t stream) {
  conclude<<<1, 256, 0, stream>>>(clusters, sums.objectives, sums.counts, trace, state);
  next_means<<<clusters, 128, 0, stream>>>(layout.columns, sums, means, state);
  check(cudaGetLastError());
}

void let_end(State* state, cudaStream_t stream) {
  end_soon<<<1, 1, 0, stream>>>(state);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
