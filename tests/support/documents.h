#pragma once
// Documents that a test holds in its hands, and a view of their counts by name.

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/features/text/documents.h>

namespace bellwether::testing_support {

struct Kept {
  bool sorted_by_id = false;
  bool labelled = false;
};

inline Documents from_memory(std::vector<Document> held, Kept kept = {}) {
  const auto documents = std::make_shared<std::vector<Document>>(std::move(held));
  const auto taken = std::make_shared<std::size_t>(0);
  return {.name = "memory",
          .next =
              [documents, taken](Document& document) {
                if (*taken == documents->size()) return false;
                document = (*documents)[(*taken)++];
                return true;
              },
          .share = [documents,
                    taken] { return static_cast<double>(*taken) / static_cast<double>(documents->size()); },
          .sorted_by_id = kept.sorted_by_id,
          .labelled = kept.labelled};
}

/// Texts whose ids are their numbers.
inline Documents from_texts(const std::vector<std::string>& texts) {
  std::vector<Document> held;
  for (std::size_t i = 0; i < texts.size(); ++i) held.push_back({.id = std::to_string(i), .text = texts[i]});
  return from_memory(std::move(held));
}

/// What an item has of each feature, zeros left out.
using Counts = std::map<std::string, double>;

inline Counts counts_of(const Dataset& items, Index item) {
  const auto& matrix = std::get<SparseMatrix>(items.values);
  Counts counts;
  for (auto k = matrix.starts[static_cast<std::size_t>(item)];
       k < matrix.starts[static_cast<std::size_t>(item) + 1]; ++k)
    counts[items.features[static_cast<std::size_t>(matrix.column_of[static_cast<std::size_t>(k)])]] +=
        matrix.values[static_cast<std::size_t>(k)];
  return counts;
}

}  // namespace bellwether::testing_support
