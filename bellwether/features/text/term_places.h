#pragma once
// Finds a word of a file among the terms of texts: in the form in which a TextVectorizer has it, folded and
// stemmed.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/features/text/word_counter.h>

namespace bellwether {

class TermPlaces {
 public:
  /// `terms` must outlive it.
  TermPlaces(const std::vector<std::string>& terms, const TextOptions& options);

  /// The term that the word comes to; none: it comes to no term, or to several.
  std::optional<Index> find(std::string_view word);

 private:
  std::unordered_map<std::string_view, Index> places_ = {};
  WordCounter counter_;
  std::vector<TermCount> counts_ = {};
};

}  // namespace bellwether
