#pragma once
// What tells a cluster from the others: its words, or the columns in which it is high or low.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include <bellwether/portraits/centres.h>
#include <bellwether/portraits/report.h>

namespace bellwether {

/// A list for each cluster, as portrait.json has it; empty altogether where features have no names that a
/// reader knows: visual words, components, learned dimensions. The spread of each column is taken
/// from `sample`, the items at `shown`.
std::vector<nlohmann::ordered_json> top_features(const Report& report, const Centres& centres,
                                                 const Dataset& sample, const std::vector<Index>& shown);

}  // namespace bellwether
