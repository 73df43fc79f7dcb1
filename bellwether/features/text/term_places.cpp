#include <bellwether/features/text/term_places.h>

namespace bellwether {

TermPlaces::TermPlaces(const std::vector<std::string>& terms, const TextOptions& options)
    : counter_(options) {
  for (std::size_t j = 0; j < terms.size(); ++j) places_.emplace(terms[j], static_cast<Index>(j));
}

std::optional<Index> TermPlaces::find(std::string_view word) {
  counts_.clear();
  counter_.count(word, counts_);
  if (counts_.size() != 1 || counts_.front().count != 1) return std::nullopt;
  const auto at = places_.find(counter_.terms().term(counts_.front().term));
  return at == places_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace bellwether
