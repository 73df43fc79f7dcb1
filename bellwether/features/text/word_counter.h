#pragma once
// How often each term occurs in a document: words are read, left out, stemmed and joined as the options say.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <bellwether/features/text/stemmer.h>
#include <bellwether/features/text/term_table.h>
#include <bellwether/features/text/text_options.h>

namespace bellwether {

struct TermCount {
  std::int32_t term;
  std::int32_t count;
};

/// Each thread needs its own.
class WordCounter {
 public:
  /// Throws InvalidOption if there is no such language.
  explicit WordCounter(const TextOptions& options);

  /// Appends the terms of the text, which is UTF-8, to `counts`, in no particular order.
  void count(std::string_view text, std::vector<TermCount>& counts);

  const TermTable& terms() const { return terms_; }
  /// For one that counts no more.
  TermTable take_terms() { return std::move(terms_); }

 private:
  static constexpr std::int32_t left_out = -1;

  /// The term that a folded word stands for. Every distinct word is looked at once.
  std::int32_t term_of(std::string_view word, WordKind kind);
  std::int32_t new_term_of(std::string_view word, WordKind kind);
  void count_term(std::int32_t term);
  void count_ngrams();

  TextOptions options_;
  WordReader reader_;
  std::optional<Stemmer> stemmer_ = {};
  std::unordered_set<std::string_view> stop_words_ = {};
  std::vector<std::string> own_stop_words_ = {};  ///< what the views look at, if the user gave them

  TermTable words_ = {};
  std::vector<std::int32_t> meaning_ = {};  ///< the term of each of `words_`, or left_out
  TermTable terms_ = {};
  std::vector<std::int32_t> counts_ = {};      ///< of each term in the document at hand
  std::vector<std::int32_t> seen_ = {};        ///< the terms in it
  std::vector<std::int32_t> last_terms_ = {};  ///< the words that an n-gram may end
};

}  // namespace bellwether
