#pragma once
// Stop words: the words of a language that say how a sentence is built and not what it is about. Articles,
// pronouns, prepositions, conjunctions, auxiliaries with their forms, and the commonest adverbs; no words of
// content, however common.

#include <span>
#include <string_view>
#include <vector>

namespace bellwether {

/// english, german, french, spanish, italian, portuguese, dutch, swedish, danish, norwegian (Bokmål, with the
/// commonest words of Nynorsk) or finnish; empty for any other. In lower case, UTF-8 in its composed form
/// (NFC), without repetition, and rising by bytes, so that binary search serves. Contractions are one word,
/// with the ASCII apostrophe: "don't", "it's", "aujourd'hui".
std::span<const std::string_view> stop_words(std::string_view language);

/// `word` must be in the form of the lists: lower case, NFC, ASCII apostrophe.
bool is_stop_word(std::string_view language, std::string_view word);

/// By name.
std::vector<std::string_view> stop_word_languages();

}  // namespace bellwether
