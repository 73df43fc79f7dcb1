#pragma once
// Rows that a device holds, or, where they do not fit, that pass through it chunk by chunk in every round; and the
// searches over them.

#include <functional>
#include <memory>

#include "cover.cuh"
#include "expectation.cuh"
#include "nearest.cuh"
#include "streams.cuh"
#include "sums.cuh"

namespace bellwether::cuda {

/// A captured round, launched as one.
class Graph {
 public:
  ~Graph() { clear(); }
  void clear() {
    if (ready_ != nullptr) cudaGraphExecDestroy(std::exchange(ready_, nullptr));
  }
  void capture(cudaStream_t stream, const std::function<void()>& work);
  bool ready() const { return ready_ != nullptr; }
  void launch(cudaStream_t stream) const { check(cudaGraphLaunch(ready_, stream)); }

 private:
  cudaGraphExec_t ready_ = nullptr;
};

/// The device in whose memory this lies; it throws Failure if that is the host's.
int device_of(const void* resident);

class Held {
 public:
  Held(int device, const BellwetherDeviceItems& items);

  void extent(const BellwetherDeviceExtent& extent);
  void squares(double* into);
  void frame(const double* shift, double scale, const double* inverse_lengths);

  void begin(const BellwetherDeviceSearch& search);
  BellwetherDeviceProgress go_on(int rounds, bool last);
  void finish(double* means, double* trace, int* labels);

  void sum(const double* centres, BellwetherDeviceSums& sums);
  void labels(int* into);

  void expect_begin(int clusters, const int* stays) { expectation_.begin(layout_, clusters, stays, work_); }
  void expect(BellwetherDeviceExpectation& expectation);
  void expected(int* labels, double* probabilities);

  void cover_first(std::int64_t shard_rows, const double* centre, double* shard_sums);
  void cover_look(const BellwetherDeviceLook& look);
  void cover_keep(int winner);
  void cover_nearest(std::int64_t first, std::int64_t count, double* nearest);
  void cover_drawn(const BellwetherDeviceDrawn& drawn);

  int device() const { return device_; }
  /// Makes the device current.
  void enter() const { check(cudaSetDevice(device_)); }

 private:
  /// Where a chunk lies: one slot of all rows, or two that take turns.
  struct Slot {
    Buffer<char> values = {};
    Buffer<__half> narrow = {};
    Buffer<float2> lengths = {};
    Event loaded = {}, free = {};
  };
  /// Rows on their way to the device.
  struct Staging {
    explicit Staging(std::size_t bytes) : bytes(bytes) {}
    Pinned<char> bytes;
    Event sent = {};
  };
  using Work = std::function<void(const Chunk&)>;

  void divide(std::uint64_t memory);
  bool streams() const { return capacity_ < layout_.rows; }
  std::size_t row_bytes() const { return static_cast<std::size_t>(layout_.columns) * (layout_.doubles ? 8 : 4); }
  void load(Slot& slot, std::int64_t first, std::int64_t rows);
  Chunk chunk_in(const Slot& slot, std::int64_t first, std::int64_t rows) const;
  /// Calls work for whole shards after another; `framed`: with their narrow rows.
  void each_chunk(std::int64_t shard_rows, bool framed, const Work& work);
  void prepare(int clusters, std::int64_t shard_rows);
  Sums sums() const;
  Cover cover() const { return {nearest_.get(), owner_.get(), nearer_.get()}; }
  Aside aside() const { return {first_aside_, second_aside_, aside_begun_, first_done_, second_done_}; }
  void add_up_all();
  void round();
  const State& fetch_state();

  int device_;
  Machine machine_ = {};
  Layout layout_ = {};
  BellwetherDeviceFill fill_;
  void* context_;
  const char* resident_;       ///< rows that somebody else keeps on the device; null: ours
  std::int64_t capacity_ = 0;  ///< rows of a slot
  Stream work_ = {}, copies_ = {}, first_aside_ = {}, second_aside_ = {};
  Event aside_begun_ = {}, first_done_ = {}, second_done_ = {};
  std::vector<std::unique_ptr<Slot>> slots_ = {};
  std::vector<std::unique_ptr<Staging>> staging_ = {};
  std::size_t next_staging_ = 0;

  Buffer<double> shift_ = {}, inverse_ = {};
  Buffer<int> labels_ = {}, stays_ = {};

  // A search.
  int clusters_ = 0;
  Tree tree_ = {};
  Centres centres_ = {};
  Buffer<double> exact_ = {}, features_ = {}, objectives_ = {}, worst_ = {}, misfit_ = {}, trace_ = {}, values_ = {};
  Buffer<__half> narrow_ = {};
  Buffer<float> offsets_ = {}, thresholds_ = {};
  Buffer<int> counts_ = {}, worst_items_ = {}, order_ = {}, starts_ = {}, doubts_ = {}, candidate_counts_ = {}, candidate_lists_ = {};
  Buffer<State> state_{1};
  Pinned<State> seen_{1};
  Graph graph_ = {};
  TimedEvent before_ = {}, after_ = {};

  Expectation expectation_ = {};

  // A start.
  Buffer<double> nearest_ = {}, candidates_ = {}, limits_ = {}, potentials_ = {}, shard_sums_ = {};
  Buffer<int> owner_ = {};
  Buffer<unsigned short> nearer_ = {};
  Buffer<float> drawn_nearest_ = {};
  std::int64_t cover_shard_rows_ = 0;
  int chosen_ = 0;
};

}  // namespace bellwether::cuda
