#pragma once
// One function for each format that read() knows. Each takes its input from the start to the end.

#include <bellwether/data/input.h>
#include <bellwether/data/read.h>

namespace bellwether {

Dataset read_delimited(Input& input, const ReadOptions& options);
Dataset read_npy(Input& input, const ReadOptions& options);
Dataset read_npz(Input& input, const ReadOptions& options);
Dataset read_svmlight(Input& input, const ReadOptions& options);
Dataset read_matrix_market(Input& input, const ReadOptions& options);
Dataset read_json(Input& input, const ReadOptions& options);
Dataset read_arff(Input& input, const ReadOptions& options);

/// What lies beside a CLUTO matrix, in FILE.rclass, FILE.rlabel and FILE.clabel; each may be empty.
struct ClutoNames {
  std::vector<std::string> classes = {};  ///< of the rows
  std::vector<std::string> rows = {};
  std::vector<std::string> columns = {};
};

/// FILE is the path, or the path without the ending of its compression.
ClutoNames read_cluto_names(const std::filesystem::path& path, std::uint64_t limit = 0);
Dataset read_cluto(Input& input, const ReadOptions& options, ClutoNames names = {});

}  // namespace bellwether
