#pragma once
// Which terms become features. Terms are put in the order of their bytes, so that neither the order of the
// files nor the number of threads shows.

#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/data/table.h>
#include <bellwether/features/text/counted_documents.h>

namespace bellwether {

/// The terms that the options keep. With `select` information and labels of some documents (`pointed`: id and
/// label), the terms are those whose presence tells most about these labels; without labels, those that
/// contribute most to the mutual information of terms and documents.
std::vector<std::string> choose_vocabulary(const CountedDocuments& counted, const TextOptions& options,
                                           const Pairs& pointed);

/// Documents x vocabulary, which is sorted; terms that are not in it are passed over.
SparseMatrix counts_matrix(const CountedDocuments& counted, const std::vector<std::string>& vocabulary);

}  // namespace bellwether
