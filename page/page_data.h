#pragma once
// What the page's script draws from: one JSON text.

#include <optional>
#include <string>
#include <vector>

#include <page/shown.h>

namespace bellwether::page {

std::string page_data(const std::vector<ShownResult>& results,
                      const std::optional<ShownComparison>& comparison);

}  // namespace bellwether::page
