#pragma once
// What a user takes away from the studio.

#include <string>

#include <bellwether/sources/items.h>
#include <studio/answers.h>

namespace bellwether::cli {

struct ExportContext {
  ItemsArguments items = {};
  std::string command = {};  ///< that repeats the groups, with the project's file
  int threads = 0;
};

/// groups.csv, groups.parquet, seeds.csv, must-link.csv, cannot-link.csv, model.bellwether, report.html,
/// command.txt.
studio::MakeExport exports_for(const ExportContext& context);

}  // namespace bellwether::cli
