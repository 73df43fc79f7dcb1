#pragma once
// What every part of the plug-in uses: errors, memory on the device, and where a search stands.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <bellwether/devices/interface.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bellwether::cuda {

/// Becomes a status and a sentence at the border (interface.cu).
struct Failure : std::runtime_error {
  Failure(int of_kind, const std::string& what) : std::runtime_error(what), kind(of_kind) {}
  int kind;
};

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  const bool memory = error == cudaErrorMemoryAllocation;
  throw Failure(memory ? bellwether_device_memory : bellwether_device_lost, cudaGetErrorString(error));
}

/// An array on the device.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::int64_t count) { make(count); }
  Buffer(Buffer&& other) noexcept : at_(std::exchange(other.at_, nullptr)), count_(other.count_) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(at_, other.at_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~Buffer() { cudaFree(at_); }

  /// What was in it is lost, unless it has that size already.
  void make(std::int64_t count) {
    if (count == count_) return;
    cudaFree(std::exchange(at_, nullptr));
    count_ = 0;
    if (count > 0) check(cudaMalloc(&at_, static_cast<std::size_t>(count) * sizeof(T)));
    count_ = count;
  }
  void copy_from(const T* host, cudaStream_t stream) {
    check(cudaMemcpyAsync(at_, host, bytes(), cudaMemcpyHostToDevice, stream));
  }
  void copy_to(T* host, cudaStream_t stream) const {
    check(cudaMemcpyAsync(host, at_, bytes(), cudaMemcpyDeviceToHost, stream));
  }
  void clear(cudaStream_t stream) { check(cudaMemsetAsync(at_, 0, bytes(), stream)); }

  T* get() const { return at_; }
  std::int64_t size() const { return count_; }
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(T); }

 private:
  T* at_ = nullptr;
  std::int64_t count_ = 0;
};

inline int blocks_for(std::int64_t work, int each) {
  return static_cast<int>((work + each - 1) / each);
}

/// Where a search stands, on the device; kernels do nothing once it has ended.
struct State {
  int ended, converged, iterations, refills, limit;
  int empty;  ///< a cluster that the misfit refills; -1: none
  double tolerance, objective;
  double worst;            ///< of this round so far: see Fitness
  long long misfit;        ///< the item it belongs to; -1: none
  unsigned squared_reach, squared_rounding;  ///< of the centres in the frame: the most, as the bits of a float
  unsigned uncertain, crowded;                     ///< doubts of this chunk; those with too many candidates
  unsigned long long all_uncertain, all_crowded;   ///< of this round so far
  unsigned long long last_uncertain, last_crowded;  ///< of the last round
};

/// Some of the rows as they lie on the device: whole shards.
struct Chunk {
  std::int64_t first = 0, rows = 0;
  const void* values = nullptr;
  const __half* narrow = nullptr;  ///< in the frame, `padded` to a row
  const float2* lengths = nullptr;  ///< of the rows in the frame, and of what narrowing took; rounded up
};

/// What the device has of some things.
struct Machine {
  int processors = 0;
  int shared_bytes = 0;  ///< that a block may have
};

/// What is the same of every chunk.
struct Layout {
  std::int64_t rows = 0;
  int columns = 0;
  int padded = 0;      ///< columns of narrow rows: whole steps of the matrix units
  bool doubles = false;
  const double* shift = nullptr;    ///< of the frame
  double scale = 1;
  const double* inverse = nullptr;  ///< lengths of all rows; null: points
  __host__ __device__ bool directions() const { return inverse != nullptr; }
};

/// Calls work(values) with the rows' own type.
template <class Work>
void with_values(const Layout& layout, const void* values, const Work& work) {
  if (layout.doubles)
    work(static_cast<const double*>(values));
  else
    work(static_cast<const float*>(values));
}

}  // namespace bellwether::cuda
