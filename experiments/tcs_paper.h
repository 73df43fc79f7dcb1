#pragma once
// The figures that the TCS paper prints in its tables 3 and 4.

#include <optional>
#include <string>

#include <experiments/experiment.h>

namespace bellwether::experiments {

/// NMI of a method (by its name here) on a data set; nothing if the paper has none.
std::optional<double> printed_in_table3(const std::string& dataset, const std::string& method);
std::optional<double> printed_in_table4(const std::string& dataset, const std::string& method);

/// The whole tables, with the data sets that are not at hand.
Printed printed_table3();
Printed printed_table4();

}  // namespace bellwether::experiments
