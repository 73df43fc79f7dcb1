#pragma once
// Rows of numbers that stay on disk: an NPY file, or a folder of them, read where they are needed.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/data/row_source.h>

namespace bellwether {

class RowFiles : public RowSource {
 public:
  /// A file, or a folder whose .npy files are parts in the order of their names. Arrays hold 4- or 8-byte
  /// floats as they lie in memory, row by row. Throws InvalidInput for anything else, for parts with other
  /// columns, and for a file that is shorter than its header says; nothing but headers is read.
  explicit RowFiles(const std::filesystem::path& place);
  ~RowFiles() override;
  RowFiles(const RowFiles&) = delete;
  RowFiles& operator=(const RowFiles&) = delete;

  Index rows() const override { return rows_; }
  Index columns() const override { return columns_; }

  /// Rows first .. first + count - 1, widened to double; several threads may read at once. Asks the system to
  /// have the rows behind them ready. Throws InvalidInput for a value that is not finite.
  void read(Index first, Index count, double* into) const override;

 private:
  struct File {
    std::filesystem::path path = {};
    int descriptor = -1;
    Index first = 0, rows = 0;  ///< of all rows
    Index data = 0;             ///< where the values begin
    Index width = 8;            ///< of a value, in bytes
  };

  void open(const std::filesystem::path& path);
  void close_all();
  void read(const File& file, Index row, Index count, double* into) const;

  std::vector<File> files_ = {};
  Index rows_ = 0;
  Index columns_ = 0;
};

}  // namespace bellwether
