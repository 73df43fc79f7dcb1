#pragma once
// Documents become rows of counts: fitted once, when the vocabulary is chosen, and applied to new documents.

#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/table.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>
#include <bellwether/features/text/documents.h>
#include <bellwether/features/text/text_options.h>

namespace bellwether {

struct TextVectorizer {
  TextOptions options = {};
  std::vector<std::string> vocabulary = {};  ///< in the order of the bytes; one feature each
};

/// Chooses the vocabulary and counts. A document without a word that counts is kept as a row of zeros, and
/// reported in the notes. `pointed` may hold labels of some documents, by id: with a limited vocabulary and
/// `select` information, the words that tell them apart are kept. Throws InvalidInput if no word is left.
Dataset fit_text(TextVectorizer& vectorizer, Documents documents, const Pairs& pointed = {},
                 const Run& run = {});

/// Counts the words of the vocabulary; others are passed over.
Dataset apply(const TextVectorizer& vectorizer, Documents documents, const Run& run = {});

StoredStep store(const TextVectorizer& vectorizer);
TextVectorizer restore_text(const StoredStep& step);

/// The words of a text, folded, left out and stemmed as the options say; for captions.
std::vector<std::string> words_of_text(std::string_view text, const TextOptions& options);

}  // namespace bellwether
