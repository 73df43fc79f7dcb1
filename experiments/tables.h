#pragma once
// The tables of an outcome, cell by cell in words. A figure that differs from its baseline by a paired t-test
// at 1 percent is marked with a star, everywhere.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <experiments/experiment.h>

namespace bellwether::experiments {

/// The first line has the names of the columns.
using Lines = std::vector<std::vector<std::string>>;

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

/// A line for each method on each data set.
Lines long_table(const Outcome& outcome);
/// A line for each data set and one for their mean, and a column for each method.
Lines side_by_side_table(const Outcome& outcome, bool best);
/// Over all data sets: how often better or worse than the baseline.
Lines summary_table(const Outcome& outcome);
Lines data_table(const Outcome& outcome);
/// As the paper has it, with the mean of each column and its test against the baseline over the rows.
Lines printed_table(const Printed& printed);

}  // namespace bellwether::experiments
