#pragma once
// A table as Parquet, by a Python with PyArrow, if there is one.

#include <filesystem>
#include <string>

namespace bellwether::cli {

/// The bytes of a Parquet file with the rows of `csv`, whose first row is a header. `text_columns` stay text
/// whatever they look like; the others have the types that PyArrow finds. Two files in `folder` are left.
std::string parquet_of(const std::string& csv, const std::string& text_columns,
                       const std::filesystem::path& folder);

}  // namespace bellwether::cli
