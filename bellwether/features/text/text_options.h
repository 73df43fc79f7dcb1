#pragma once
// What counts as a word of a text, and which words are kept.

#include <string>

#include <bellwether/engine/options.h>
#include <bellwether/features/text/words.h>

namespace bellwether {

enum class Selection {
  frequency,    ///< the words that occur most often
  information,  ///< the words that tell most about the documents, or about the labels that were pointed at
};

struct TextOptions {
  std::string language = "none";
  bool stem = true;
  std::string stop_words = "language";
  WordRule words = WordRule::boundaries;
  bool numbers = false;
  int min_length = 2;
  int max_length = 40;
  int ngrams = 1;
  int min_documents = 1;
  double max_documents = 1;
  int vocabulary = 0;
  Selection select = Selection::frequency;
  std::string strip = "none";
  std::string encoding = "auto";
};

void describe(TextOptions& o, auto&& option) {
  option("language", o.language,
         "english, german, ...: leave out its stop words and reduce words to their stems");
  option("stem", o.stem, "reduce words to their stems, if a language is given");
  option("stop_words", o.stop_words,
         "words that never count: 'language' for those of the language, 'none', or a list parted by commas");
  option("words", o.words, "Unicode's word boundaries, or runs of letters, digits and underscores",
         Choices<WordRule>{{"boundaries", WordRule::boundaries}, {"runs", WordRule::runs}});
  option("numbers", o.numbers, "keep words that have no letter");
  option("min_length", o.min_length, "leave out shorter words; a single ideograph is long enough", 1);
  option("max_length", o.max_length, "leave out longer words; 0: no limit", 0);
  option("ngrams", o.ngrams, "also count runs of up to this many words", 1, 8);
  option("min_documents", o.min_documents, "leave out words that fewer documents have", 1);
  option("max_documents", o.max_documents, "leave out words that more than this share of the documents have",
         0.0, 1.0);
  option("vocabulary", o.vocabulary, "keep this many words; 0: all", 0);
  option("select", o.select, "which words to keep if there are more than the vocabulary holds",
         Choices<Selection>{{"frequency", Selection::frequency}, {"information", Selection::information}});
  option("strip", o.strip, "of mail and news: headers, quotes, signatures, parted by commas, or none");
  option("encoding", o.encoding, "of the text; auto: UTF-8, and Windows-1252 where that fails");
}

}  // namespace bellwether
