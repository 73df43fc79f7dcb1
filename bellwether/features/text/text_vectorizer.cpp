#include <bellwether/features/text/text_vectorizer.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/features/text/counted_documents.h>
#include <bellwether/features/text/encoding.h>
#include <bellwether/features/text/mail.h>
#include <bellwether/features/text/stemmer.h>
#include <bellwether/features/text/vocabulary.h>

namespace bellwether {
namespace {

void note_empty(Dataset& items) {
  const auto& starts = std::get<SparseMatrix>(items.values).starts;
  std::vector<std::string> empty;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    if (starts[i] == starts[i + 1]) empty.push_back(items.id(static_cast<Index>(i)));
  if (empty.empty()) return;
  const bool one = empty.size() == 1;
  items.notes.push_back(fmt::format("{} {} without a word that counts, kept as {} of zeros: {}", empty.size(),
                                    one ? "document" : "documents", one ? "a row" : "rows",
                                    first_few(empty)));
}

Dataset dataset_of(CountedDocuments& counted, const TermIndex& index,
                   const std::vector<std::string>& vocabulary, bool labelled, const Run& run) {
  Dataset items;
  items.values = counts_matrix(counted, index, vocabulary, run);
  items.features = vocabulary;
  items.notes = std::move(counted.notes);
  for (CountedDocument& document : counted.documents) {
    items.ids.push_back(std::move(document.id));
    if (labelled) items.labels.push_back(std::move(document.label));
  }
  note_empty(items);
  return items;
}

}  // namespace

Dataset fit_text(TextVectorizer& vectorizer, Documents documents, const Pairs& pointed, const Run& run) {
  CountedDocuments counted = count_documents(documents, vectorizer.options, run);
  const TermIndex index = index_terms(counted, run);
  vectorizer.vocabulary = choose_vocabulary(counted, index, vectorizer.options, pointed);
  require(!vectorizer.vocabulary.empty(),
          "{}: no word is left of its {} documents (are they text? try {}, {}, {}, {})", documents.name,
          counted.documents.size(), remedy("min_documents", 1), remedy("max_documents", 1),
          remedy("min_length", 1), remedy("numbers", true));
  return dataset_of(counted, index, vectorizer.vocabulary, documents.labelled, run);
}

Dataset apply(const TextVectorizer& vectorizer, Documents documents, const Run& run) {
  CountedDocuments counted = count_documents(documents, vectorizer.options, run);
  return dataset_of(counted, index_terms(counted, run), vectorizer.vocabulary, documents.labelled, run);
}

StoredStep store(const TextVectorizer& vectorizer) {
  return {.kind = "words", .options = settings_of(vectorizer.options), .words = vectorizer.vocabulary};
}

TextVectorizer restore_text(const StoredStep& step) {
  TextVectorizer restored{with_settings<TextOptions>("words", step.options), step.words};
  require_encoding(restored.options.encoding);
  strip_by_names(restored.options.strip);
  if (restored.options.language != "none") require_language(restored.options.language);
  const auto& words = restored.vocabulary;
  require(!words.empty() && std::ranges::is_sorted(words) && std::ranges::adjacent_find(words) == words.end(),
          "its vocabulary is not a sorted list of different words");
  return restored;
}

std::vector<std::string> words_of_text(std::string_view text, const TextOptions& options) {
  std::string decoded(text);
  decode(decoded, options.encoding);
  WordCounter counter(options);
  std::vector<TermCount> counts;
  counter.count(decoded, counts);
  std::vector<std::string> words;
  for (const TermCount& entry : counts)
    words.insert(words.end(), static_cast<std::size_t>(entry.count),
                 std::string(counter.terms().term(entry.term)));
  return words;
}

}  // namespace bellwether
