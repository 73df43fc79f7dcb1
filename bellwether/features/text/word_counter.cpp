#include <bellwether/features/text/stop_words.h>
#include <bellwether/features/text/word_counter.h>

#include <algorithm>

namespace bellwether {
namespace {

std::int64_t characters_in(std::string_view word) {
  return std::ranges::count_if(word, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

}  // namespace

WordCounter::WordCounter(const TextOptions& options) : options_(options), reader_(options.words) {
  const bool has_language = options.language != "none";
  if (has_language) require_language(options.language);
  if (has_language && options.stem) stemmer_.emplace(options.language);
  if (options.stop_words == "language") {
    const auto words = stop_words(options.language);
    stop_words_.insert(words.begin(), words.end());
  } else if (options.stop_words != "none") {
    // Read like a text, so that they are folded as its words are.
    reader_.read(options.stop_words,
                 [this](std::string_view word, WordKind) { own_stop_words_.emplace_back(word); });
    stop_words_.insert(own_stop_words_.begin(), own_stop_words_.end());
  }
}

std::int32_t WordCounter::new_term_of(std::string_view word, WordKind kind) {
  if (kind == WordKind::number && !options_.numbers) return left_out;
  const auto length = characters_in(word);
  if (kind != WordKind::script && length < options_.min_length) return left_out;
  if (options_.max_length > 0 && length > options_.max_length) return left_out;
  if (stop_words_.contains(word)) return left_out;
  return terms_.number(stemmer_ ? stemmer_->stem(word) : word);
}

std::int32_t WordCounter::term_of(std::string_view word, WordKind kind) {
  const auto known = static_cast<std::size_t>(words_.number(word));
  if (known == meaning_.size()) meaning_.push_back(new_term_of(word, kind));
  return meaning_[known];
}

void WordCounter::count_term(std::int32_t term) {
  const auto at = static_cast<std::size_t>(term);
  if (at >= counts_.size()) counts_.resize(std::max<std::size_t>(2 * counts_.size(), at + 1));
  if (counts_[at]++ == 0) seen_.push_back(term);
}

/// All runs of two or more words that end with the last one.
void WordCounter::count_ngrams() {
  std::string joined(terms_.term(last_terms_.back()));
  for (auto before = last_terms_.rbegin() + 1; before != last_terms_.rend(); ++before) {
    joined.insert(0, 1, ' ');
    joined.insert(0, terms_.term(*before));
    count_term(terms_.number(joined));
  }
}

void WordCounter::count(std::string_view text, std::vector<TermCount>& counts) {
  last_terms_.clear();
  reader_.read(text, [this](std::string_view word, WordKind kind) {
    const std::int32_t term = term_of(word, kind);
    if (term == left_out) return;
    count_term(term);
    if (options_.ngrams == 1) return;
    last_terms_.push_back(term);
    if (last_terms_.size() > static_cast<std::size_t>(options_.ngrams))
      last_terms_.erase(last_terms_.begin());
    count_ngrams();
  });
  for (const std::int32_t term : seen_) {
    auto& count = counts_[static_cast<std::size_t>(term)];
    counts.push_back({term, count});
    count = 0;
  }
  seen_.clear();
}

}  // namespace bellwether
