#pragma once
// Items scaled to length 1, as a copy: for searches that measure distances between directions.

#include <span>
#include <variant>

#include <bellwether/data/rows.h>

namespace bellwether {

class UnitItems {
 public:
  UnitItems(const Rows& items, std::span<const double> inverse_lengths);

  Rows rows() const {
    return std::visit([](const auto& r) { return Rows(r); }, rows_);
  }

 private:
  std::variant<Matrix, SparseMatrix> rows_;
};

}  // namespace bellwether
