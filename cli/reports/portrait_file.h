#pragma once
// portrait.json among the files of `-o`: what `report` shows.

#include <filesystem>

#include <cli/reports/summary.h>

#include <bellwether/sources/items.h>

namespace bellwether::cli {

/// Written whole or not at all. `source` is looked at again for texts and pictures; if it cannot be, returns
/// a warning that says so, and otherwise nothing.
std::string write_portrait(const std::filesystem::path& folder, const Report& report,
                           const ItemsArguments& source, const SummaryContext& context, int threads);

}  // namespace bellwether::cli
