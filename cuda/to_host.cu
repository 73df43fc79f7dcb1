#include "to_host.cuh"

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>

#include "streams.cuh"

namespace bellwether::cuda {
namespace {

constexpr std::size_t piece_bytes = std::size_t{16} << 20;

void copy_by_threads(char* to, const char* from, std::size_t bytes) {
  constexpr std::size_t least = std::size_t{1} << 20;
  const std::size_t count = std::clamp<std::size_t>(std::min<std::size_t>(std::thread::hardware_concurrency(), bytes / least), 1, 8);
  const auto part = [&](std::size_t number) {
    const std::size_t begin = bytes * number / count, end = bytes * (number + 1) / count;
    std::memcpy(to + begin, from + begin, end - begin);
  };
  std::vector<std::jthread> others;
  std::size_t number = 1;
  try {
    for (; number < count; ++number) others.emplace_back(part, number);
  } catch (const std::system_error&) {
    // Fewer threads than there might be: this one does the rest.
  }
  for (std::size_t left = number; left < count; ++left) part(left);
  part(0);
}

}  // namespace

void copy_to_host(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (bytes <= piece_bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    return;
  }
  const Pinned<char> room(2 * piece_bytes);
  std::array<Event, 2> there;
  const auto piece = [&](std::size_t at) { return room.get() + at / piece_bytes % 2 * piece_bytes; };
  const auto size = [&](std::size_t at) { return std::min(piece_bytes, bytes - at); };
  const auto send = [&](std::size_t at) {
    if (at >= bytes) return;
    check(cudaMemcpyAsync(piece(at), static_cast<const char*>(from) + at, size(at), cudaMemcpyDeviceToHost, stream));
    there[at / piece_bytes % 2].record(stream);
  };
  send(0);
  for (std::size_t at = 0; at < bytes; at += piece_bytes) {
    send(at + piece_bytes);
    there[at / piece_bytes % 2].wait();
    copy_by_threads(static_cast<char*>(to) + at, piece(at), size(at));
  }
}

}  // namespace bellwether::cuda
