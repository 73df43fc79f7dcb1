#pragma once
// Parquet, Feather and Arrow files, by a python3 with PyArrow that streams them once into files that
// bellwether reads.

#include <filesystem>
#include <string>
#include <vector>

namespace bellwether::cli {

/// Whether a file is one of these by its ending, or a folder has some.
bool is_arrow(const std::filesystem::path& place);

/// Runs python3 with a program and its arguments; a message that the program leaves in the file named by its
/// first argument is the error. Throws if there is no PyArrow; `what` says what it was wanted for.
void run_pyarrow(const char* program, std::vector<std::string> arguments,
                 const std::filesystem::path& scratch, const std::string& what);

/// Writes all rows as one CSV file with a header, so that everything that can be asked of a table can be
/// asked of them. Lists and structures are an error, and empty cells in columns that are ignored.
void write_csv_of_arrow(const std::filesystem::path& place, const std::filesystem::path& csv,
                        const std::vector<std::string>& ignored);

/// Writes the columns of numbers as a .npy file, float32 if they are all float32, and the column of ids, if
/// there is one, as a file with a line for each. Columns `left_out` are not read.
void write_npy_of_arrow(const std::filesystem::path& place, const std::filesystem::path& npy,
                        const std::filesystem::path& ids, const std::string& id_column,
                        const std::vector<std::string>& left_out, const std::vector<std::string>& only);

}  // namespace bellwether::cli
