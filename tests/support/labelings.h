#pragma once
// Random groupings for RapidCheck.

#include <rapidcheck.h>

#include <utility>
#include <vector>

namespace bellwether::testing_support {

/// From `low` to `high` - 1, each equally likely. RapidCheck's own ranges begin narrow and widen with the
/// size of the test, which would leave most groupings with one group.
inline rc::Gen<int> evenly(int low, int high) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high));
}

/// `items` labels from 0 to `groups` - 1; some groups may stay empty.
inline rc::Gen<std::vector<int>> labeling(int items, int groups) {
  return rc::gen::container<std::vector<int>>(static_cast<std::size_t>(items), evenly(0, groups));
}

/// Two groupings of the same items, from 1 to `most_items` of them, with their own numbers of groups.
inline rc::Gen<std::pair<std::vector<int>, std::vector<int>>> two_labelings(int most_items, int most_groups) {
  return rc::gen::mapcat(rc::gen::inRange(1, most_items + 1), [most_groups](int items) {
    const auto side =
        rc::gen::mapcat(evenly(1, most_groups + 1), [items](int groups) { return labeling(items, groups); });
    return rc::gen::pair(side, side);
  });
}

}  // namespace bellwether::testing_support
