#pragma once
// portrait.json: what a page can show of a result beside result.json: a sample of the items with coordinates
// and the beginnings of their texts, what stands for each cluster, which items are uncertain, which links are
// broken. Its size does not grow with the number of items. docs/formats.md has every key.

#include <bellwether/portraits/json_text.h>
#include <bellwether/portraits/likenesses.h>
#include <bellwether/portraits/report.h>

namespace bellwether {

/// What a front end adds.
struct PortraitContext {
  std::string command = {};            ///< that made the result, as typed
  std::vector<std::string> next = {};  ///< what to try next, in words
};

Json portrait_json(const Report& report, const LookAgain& look_again, const PortraitContext& context,
                   int threads);

}  // namespace bellwether
