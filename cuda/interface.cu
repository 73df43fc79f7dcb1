// The border: C++ exceptions become a status and a sentence.

#include <cstdio>
#include <new>

#include "directions.cuh"
#include "held.cuh"
#include "sparse_cover.cuh"
#include "topics.cuh"

namespace bellwether::cuda {
namespace {

void say(char* message, const std::string& what) {
  std::snprintf(message, BELLWETHER_DEVICE_MESSAGE, "%s", what.c_str());
}

template <class Work>
int guarded(char* message, const Work& work) {
  try {
    work();
    return bellwether_device_done;
  } catch (const Failure& failure) {
    say(message, failure.what());
    // An error that stays would be found again by whoever asks next.
    cudaGetLastError();
    return failure.kind;
  } catch (const std::bad_alloc&) {
    say(message, "not enough memory beside the device");
    return bellwether_device_memory;
  } catch (const std::exception& error) {
    say(message, error.what());
    return bellwether_device_lost;
  }
}

template <class Work>
int with_held(void* held, char* message, const Work& work) {
  return guarded(message, [&] {
    Held& rows = *static_cast<Held*>(held);
    rows.enter();
    work(rows);
  });
}

std::string version_in_words(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

int count(std::int32_t* devices, char* message) {
  return guarded(message, [&] {
    *devices = 0;
    int driver = 0, found = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
      throw Failure(bellwether_device_absent, "no NVIDIA driver was found");
    const cudaError_t error = cudaGetDeviceCount(&found);
    if (error == cudaErrorInsufficientDriver)
      throw Failure(bellwether_device_absent, "the NVIDIA driver is too old: it supports CUDA " +
                                                  version_in_words(driver) + ", and CUDA " +
                                                  version_in_words(CUDART_VERSION) + " is needed");
    if (error == cudaErrorNoDevice || (error == cudaSuccess && found == 0))
      throw Failure(bellwether_device_absent, "the driver knows no NVIDIA GPU");
    if (error != cudaSuccess) throw Failure(bellwether_device_absent, cudaGetErrorString(error));
    *devices = found;
  });
}

int facts(std::int32_t device, BellwetherDeviceFacts* facts, char* message) {
  return guarded(message, [&] {
    check(cudaSetDevice(device));
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, device));
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all));
    *facts = {};
    std::snprintf(facts->name, sizeof facts->name, "%s", properties.name);
    facts->memory = all;
    facts->free = free;
    facts->processors = properties.multiProcessorCount;
    facts->major = properties.major;
    facts->minor = properties.minor;
    check(cudaDriverGetVersion(&facts->driver));
    if (properties.major < 8)
      throw Failure(bellwether_device_absent, std::string(properties.name) + " has compute capability " +
                                                  std::to_string(properties.major) + "." +
                                                  std::to_string(properties.minor) + ", and 8.0 is needed");
  });
}

int hold(std::int32_t device, const BellwetherDeviceItems* items, void** held, char* message) {
  return guarded(message, [&] { *held = new Held(device, *items); });
}

void let_go(void* held) {
  Held* rows = static_cast<Held*>(held);
  if (rows != nullptr) cudaSetDevice(rows->device());
  delete rows;
}

int extent(void* held, const BellwetherDeviceExtent* extent, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.extent(*extent); });
}

int squares(void* held, double* squares, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.squares(squares); });
}

/// From the device where they lie, which becomes the thread's own only as long as this takes.
int copy_out(const void* resident, std::uint64_t bytes, void* into, char* message) {
  return guarded(message, [&] {
    if (bytes == 0) return;
    const int device = device_of(resident);
    int before = 0;
    check(cudaGetDevice(&before));
    check(cudaSetDevice(device));
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = cudaMemcpy(into, resident, bytes, cudaMemcpyDeviceToHost);
    cudaSetDevice(before);
    check(error);
  });
}

int frame(void* held, const double* shift, double scale, const double* inverse_lengths, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.frame(shift, scale, inverse_lengths); });
}

int begin(void* held, const BellwetherDeviceSearch* search, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.begin(*search); });
}

int go_on(void* held, std::int32_t rounds, std::int32_t last, BellwetherDeviceProgress* progress, char* message) {
  return with_held(held, message, [&](Held& rows) { *progress = rows.go_on(rounds, last != 0); });
}

int finish(void* held, double* means, double* trace, std::int32_t* labels, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.finish(means, trace, labels); });
}

int sum(void* held, const double* centres, BellwetherDeviceSums* sums, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.sum(centres, *sums); });
}

int labels(void* held, std::int32_t* into, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.labels(into); });
}

int expect_begin(void* held, std::int32_t clusters, const std::int32_t* stays, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.expect_begin(clusters, stays); });
}

int expect(void* held, BellwetherDeviceExpectation* expectation, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.expect(*expectation); });
}

int expected(void* held, std::int32_t* labels, double* probabilities, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.expected(labels, probabilities); });
}

int cover_first(void* held, std::int64_t shard_rows, const double* centre, double* shard_sums, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.cover_first(shard_rows, centre, shard_sums); });
}

int cover_look(void* held, const BellwetherDeviceLook* look, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.cover_look(*look); });
}

int cover_keep(void* held, std::int32_t winner, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.cover_keep(winner); });
}

int cover_nearest(void* held, std::int64_t first, std::int64_t count, double* nearest, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.cover_nearest(first, count, nearest); });
}

