#pragma once
// A collection as a joint distribution p(x,z) of items and features: counts divided by their sum.
//
// The counts are kept as they are, by items and by features, and divided last: whole numbers then stay whole,
// and sums of them exact in any order.

#include <span>
#include <string_view>
#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether::coclustering {

/// Some places and the count at each, all above 0.
struct Line {
  std::span<const std::int32_t> places;
  std::span<const double> counts;
};

/// Compressed lines: of each item its features, or of each feature its items.
struct Lines {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> places = {};
  std::vector<double> counts = {};
  std::vector<double> masses = {};  ///< the sum of each line

  Index size() const { return static_cast<Index>(starts.size()) - 1; }
  Line line(Index i) const {
    const auto begin = starts[i];
    const auto count = static_cast<std::size_t>(starts[i + 1] - begin);
    return {{places.data() + begin, count}, {counts.data() + begin, count}};
  }
};

struct Joint {
  Lines items = {};
  Lines features = {};
  double total = 0;
  bool whole = false;      ///< every count is a whole number, and so is their sum, below 2^31
  double information = 0;  ///< I(X;Z) in nats
};

/// Throws InvalidInput unless all values are finite, none is below 0 and some are above. Values that are
/// whole multiples of the smallest are counted in it: a constant factor then changes nothing at all. `name`
/// says in errors which items are meant.
Joint joint_of(const Rows& rows, std::string_view name);

/// How many lines have any counts.
Index lines_with_counts(const Lines& lines);

}  // namespace bellwether::coclustering
