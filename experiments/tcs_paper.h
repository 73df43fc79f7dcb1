#pragma once
// The figures that the TCS paper prints, for the data sets that are public and at hand.

#include <optional>
#include <string>

namespace bellwether::experiments {

/// NMI of a method (by its name here) on a data set; nothing if the paper has none.
std::optional<double> printed_in_table3(const std::string& dataset, const std::string& method);
std::optional<double> printed_in_table4(const std::string& dataset, const std::string& method);

}  // namespace bellwether::experiments
