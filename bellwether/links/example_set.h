#pragma once
// Examples that own their rows: some of the items, copied one behind the other.

#include <variant>
#include <vector>

#include <bellwether/links/logistic_regression.h>

namespace bellwether {

struct ExampleSet {
  std::variant<Matrix, SparseMatrix> rows = {};
  std::vector<int> classes = {};
  std::vector<double> weights = {};

  Examples view() const {
    return {std::visit([](const auto& r) { return Rows(r); }, rows), classes, weights};
  }
};

/// The examples at `chosen`, in that order.
ExampleSet examples_at(const Examples& all, const std::vector<Index>& chosen);

}  // namespace bellwether
