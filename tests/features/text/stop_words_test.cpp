#include <gmock/gmock.h>

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>

#include <bellwether/features/text/stop_words.h>

namespace bellwether {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(StopWords, AreKnownForElevenLanguages) {
  EXPECT_THAT(stop_word_languages(),
              UnorderedElementsAre("danish", "dutch", "english", "finnish", "french", "german", "italian",
                                   "norwegian", "portuguese", "spanish", "swedish"));
  for (const auto language : stop_word_languages()) {
    EXPECT_GE(stop_words(language).size(), 100U) << language;
    EXPECT_LE(stop_words(language).size(), 400U) << language;
  }
  EXPECT_GE(stop_words("english").size(), 150U);
}

TEST(StopWords, OfALanguageThatIsNotKnownAreNone) {
  EXPECT_THAT(stop_words("klingon"), IsEmpty());
  EXPECT_THAT(stop_words(""), IsEmpty());
  EXPECT_THAT(stop_words("English"), IsEmpty());
  EXPECT_FALSE(is_stop_word("klingon", "the"));
}

TEST(StopWords, RiseWithoutRepetition) {
  for (const auto language : stop_word_languages()) {
    const auto words = stop_words(language);
    EXPECT_EQ(std::ranges::adjacent_find(words, std::ranges::greater_equal{}), words.end()) << language;
  }
}

TEST(StopWords, AreSingleWordsOfLowerCaseInComposedForm) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* composed = icu::Normalizer2::getNFCInstance(status);
  ASSERT_TRUE(U_SUCCESS(status));
  for (const auto language : stop_word_languages())
    for (const auto word : stop_words(language)) {
      EXPECT_FALSE(word.empty());
      const auto text = icu::UnicodeString::fromUTF8({word.data(), static_cast<int32_t>(word.size())});
      EXPECT_EQ(text.indexOf(char16_t{0xFFFD}), -1) << word << " is not UTF-8";
      EXPECT_TRUE(icu::UnicodeString(text).toLower() == text) << word;
      EXPECT_TRUE(composed->isNormalized(text, status)) << word;
      EXPECT_EQ(word.find_first_of(" \t\r\n,.;-\""), std::string_view::npos) << word;
    }
}

TEST(StopWords, HaveTheFunctionWordsOfEachLanguage) {
  const std::map<std::string_view, std::vector<std::string_view>> members{
      {"english", {"the", "and", "of", "we", "were", "not", "don't", "it's", "which", "would"}},
      {"german", {"der", "die", "und", "für", "nicht", "ich", "wurde", "können", "über"}},
      {"french", {"le", "des", "et", "à", "être", "nous", "où", "aujourd'hui", "avait"}},
      {"spanish", {"el", "los", "y", "de", "qué", "está", "había", "también"}},
      {"italian", {"il", "gli", "e", "della", "è", "perché", "sono", "più"}},
      {"portuguese", {"o", "uma", "e", "não", "são", "você", "também", "pelo"}},
      {"dutch", {"de", "het", "een", "en", "niet", "hebben", "van", "zijn"}},
      {"swedish", {"och", "att", "är", "jag", "från", "inte", "på"}},
      {"danish", {"og", "at", "er", "jeg", "fra", "ikke", "på", "været"}},
      {"norwegian", {"og", "å", "er", "jeg", "fra", "ikke", "på", "være", "ikkje"}},
      {"finnish", {"ja", "että", "on", "minä", "hän", "ei", "mutta", "olivat"}},
  };
  for (const auto& [language, words] : members)
    for (const auto word : words) EXPECT_TRUE(is_stop_word(language, word)) << language << ' ' << word;
}

TEST(StopWords, HaveNoWordsOfContent) {
  const std::map<std::string_view, std::vector<std::string_view>> strangers{
      {"english", {"city", "president", "water", "time", "people", "new", "good", "year", "computer", "The"}},
      {"german", {"haus", "jahr", "wasser", "menschen", "stadt", "gut"}},
      {"french", {"maison", "eau", "ville", "monde", "temps"}},
      {"spanish", {"casa", "agua", "ciudad", "mundo", "tiempo"}},
      {"italian", {"casa", "acqua", "mondo", "tempo"}},
      {"portuguese", {"casa", "cidade", "mundo", "tempo"}},
      {"dutch", {"huis", "water", "stad", "wereld", "jaar"}},
      {"swedish", {"hus", "vatten", "stad", "värld"}},
      {"danish", {"hus", "vand", "by", "verden"}},
      {"norwegian", {"hus", "vann", "by", "verden"}},
      {"finnish", {"talo", "vesi", "kaupunki", "maailma"}},
  };
  for (const auto& [language, words] : strangers)
    for (const auto word : words) EXPECT_FALSE(is_stop_word(language, word)) << language << ' ' << word;
}

}  // namespace
}  // namespace bellwether
