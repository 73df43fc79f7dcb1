#pragma once
// The two ways to store rows of numbers: dense, and compressed sparse rows (CSR).

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace bellwether {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// Row i holds values[starts[i]] .. values[starts[i+1]], at the given columns, which rise within a row.
struct SparseMatrix {
  Index columns = 0;
  std::vector<std::int64_t> starts = {0};    ///< one more than there are rows
  std::vector<std::int32_t> column_of = {};  ///< of each stored value, from 0
  std::vector<double> values = {};

  Index rows() const { return static_cast<Index>(starts.size()) - 1; }
};

}  // namespace bellwether
