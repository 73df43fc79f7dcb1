#pragma once
// Vectors of words that were learned elsewhere, for the words that items have: in the form in which a
// TextVectorizer has them, folded and stemmed.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/features/text/text_options.h>

namespace bellwether {

struct TermVectors {
  Matrix vectors = {};  ///< terms x dimensions; a row of zeros where the file has no such word
  Index found = 0;      ///< terms that have a vector
  Index words = 0;      ///< that the file has
};

/// Terms in the order of their bytes, as a vocabulary is. A term that several words of the file come to (all
/// with one stem, say) gets the mean of their vectors; one that the file spells in just this way gets that
/// word's alone, unless words are stemmed. Throws InvalidInput if no term has a vector.
TermVectors read_term_vectors(const std::filesystem::path& path, const std::vector<std::string>& terms,
                              const TextOptions& options, std::uint64_t limit = 0);

}  // namespace bellwether
