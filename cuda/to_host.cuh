#pragma once
// From the device to memory of the host that may be new: page by page it is slower than the bus, unless several
// threads touch it.

#include "common.cuh"

namespace bellwether::cuda {

/// Has returned when all of it is there.
void copy_to_host(void* to, const void* from, std::size_t bytes, cudaStream_t stream);

}  // namespace bellwether::cuda
