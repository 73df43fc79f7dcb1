#pragma once
// The parts of a page that set several clusterings side by side.

#include <optional>
#include <string>
#include <vector>

#include <page/shown.h>

namespace bellwether::page {

/// How alike the clusters of two results are: the adjusted Rand index over the items that both have.
struct Agreement {
  std::vector<std::vector<std::optional<double>>> values = {};  ///< nothing: no two items in common
};

Agreement agreement_of(const std::vector<std::vector<std::pair<std::string, std::string>>>& assignments);

/// `comparison`: what `bellwether compare` found, if the results are from it.
std::string comparison_sections(const std::vector<ShownResult>& results,
                                const std::optional<ShownComparison>& comparison, const Agreement& agreement);

}  // namespace bellwether::page
