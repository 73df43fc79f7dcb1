#pragma once
// What a figure shows: methods over an axis, for each group of data sets.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <experiments/tables.h>

namespace bellwether::experiments {

/// What a figure shows of one group of data sets: "caltech" of caltech-bi1, caltech-bi2, ...
struct Curves {
  struct Point {
    std::optional<double> mean = {};
    bool significant = false;
    std::optional<double> spread = {};  ///< the standard deviation over draws, a mean over the data sets
  };
  std::string group = {}, axis = {}, score = {};
  std::vector<std::string> places = {};
  bool gains = false;  ///< differences to the baseline, and not scores
  std::vector<std::pair<std::string, std::vector<Point>>> methods = {};  ///< a point for each place
};

std::vector<Curves> curves_of(const Outcome& outcome);
Lines curves_table(const std::vector<Curves>& curves);
/// The standard deviations in the same places.
Lines spreads_table(const std::vector<Curves>& curves);

}  // namespace bellwether::experiments
