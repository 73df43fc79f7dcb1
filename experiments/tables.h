#pragma once
// The tables of an outcome, cell by cell in words. A figure that differs from its baseline by a paired t-test
// at 1 percent is marked with a star, everywhere.

#include <string>
#include <vector>

#include <experiments/experiment.h>

namespace bellwether::experiments {

/// The first line has the names of the columns.
using Lines = std::vector<std::vector<std::string>>;

/// At what p a difference is marked.
inline constexpr double significance = 0.01;

/// With its measure, if the data set has several.
std::string name_of(const DatasetFigures& data);

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
