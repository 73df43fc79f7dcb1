#pragma once
// portrait.json: what a page can show of a result beside result.json: a sample of the items with coordinates
// and the beginnings of their texts, what stands for each cluster, which items are uncertain, which links are
// broken. Its size does not grow with the number of items. docs/formats.md has every key.

#include <cli/result.h>
#include <cli/summary.h>

#include <bellwether/sources/items.h>

namespace bellwether::cli {

/// Writes it beside the other files, whole or not at all. `source` is looked at again for texts and pictures;
/// where that cannot be done, there are none.
void write_portrait(const std::filesystem::path& folder, const Result& result, const Dataset& items,
                    const ItemsArguments& source, const SummaryContext& context, int threads);

}  // namespace bellwether::cli
