#pragma once
// Words of documents that are in many places: each place counts its own, the lists are merged in the order of
// their bytes, and what is chosen of them is what one place with all documents would choose.

#include <string>
#include <vector>

#include <bellwether/engine/numbers.h>
#include <bellwether/features/text/documents.h>
#include <bellwether/features/vectorizer.h>
#include <bellwether/features/wished_steps.h>

namespace bellwether {

struct WordTotals {
  std::int64_t documents = 0;
  std::vector<std::string> terms = {};  ///< sorted by their bytes
  std::vector<std::int64_t> in_documents = {}, occurrences = {};
};
void visit(WordTotals& t, auto&& numbers) {
  numbers(t.documents), numbers(t.terms), numbers(t.in_documents), numbers(t.occurrences);
}

/// Documents without any word count, too.
WordTotals word_totals(Documents documents, const TextOptions& options, const Run& run = {});

void merge(WordTotals& into, const WordTotals& from);

/// How many of the steps words decide by themselves: weights and lengths of items, up to the first step that
/// is learned from numbers (an SVD, scales of features).
std::size_t steps_of_words(const std::vector<StepPlan>& steps);

/// The vectorizer that all documents together would be given by these options and steps. Throws InvalidOption
/// for what needs all documents in one place (words chosen by information), and for steps that words do not
/// decide.
Vectorizer vectorizer_of(const WordTotals& totals, const TextOptions& options,
                         const std::vector<StepPlan>& steps);

}  // namespace bellwether
