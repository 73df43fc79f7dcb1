#pragma once
// Rows that lie somewhere else than in this process's memory, and are read from there when they are looked
// at.

#include <bellwether/data/matrix.h>

namespace bellwether {

class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual Index rows() const = 0;
  virtual Index columns() const = 0;

  /// Rows first .. first + count - 1 as doubles; several threads may read at once.
  virtual void read(Index first, Index count, double* into) const = 0;
};

}  // namespace bellwether
