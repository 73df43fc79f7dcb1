#pragma once
// What belongs to the host's side of a device: streams, events, and memory that copies can run from.

#include "common.cuh"

namespace bellwether::cuda {

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream)); }
  operator cudaEvent_t() const { return event_; }
  void hold_back(cudaStream_t stream) const { check(cudaStreamWaitEvent(stream, event_)); }
  void wait() const { check(cudaEventSynchronize(event_)); }

 private:
  cudaEvent_t event_ = nullptr;
};

/// One that tells the time.
class TimedEvent {
 public:
  TimedEvent() { check(cudaEventCreate(&event_)); }
  ~TimedEvent() { cudaEventDestroy(event_); }
  TimedEvent(const TimedEvent&) = delete;
  TimedEvent& operator=(const TimedEvent&) = delete;
  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream)); }
  double milliseconds_until(const TimedEvent& later) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, event_, later.event_));
    return milliseconds;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Memory of the host that copies can run from.
template <class T>
class Pinned {
 public:
  explicit Pinned(std::size_t count) { check(cudaMallocHost(&at_, count * sizeof(T))); }
  ~Pinned() { cudaFreeHost(at_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  T* get() const { return at_; }

 private:
  T* at_ = nullptr;
};

}  // namespace bellwether::cuda
