#pragma once
// The few instructions of the matrix units and of copies into shared memory, as functions.

#include "common.cuh"

namespace bellwether::cuda {

/// Where piece `piece` (eight halves) of row `row` lies in a tile of rows of `step` halves, so that eight rows'
/// pieces lie in different banks.
template <int step>
__device__ __forceinline__ int swizzled(int row, int piece) {
  static_assert(step == 16 || step == 32 || step == 64);
  if constexpr (step == 64) return row * step + (piece ^ (row & 7)) * 8;
  if constexpr (step == 32) return row * step + (piece ^ ((row >> 1) & 3)) * 8;
  return row * step + (piece ^ ((row >> 2) & 1)) * 8;
}

/// 16 bytes to shared memory, while the caller goes on; zeros where there is nothing.
__device__ __forceinline__ void copy_piece(__half* to, const __half* from, bool there) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  const int size = there ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(size));
}
__device__ __forceinline__ void end_of_copies() {
  asm volatile("cp.async.commit_group;");
}
/// Until no more than `left` groups of copies are under way.
template <int left>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(left));
}

/// Four tiles of 8 x 8 halves, a row of them at each lane's address.
__device__ __forceinline__ void load_tiles(unsigned (&to)[4], const __half* from) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(from));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(address));
}

/// out = a b + in, for 16 x 16 and 16 x 8 halves, in single precision.
__device__ __forceinline__ void multiply(float (&out)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3,
                                         unsigned b0, unsigned b1, float in0, float in1, float in2, float in3) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%10, %11, %12, %13};"
      : "=f"(out[0]), "=f"(out[1]), "=f"(out[2]), "=f"(out[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "f"(in0), "f"(in1), "f"(in2), "f"(in3));
}
__device__ __forceinline__ void multiply(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  multiply(sums, a[0], a[1], a[2], a[3], b0, b1, sums[0], sums[1], sums[2], sums[3]);
}

}  // namespace bellwether::cuda
