#pragma once
// One clustering, or several side by side, as one self-contained HTML page: no network, all text escaped.

#include <optional>
#include <string>
#include <vector>

#include <page/comparison.h>
#include <page/shown.h>

namespace bellwether::page {

struct PageOptions {
  std::string title = {};  ///< empty: what the page shows, in words
  bool scripts = true;     ///< plots that answer the pointer, if this build has them
};

/// Whether this build has the scripts of interactive plots.
bool has_scripts();

std::string page_of(const std::vector<ShownResult>& results, const std::optional<ShownComparison>& comparison,
                    const Agreement& agreement, const PageOptions& options);

}  // namespace bellwether::page
