#pragma once
// EM over counts that a device holds: the result of em.cpp, to the last bit. Mixtures stay there until the
// search is over; in a round only the log-likelihood comes back. Posteriors raised to a power (`temper`) are
// for the processor, whose mathematical library the device does not have.

#include <memory>
#include <vector>

#include <bellwether/devices/sparse_device_items.h>
#include <bellwether/topics/em.h>

namespace bellwether {

/// The parts of a search, held by a device from one restart to the next; dense rows without their zeros.
class HeldCounts {
 public:
  HeldCounts(const std::shared_ptr<Device>& device, const std::vector<TopicPart>& parts);

  const Device& device() const { return *device_; }
  SparseDeviceItems& part(std::size_t number) const { return *parts_[number]; }

 private:
  std::shared_ptr<Device> device_;
  std::vector<std::unique_ptr<SparseDeviceItems>> parts_ = {};
};

TopicClustering search_topics_on_device(const HeldCounts& held, const std::vector<TopicPart>& parts,
                                        const TopicModel& start, const Limits& limits, const Run& run);

/// Calls `fit(search, run)` with the parts held by the run's device, if it has one that is wanted for them;
/// otherwise, and if the device fails that was not asked for by name, with none.
template <class Fit>
TopicClustering where_counts_are_wanted(const std::vector<TopicPart>& parts, int clusters,
                                        const TopicSearch& search, const Run& run, const Fit& fit) {
  const auto here = [&](const Run& inner) { return fit(search, inner); };
  if (run.workers != nullptr || search.temper != 1) return here(run);
  return try_on_device(parts[0].rows, clusters, run, here, [&] {
    const HeldCounts held(run.device, parts);
    TopicSearch search_there = search;
    search_there.held = &held;
    Run there = run;
    there.held_sparse = &held.part(0);
    return fit(search_there, there);
  });
}

}  // namespace bellwether
