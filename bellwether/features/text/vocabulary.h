#pragma once
// Which terms become features. Terms are put in the order of their bytes, so that neither the order of the
// files nor the number of threads shows.

#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/data/table.h>
#include <bellwether/features/text/counted_documents.h>

namespace bellwether {

/// Every distinct term of all counters in one order, and where each counter's own terms stand in it.
struct TermIndex {
  std::vector<std::string_view> terms = {};            ///< sorted; they look into the counters
  std::vector<std::vector<std::int32_t>> number = {};  ///< for each counter, of each of its terms
  std::vector<std::int64_t> documents = {};            ///< that have the term
  std::vector<std::int64_t> occurrences = {};
};
TermIndex index_terms(const CountedDocuments& counted, const Run& run);

/// The terms that the options keep. With `select` information and labels of some documents (`pointed`: id and
/// label), the terms are those whose presence tells most about these labels; without labels, those that
/// contribute most to the mutual information of terms and documents.
std::vector<std::string> choose_vocabulary(const CountedDocuments& counted, const TermIndex& index,
                                           const TextOptions& options, const Pairs& pointed);

/// The same for words that many places counted, by their frequency.
struct WordTotals;
std::vector<std::string> choose_vocabulary(const WordTotals& totals, const TextOptions& options);

/// Documents x vocabulary, which is sorted; terms that are not in it are passed over.
SparseMatrix counts_matrix(const CountedDocuments& counted, const TermIndex& index,
                           const std::vector<std::string>& vocabulary, const Run& run);

}  // namespace bellwether
