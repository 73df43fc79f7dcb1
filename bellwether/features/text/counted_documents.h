#pragma once
// A collection of documents as counts of terms, before it is decided which terms are features.

#include <string>
#include <vector>

#include <bellwether/engine/run.h>
#include <bellwether/features/text/documents.h>
#include <bellwether/features/text/word_counter.h>

namespace bellwether {

struct CountedDocument {
  std::int64_t number = 0;  ///< in the order in which they came
  std::string id = {};
  std::string label = {};
  std::size_t counter = 0;         ///< whose terms these are
  std::size_t begin = 0, end = 0;  ///< its part of that counter's `counts`
};

struct CountedDocuments {
  /// What one thread counted, by its own numbers of terms.
  struct Counter {
    TermTable terms = {};
    std::vector<TermCount> counts = {};
  };
  std::vector<Counter> counters = {};
  std::vector<CountedDocument> documents = {};  ///< in the order of the items to be
  std::vector<std::string> notes = {};          ///< what was left out or guessed, in words
};

/// Throws InvalidInput if there is no document. `options` are checked before the first is read.
CountedDocuments count_documents(Documents& documents, const TextOptions& options, const Run& run);

}  // namespace bellwether
