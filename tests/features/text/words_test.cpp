#include <bellwether/features/text/words.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>

#include <string>
#include <vector>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> words(std::string_view text, WordRule rule = WordRule::boundaries) {
  std::vector<std::string> found;
  WordReader(rule).read(text, [&](std::string_view word, WordKind) { found.emplace_back(word); });
  return found;
}

/// ICU on the whole text at once, by its other interface.
std::vector<std::string> words_by_icu(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> breaks(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  const icu::Normalizer2* fold = icu::Normalizer2::getNFKCCasefoldInstance(error);
  const auto wide = icu::UnicodeString::fromUTF8(text);
  breaks->setText(wide);
  std::vector<std::string> found;
  std::int32_t begin = breaks->first();
  for (std::int32_t end = breaks->next(); end != icu::BreakIterator::DONE;
       begin = end, end = breaks->next()) {
    if (breaks->getRuleStatus() < UBRK_WORD_NONE_LIMIT) continue;
    std::string word;
    fold->normalize(wide.tempSubStringBetween(begin, end), error)
        .findAndReplace(u"\u2019", u"'")
        .toUTF8String(word);
    if (word.find_first_not_of("_@.'") != std::string::npos) found.push_back(word);
  }
  return found;
}

TEST(Words, AreFoldedAndPartedAtWhatIsNoWord) {
  EXPECT_THAT(words("The cat -- a Cat! -- sat (on) THE mat."),
              ElementsAre("the", "cat", "a", "cat", "sat", "on", "the", "mat"));
}

TEST(Words, KeepApostrophesAndDecimalMarksInside) {
  EXPECT_THAT(words("Don't pay 3.14 or 1,000; e.g. 'quoted'"),
              ElementsAre("don't", "pay", "3.14", "or", "1,000", "e.g", "quoted"));
}

TEST(Words, InRunsAreThoseOfLettersDigitsAndUnderscores) {
  EXPECT_THAT(words("Don't snake_case 3.14 __ naïve", WordRule::runs),
              ElementsAre("don", "t", "snake_case", "3", "14", "__", "naïve"));
}

TEST(Words, OfOtherScriptsAreFound) {
  EXPECT_THAT(words("Καλημέρα κόσμε, Привет МИР! Straße naïve"),
              ElementsAre("καλημέρα", "κόσμε", "привет", "мир", "strasse", "naïve"));
  EXPECT_THAT(words("日本語の文章"), ElementsAre("日本語", "の", "文章"));
  EXPECT_GT(words("ภาษาไทยง่าย").size(), 1U);  // Thai has no blanks: a dictionary parts it
}

TEST(Words, AreTheSameWithEitherApostrophe) {
  EXPECT_EQ(words("don\u2019t"), words("don't"));
}

TEST(Words, ComposedAndDecomposedAreTheSame) {
  EXPECT_EQ(words("caf\u00e9"), words("cafe\u0301"));
}

TEST(Words, OfNothingAreNone) {
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \t\n.,;:!?_-__"), IsEmpty());
}

TEST(Words, SurviveBytesThatAreNoUtf8) {
  EXPECT_THAT(words("good \xff\xfe\x80 bad\xc3"), ::testing::Contains("good"));
}

TEST(Words, KnowTheirKind) {
  std::vector<WordKind> kinds;
  WordReader(WordRule::boundaries).read("cat 42 3rd 猫 ٣٤", [&](std::string_view, WordKind kind) {
    kinds.push_back(kind);
  });
  EXPECT_THAT(kinds, ElementsAre(WordKind::letters, WordKind::number, WordKind::letters, WordKind::script,
                                 WordKind::number));
}

RC_GTEST_PROP(Words, TheShortWayThroughAsciiFindsWhatIcuFinds, ()) {
  const auto letters = rc::gen::elementOf(std::string("ab1_.',;:-\"@ \n\tZ9"));
  const auto text = *rc::gen::container<std::string>(letters);
  RC_ASSERT(words(text) == words_by_icu(text));
}

RC_GTEST_PROP(Words, OfMixedTextAreWhatIcuFindsInTheWhole, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "B", "7", "_", ".", "'", ",", ":", "-", " ", "\n", "\"", "é", "\u0301", "ß", "א", "ב", "日", "カ",
      "\u200d", "·", "’", "Ω", "٣", "\u00ad", "😀", "ก", "า", "\u00a0", "ﬁ", "@"));
  std::string text;
  for (const auto& piece : pieces) text += piece;
  RC_ASSERT(words(text) == words_by_icu(text));
}

}  // namespace
}  // namespace bellwether
