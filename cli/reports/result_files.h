#pragma once
// The files of `-o`, as other programs read them.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include <bellwether/portraits/report.h>

namespace bellwether::cli {

/// result.json, its settings spelled as flags.
std::string result_json(const Report& report);

/// A line of id,cluster for each item, with its probability where there is one. No names: the clusters'
/// numbers.
void write_assignments(std::ostream& out, const Dataset& items, const std::vector<int>& labels,
                       const std::vector<double>& probabilities, const std::vector<std::string>& names = {});

/// Into an empty folder: assignments.csv, result.json and model.bellwether; features.csv and auxiliary.csv
/// where features and other items were clustered, too.
void write_result(const std::filesystem::path& folder, const Report& report);

/// Those that only some methods give: "features.csv, auxiliary.csv, ".
std::string files_beside(const Report& report);

}  // namespace bellwether::cli
