#pragma once
// Scores of a clustering against the labels that its items have.

#include <string>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

using Scores = std::vector<std::pair<std::string, double>>;

/// Over the items that have a label and are not left out; none if there are none.
Scores score(const std::vector<int>& labels, const Dataset& items, const std::vector<bool>& left_out = {});

}  // namespace bellwether
