#pragma once
// EM over counts that a device holds: the result of em.cpp, to the last bit. Mixtures stay there until the
// search is over; in a round only the log-likelihood comes back. Posteriors raised to a power (`temper`) are
// for the processor, whose mathematical library the device does not have.

#include <memory>
#include <vector>

#include <bellwether/devices/device.h>
#include <bellwether/topics/em.h>

namespace bellwether {

/// The parts of a search, held by a device from one restart to the next.
class HeldCounts {
 public:
  HeldCounts(std::shared_ptr<Device> device, const std::vector<TopicPart>& parts);
  ~HeldCounts();
  HeldCounts(const HeldCounts&) = delete;
  HeldCounts& operator=(const HeldCounts&) = delete;

  Device& device() const { return *device_; }
  void* part(std::size_t number) const { return held_[number]; }

 private:
  void hold(const SparseRows& rows);
  void let_go();

  std::shared_ptr<Device> device_;
  std::vector<void*> held_ = {};
};

TopicClustering search_topics_on_device(const HeldCounts& held, const std::vector<TopicPart>& parts,
                                        const TopicModel& start, const Limits& limits, const Run& run);

/// Calls `fit(search, run)` with the parts held by the run's device, if it has one that is wanted for them;
/// otherwise, and if the device fails that was not asked for by name, with none.
template <class Fit>
TopicClustering where_counts_are_wanted(const std::vector<TopicPart>& parts, int clusters, TopicSearch search,
                                        const Run& run, const Fit& fit) {
  const bool possible = run.device && run.workers == nullptr && search.temper == 1;
  if (possible && run.device->wanted(shape_of(parts[0].rows, clusters))) {
    try {
      const HeldCounts held(run.device, parts);
      search.held = &held;
      Run there = run;
      there.threads = 1;  // restarts one after the other: memory holds one, and the device is busy with it
      TopicClustering found = fit(search, there);
      run.device->count_search();
      return found;
    } catch (const DeviceError& error) {
      run.device->failed(error);
      search.held = nullptr;
    }
  }
  return fit(search, run);
}

}  // namespace bellwether
