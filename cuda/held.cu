#include "held.cuh"

#include <algorithm>

#include "round.cuh"
#include "rows.cuh"
#include "to_host.cuh"

namespace bellwether::cuda {
namespace {

constexpr std::size_t staging_bytes = std::size_t{32} << 20;
constexpr std::size_t staging_buffers = 4;
/// Shards and chunks are whole only where a chunk has at least one shard.
constexpr std::int64_t least_rows = 65536;
/// Items of a chunk are counted in 32 bits.
constexpr std::int64_t most_rows = std::int64_t{1} << 30;

int made_current(int device) {
  check(cudaSetDevice(device));
  return device;
}

}  // namespace

void Graph::capture(cudaStream_t stream, const std::function<void()>& work) {
  clear();
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  cudaGraph_t graph = nullptr;
  try {
    work();
  } catch (...) {
    cudaStreamEndCapture(stream, &graph);
    if (graph != nullptr) cudaGraphDestroy(graph);
    throw;
  }
  check(cudaStreamEndCapture(stream, &graph));
  const cudaError_t error = cudaGraphInstantiate(&ready_, graph, 0);
  cudaGraphDestroy(graph);
  check(error);
}

int device_of(const void* resident) {
  cudaPointerAttributes where = {};
  check(cudaPointerGetAttributes(&where, resident));
  if (where.type != cudaMemoryTypeDevice && where.type != cudaMemoryTypeManaged)
    throw Failure(bellwether_device_absent, "the rows do not lie in the memory of a GPU");
  return where.device;
}

Held::Held(int device, const BellwetherDeviceItems& items)
    : device_(made_current(items.resident == nullptr ? device : device_of(items.resident))),
      fill_(items.fill),
      context_(items.context),
      resident_(static_cast<const char*>(items.resident)) {
  check(cudaDeviceGetAttribute(&machine_.processors, cudaDevAttrMultiProcessorCount, device_));
  check(cudaDeviceGetAttribute(&machine_.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device_));
  // Our streams do not wait for those that resident rows are made on.
  if (resident_ != nullptr) check(cudaDeviceSynchronize());
  machine_.shared_bytes -= 8 * 1024;  // for what kernels have beside what they ask for
  layout_.rows = items.rows;
  layout_.columns = static_cast<int>(items.columns);
  layout_.padded = padded_columns(layout_.columns);
  layout_.doubles = items.value_bytes == 8;
  divide(items.memory);
  labels_.make(layout_.rows);
  if (streams()) return;
  load(*slots_[0], 0, layout_.rows);
  slots_[0]->loaded.wait();
  staging_.clear();
}

/// All rows in one slot if they fit, or as many as do in two that take turns.
void Held::divide(std::uint64_t memory) {
  std::size_t free = 0, all = 0;
  check(cudaMemGetInfo(&free, &all));
  if (memory > 0) free = std::min<std::size_t>(free, memory);
  // Of each row: its label, what a start knows of it, its length and whether it is held.
  const std::size_t each = 4 + 14 + 8 + 4;
  const std::size_t in_slot = (resident_ == nullptr ? row_bytes() : 0) +
                              static_cast<std::size_t>(layout_.padded) * sizeof(__half) + sizeof(float2);
  const std::size_t in_chunk = 4 + 8 + 12 + 4 * Doubts::most;  // its place in the order, its distance, its doubts
  const auto rows = static_cast<std::size_t>(layout_.rows);
  // A tenth is left to the sums of shards, and to others.
  const std::size_t usable = free - free / 10;
  if (rows * (each + in_slot + in_chunk) <= usable) {
    capacity_ = layout_.rows;
  } else {
    const std::size_t left = usable > rows * each ? usable - rows * each : 0;
    capacity_ = static_cast<std::int64_t>(left / (2 * in_slot + in_chunk));
    if (capacity_ < least_rows)
      throw Failure(bellwether_device_memory,
                    std::to_string((rows * each + least_rows * (2 * in_slot + in_chunk)) >> 20) +
                        " MiB are wanted at least, and " + std::to_string(usable >> 20) + " MiB are free");
  }
  capacity_ = std::min(capacity_, most_rows);
  for (int slot = 0; slot < (streams() ? 2 : 1); ++slot) {
    slots_.push_back(std::make_unique<Slot>());
    if (resident_ == nullptr) slots_.back()->values.make(capacity_ * static_cast<std::int64_t>(row_bytes()));
    slots_.back()->narrow.make(capacity_ * layout_.padded);
    slots_.back()->lengths.make(capacity_);
  }
  order_.make(capacity_);
  values_.make(capacity_);
  doubts_.make(capacity_);
  thresholds_.make(capacity_);
  candidate_counts_.make(capacity_);
  candidate_lists_.make(capacity_ * Doubts::most);
}

void Held::load(Slot& slot, std::int64_t first, std::int64_t rows) {
  if (resident_ == nullptr) {
    while (staging_.size() < staging_buffers)
      staging_.push_back(std::make_unique<Staging>(std::max(staging_bytes, row_bytes())));
    const auto piece = static_cast<std::int64_t>(std::max(staging_bytes, row_bytes()) / row_bytes());
    for (std::int64_t at = 0; at < rows; at += piece) {
      const std::int64_t count = std::min(piece, rows - at);
      Staging& staging = *staging_[next_staging_++ % staging_.size()];
      staging.sent.wait();
      if (fill_(context_, first + at, count, staging.bytes.get()) != 0)
        throw Failure(bellwether_device_refused, "the rows could not be given");
      check(cudaMemcpyAsync(slot.values.get() + static_cast<std::size_t>(at) * row_bytes(), staging.bytes.get(),
                            static_cast<std::size_t>(count) * row_bytes(), cudaMemcpyHostToDevice, copies_));
      staging.sent.record(copies_);
    }
  }
  slot.loaded.record(copies_);
}

Chunk Held::chunk_in(const Slot& slot, std::int64_t first, std::int64_t rows) const {
  const char* values =
      resident_ == nullptr ? slot.values.get() : resident_ + static_cast<std::size_t>(first) * row_bytes();
  return {first, rows, values, slot.narrow.get(), slot.lengths.get()};
}

void Held::each_chunk(std::int64_t shard_rows, bool framed, const Work& work) {
  if (!streams()) return work(chunk_in(*slots_[0], 0, layout_.rows));
  const std::int64_t most = capacity_ / shard_rows * shard_rows;
  if (most == 0)
    throw Failure(bellwether_device_memory, "not even a shard of " + std::to_string(shard_rows) + " rows fits");
  std::size_t turn = 0;
  for (std::int64_t first = 0; first < layout_.rows; first += most) {
    Slot& slot = *slots_[turn++ % slots_.size()];
    const std::int64_t rows = std::min(most, layout_.rows - first);
    slot.free.hold_back(copies_);
    load(slot, first, rows);
    slot.loaded.hold_back(work_);
    const Chunk chunk = chunk_in(slot, first, rows);
    if (framed) narrow_rows(layout_, chunk, slot.narrow.get(), slot.lengths.get(), work_);
    work(chunk);
    slot.free.record(work_);
  }
}

void Held::extent(const BellwetherDeviceExtent& extent) {
  const std::int64_t shards = (layout_.rows + extent.shard_rows - 1) / extent.shard_rows;
  Buffer<double> least(shards * layout_.columns), most(shards * layout_.columns), sums(shards * layout_.columns);
  each_chunk(extent.shard_rows, false, [&](const Chunk& chunk) {
    find_extents(layout_, chunk, extent.shard_rows, {least.get(), most.get(), sums.get()}, work_);
  });
  least.copy_to(extent.least, work_);
  most.copy_to(extent.most, work_);
  sums.copy_to(extent.sums, work_);
  work_.wait();
}

void Held::squares(double* into) {
  Buffer<double> squares(layout_.rows);
  each_chunk(1, false, [&](const Chunk& chunk) { find_squares(layout_, chunk, squares.get(), work_); });
  squares.copy_to(into, work_);
  work_.wait();
}

void Held::frame(const double* shift, double scale, const double* inverse_lengths) {
  shift_.make(layout_.columns);
  shift_.copy_from(shift, work_);
  layout_.shift = shift_.get();
  layout_.scale = scale;
  layout_.inverse = nullptr;
  if (inverse_lengths != nullptr) {
    inverse_.make(layout_.rows);
    inverse_.copy_from(inverse_lengths, work_);
    layout_.inverse = inverse_.get();
  }
  if (!streams()) {
    Slot& slot = *slots_[0];
    narrow_rows(layout_, chunk_in(slot, 0, layout_.rows), slot.narrow.get(), slot.lengths.get(), work_);
  }
  work_.wait();
}

void Held::prepare(int clusters, std::int64_t shard_rows) {
  if (clusters > most_clusters(machine_))
    throw Failure(bellwether_device_unsupported, std::to_string(most_clusters(machine_)) + " clusters are the most");
  const std::int64_t columns = layout_.columns, all = padded_clusters(clusters);
  if (tree_.shard_rows != shard_rows) tree_ = tree_of(layout_.rows, shard_rows, work_);
  clusters_ = clusters;
  exact_.make(clusters * columns);
  narrow_.make(all * layout_.padded);
  offsets_.make(all);
  centres_ = {clusters, static_cast<int>(all), exact_.get(), narrow_.get(), offsets_.get()};
  features_.make(tree_.shards * clusters * columns);
  objectives_.make(tree_.shards);
  counts_.make(clusters);
  worst_.make(tree_.shards);
  worst_items_.make(tree_.shards);
  misfit_.make(columns);
  starts_.make(static_cast<std::int64_t>(tree_.shards) * (clusters + 1));
}

Sums Held::sums() const {
  return {features_.get(), objectives_.get(), counts_.get(), worst_.get(), worst_items_.get(), misfit_.get()};
}

void Held::begin(const BellwetherDeviceSearch& search) {
  graph_.clear();
  prepare(search.clusters, search.shard_rows);
  exact_.copy_from(search.centres, work_);
  trace_.make(search.iterations + std::int64_t{1});
  stays_.make(search.held == nullptr ? 0 : layout_.rows);
  if (search.held != nullptr) stays_.copy_from(search.held, work_);
  State& state = *seen_.get();
  state = {};
  state.limit = search.iterations;
  state.tolerance = search.tolerance;
  state.empty = -1;
  state_.copy_from(&state, work_);
  begin_round(layout_, centres_, counts_.get(), state_.get(), work_);
  work_.wait();
}

void Held::add_up_all() {
  State* state = state_.get();
  each_chunk(tree_.shard_rows, true, [&](const Chunk& chunk) {
    find_nearest(layout_, chunk, centres_, stays_.get(), labels_.get(),
                 {doubts_.get(), thresholds_.get(), candidate_counts_.get(), candidate_lists_.get()}, state, machine_,
                 work_);
    add_up(layout_, chunk, tree_, clusters_, exact_.get(), labels_.get(), stays_.get(),
           {order_.get(), starts_.get(), values_.get()}, sums(), state, machine_, work_, aside());
    if (streams()) aside().end(work_);  // the chunk may be written over once its work is done
  });
  merge_shards(tree_, static_cast<std::int64_t>(clusters_) * layout_.columns, sums(), state, machine_, work_,
               aside());
}

void Held::round() {
  add_up_all();
  end_round(layout_, centres_, sums(), trace_.get(), state_.get(), work_);
}

const State& Held::fetch_state() {
  state_.copy_to(seen_.get(), work_);
  work_.wait();
  return *seen_.get();
}

BellwetherDeviceProgress Held::go_on(int rounds, bool last) {
  if (last) let_end(state_.get(), work_);
  if (!streams() && !graph_.ready()) graph_.capture(work_, [&] { round(); });
  before_.record(work_);
  for (int r = 0; r < rounds; ++r) {
    if (streams())
      round();
    else
      graph_.launch(work_);
  }
  after_.record(work_);
  const State& state = fetch_state();
  BellwetherDeviceProgress progress{};
  progress.ended = state.ended;
  progress.converged = state.converged;
  progress.iterations = state.iterations;
  progress.refills = state.refills;
  progress.objective = state.objective;
  progress.uncertain = static_cast<std::int64_t>(state.last_uncertain);
  progress.crowded = static_cast<std::int64_t>(state.last_crowded);
  progress.milliseconds = before_.milliseconds_until(after_);
  return progress;
}

void Held::finish(double* means, double* trace, int* into) {
  const int iterations = fetch_state().iterations;
  if (means != nullptr) exact_.copy_to(means, work_);
  if (trace != nullptr)
    check(cudaMemcpyAsync(trace, trace_.get(), (static_cast<std::size_t>(iterations) + 1) * sizeof(double),
                          cudaMemcpyDeviceToHost, work_));
  work_.wait();
  if (into != nullptr) labels(into);
}

void Held::sum(const double* centres, BellwetherDeviceSums& found) {
  exact_.copy_from(centres, work_);
  begin_round(layout_, centres_, counts_.get(), state_.get(), work_);
  add_up_all();
  check(cudaMemcpyAsync(found.sums, features_.get(), exact_.bytes(), cudaMemcpyDeviceToHost, work_));
  std::vector<int> counts(static_cast<std::size_t>(clusters_));
  counts_.copy_to(counts.data(), work_);
  check(cudaMemcpyAsync(&found.objective, objectives_.get(), sizeof(double), cudaMemcpyDeviceToHost, work_));
  const State& state = fetch_state();
  std::copy(counts.begin(), counts.end(), found.counts);
  found.worst = state.worst;
  found.misfit = state.misfit;
  found.uncertain = static_cast<std::int64_t>(state.all_uncertain);
  found.crowded = static_cast<std::int64_t>(state.all_crowded);
}

void Held::labels(int* into) {
  copy_to_host(into, labels_.get(), labels_.bytes(), work_);
}

void Held::expect(BellwetherDeviceExpectation& expectation) {
  expectation_.start_round(expectation, work_);
  each_chunk(Expectation::slice_rows, false,
             [&](const Chunk& chunk) { expectation_.add(layout_, chunk, labels_.get(), work_); });
  expectation_.finish_round(expectation, work_);
}

void Held::expected(int* labels, double* probabilities) {
  expectation_.probabilities(probabilities, work_);
  work_.wait();
  copy_to_host(labels, labels_.get(), labels_.bytes(), work_);
}

}  // namespace bellwether::cuda
