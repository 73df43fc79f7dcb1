#include "round.cuh"

#include "centres.cuh"

namespace bellwether::cuda {
namespace {

/// What a round adds to, before it begins. Its centres are laid out after this.
__device__ void begin_state(bool directions, State* state) {
  state->worst = directions ? 2 : -1;
  state->misfit = -1;
  state->squared_reach = 0;
  state->squared_rounding = 0;
  state->all_uncertain = 0;
  state->all_crowded = 0;
}

__global__ void __launch_bounds__(256) reset_round(bool directions, int clusters, int* counts, State* state) {
  if (state->ended) return;
  for (int k = threadIdx.x; k < clusters; k += blockDim.x) counts[k] = 0;
  if (threadIdx.x == 0) begin_state(directions, state);
}

/// engine/iterate.h, alternate(): a search that has an empty cluster to refill goes on whatever the objective does.
__global__ void __launch_bounds__(256) conclude(bool directions, int clusters, const double* objective, const int* counts, double* trace,
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
  begin_state(directions, state);
}

/// mu_k = S_k / n_k; the first empty cluster is given the misfit. The next round begins with them.
__global__ void __launch_bounds__(128) next_means(Layout layout, Centres centres, Sums sums, State* state) {
  if (state->ended) return;
  const int k = blockIdx.x, columns = layout.columns;
  const int count = sums.counts[k];
  const double items = count;
  double* mean = centres.exact + static_cast<std::int64_t>(k) * columns;
  const double* of_cluster = sums.features + static_cast<std::int64_t>(k) * columns;
  for (int p = threadIdx.x; p < columns; p += blockDim.x) {
    if (count > 0)
      mean[p] = of_cluster[p] / items;
    else if (k == state->empty)
      mean[p] = sums.misfit[p];
  }
  __syncthreads();
  if (threadIdx.x == 0) sums.counts[k] = 0;
  lay_out_row(layout, centres, k, state);
}

__global__ void end_soon(State* state) {
  state->limit = min(state->limit, state->iterations);
}

}  // namespace

void begin_round(const Layout& layout, const Centres& centres, int* counts, State* state, cudaStream_t stream) {
  reset_round<<<1, 256, 0, stream>>>(layout.directions(), centres.clusters, counts, state);
  check(cudaGetLastError());
  lay_out(layout, centres, state, stream);
}

void end_round(const Layout& layout, const Centres& centres, const Sums& sums, double* trace, State* state,
               cudaStream_t stream) {
  conclude<<<1, 256, 0, stream>>>(layout.directions(), centres.clusters, sums.objectives, sums.counts, trace, state);
  next_means<<<centres.clusters, 128, 0, stream>>>(layout, centres, sums, state);
  check(cudaGetLastError());
}

void let_end(State* state, cudaStream_t stream) {
  end_soon<<<1, 1, 0, stream>>>(state);
  check(cudaGetLastError());
}

}  // namespace bellwether::cuda
