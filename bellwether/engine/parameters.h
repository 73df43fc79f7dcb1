#pragma once
// What was learned, as named tables of numbers: what files hold and what is applied to new items.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

using Parameters = std::vector<std::pair<std::string, Matrix>>;

/// Throws InvalidInput if there is none.
const Matrix& parameter(const Parameters& parameters, std::string_view name);

}  // namespace bellwether
