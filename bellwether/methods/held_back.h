#pragma once
// Knowledge held back: cut in halves, and how well clusters that never saw a half agree with it.

#include <utility>

#include <bellwether/links/knowledge.h>

namespace bellwether {

/// Every second seed of each cluster and every second link of each kind go to the second half.
std::pair<Knowledge, Knowledge> halves(const Knowledge& knowledge);

struct Agreement {
  double value = 0;   ///< 1: all of it is met; 0: what chance gives
  double chance = 0;  ///< standard deviation of `value` for clusters of chance; infinite if nothing is left
};

/// Of `labels` with `held_back`; links that `used` implies are left out, since they prove nothing.
Agreement agreement(const std::vector<int>& labels, const Knowledge& held_back, const Knowledge& used);

}  // namespace bellwether