int cover_drawn(void* held, const BellwetherDeviceDrawn* drawn, char* message) {
  return with_held(held, message, [&](Held& rows) { rows.cover_drawn(*drawn); });
}

/// Sparse rows, and the searches over them.
struct SparseHeld {
  SparseHeld(int device, const BellwetherDeviceSparse& given) : items(device, given) {}

  SparseItems items;
  SparseCover cover{items};
  DirectionSearch directions{items};
};

template <class Work>
int with_sparse(void* held, char* message, const Work& work) {
  return guarded(message, [&] {
    SparseHeld& rows = *static_cast<SparseHeld*>(held);
    rows.items.enter();
    work(rows);
  });
}

int sparse_hold(std::int32_t device, const BellwetherDeviceSparse* items, void** held, char* message) {
  return guarded(message, [&] { *held = new SparseHeld(device, *items); });
}

void sparse_let_go(void* held) {
  SparseHeld* rows = static_cast<SparseHeld*>(held);
  if (rows != nullptr) cudaSetDevice(rows->items.device());
  delete rows;
}

int sparse_lay(void* held, const double* inverse_lengths, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.directions.lay(inverse_lengths); });
}

int sparse_cover_first(void* held, std::int64_t shard_rows, const double* centre, double* shard_sums, char* message) {
  return with_sparse(held, message,
                     [&](SparseHeld& rows) { rows.cover.first(shard_rows, rows.directions.inverse(), centre, shard_sums); });
}

int sparse_cover_look(void* held, const BellwetherDeviceLook* look, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.cover.look(*look); });
}

int sparse_cover_keep(void* held, std::int32_t winner, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.cover.keep(winner); });
}

int sparse_cover_nearest(void* held, std::int64_t first, std::int64_t count, double* nearest, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.cover.nearest(first, count, nearest); });
}

int sparse_cover_drawn(void* held, const BellwetherDeviceDrawn* drawn, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.cover.drawn(rows.directions.inverse(), *drawn); });
}

int directions_begin(void* held, const BellwetherDeviceDirections* search, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.directions.begin(*search); });
}

int directions_round(void* held, BellwetherDeviceCosines* found, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.directions.round(*found); });
}

int directions_turn(void* held, std::int32_t refilled, const double* direction, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.directions.turn(refilled, direction); });
}

int directions_end(void* held, double* directions, std::int32_t* labels, char* message) {
  return with_sparse(held, message, [&](SparseHeld& rows) { rows.directions.end(directions, labels); });
}

template <class Work>
int with_topics(void* search, char* message, const Work& work) {
  return guarded(message, [&] {
    Topics& topics = *static_cast<Topics*>(search);
    topics.enter();
    work(topics);
  });
}

int topics_begin(std::int32_t device, const BellwetherDeviceTopics* topics, void** search, char* message) {
  return guarded(message, [&] {
    std::vector<SparseItems*> parts;
    for (int p = 0; p < topics->parts; ++p) parts.push_back(&static_cast<SparseHeld*>(topics->part[p].held)->items);
    *search = new Topics(device, *topics, parts);
  });
}

int topics_round(void* search, double* objectives, char* message) {
  return with_topics(search, message, [&](Topics& topics) { topics.round(objectives); });
}

int topics_update(void* search, char* message) {
  return with_topics(search, message, [&](Topics& topics) { topics.update(); });
}

int topics_found(void* search, double* table, double* const* mixtures, char* message) {
  return with_topics(search, message, [&](Topics& topics) { topics.found(table, mixtures); });
}

void topics_let_go(void* search) {
  Topics* topics = static_cast<Topics*>(search);
  if (topics != nullptr) cudaSetDevice(topics->device());
  delete topics;
}

const BellwetherDeviceFunctions functions{
    .interface_version = BELLWETHER_DEVICE_INTERFACE,
    .version = BELLWETHER_VERSION,
    .platform = "CUDA " BELLWETHER_CUDA_VERSION,
    .count = count,
    .facts = facts,
    .hold = hold,
    .let_go = let_go,
    .extent = extent,
    .squares = squares,
    .copy_out = copy_out,
    .frame = frame,
    .begin = begin,
    .go_on = go_on,
    .finish = finish,
    .sum = sum,
    .labels = labels,
    .expect_begin = expect_begin,
    .expect = expect,
    .expected = expected,
    .cover_first = cover_first,
    .cover_look = cover_look,
    .cover_keep = cover_keep,
    .cover_nearest = cover_nearest,
    .cover_drawn = cover_drawn,
    .sparse_hold = sparse_hold,
    .sparse_let_go = sparse_let_go,
    .sparse_lay = sparse_lay,
    .sparse_cover_first = sparse_cover_first,
    .sparse_cover_look = sparse_cover_look,
    .sparse_cover_keep = sparse_cover_keep,
    .sparse_cover_nearest = sparse_cover_nearest,
    .sparse_cover_drawn = sparse_cover_drawn,
    .directions_begin = directions_begin,
    .directions_round = directions_round,
    .directions_turn = directions_turn,
    .directions_end = directions_end,
    .topics_begin = topics_begin,
    .topics_round = topics_round,
    .topics_update = topics_update,
    .topics_found = topics_found,
    .topics_let_go = topics_let_go,
};

}  // namespace
}  // namespace bellwether::cuda

extern "C" __attribute__((visibility("default"))) const BellwetherDeviceFunctions* bellwether_device_functions() {
  return &bellwether::cuda::functions;
}
