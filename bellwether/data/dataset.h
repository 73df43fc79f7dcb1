#pragma once
// Dataset: items as rows of numbers, with what else the file knew about them.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <bellwether/data/rows.h>

namespace bellwether {

struct Dataset {
  std::variant<Matrix, SparseMatrix> values = {};
  std::vector<std::string> ids = {};  ///< one for each item; empty: an item's id is its row number from 0
  std::vector<std::string> features = {};  ///< one name for each column, or empty
  std::vector<std::string> labels = {};    ///< the truth, one for each item, or empty; never used to cluster
  std::vector<std::string> notes = {};     ///< what the reader decided by itself, in words, for the user

  Rows rows() const {
    return std::visit([](const auto& v) { return Rows(v); }, values);
  }
  Index items() const { return rows().rows(); }
  bool sparse() const { return std::holds_alternative<SparseMatrix>(values); }
  std::string id(Index item) const { return ids.empty() ? std::to_string(item) : ids[item]; }
};

/// Names numbered from 0 in the order of `names`: the form in which scores and seeds take labels.
struct CodedLabels {
  std::vector<int> codes = {};
  std::vector<std::string> names = {};
};

/// Codes follow the order in which the names first occur.
CodedLabels encode(const std::vector<std::string>& labels);

}  // namespace bellwether
