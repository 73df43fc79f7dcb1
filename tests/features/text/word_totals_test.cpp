#include <bellwether/features/text/word_totals.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

WordTotals totals_of(const std::vector<std::string>& texts) {
  return word_totals(documents_in(texts), {});
}

TEST(WordTotals, ListsAreMergedInTheOrderOfTheirBytes) {
  WordTotals all = totals_of({"river bank river", "\xC3\xA9t\xC3\xA9 zoo"});
  merge(all, totals_of({"Bank apple"}));
  EXPECT_EQ(all.documents, 3);
  EXPECT_THAT(all.terms, ElementsAre("apple", "bank", "river", "zoo", "\xC3\xA9t\xC3\xA9"));
  EXPECT_THAT(all.in_documents, ElementsAre(1, 2, 1, 1, 1));
  EXPECT_THAT(all.occurrences, ElementsAre(1, 2, 2, 1, 1));
}

RC_GTEST_PROP(WordTotals, WhatIsChosenOfPartsIsWhatOnePlaceChooses, ()) {
  const auto word =
      rc::gen::map(rc::gen::inRange(0, 12), [](int n) { return std::string(2, static_cast<char>('a' + n)); });
  std::vector<std::string> texts;
  for (const auto& words : *rc::gen::nonEmpty(rc::gen::container<std::vector<std::vector<std::string>>>(
           rc::gen::container<std::vector<std::string>>(word)))) {
    std::string& text = texts.emplace_back("always");
    for (const std::string& w : words) text += ' ' + w;
  }
  const auto cut = static_cast<std::size_t>(*rc::gen::inRange<int>(1, static_cast<int>(texts.size()) + 1));
  const std::vector<std::string> some(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(cut));
  const std::vector<std::string> rest(texts.begin() + static_cast<std::ptrdiff_t>(cut), texts.end());
  WordTotals all = totals_of(some);
  if (!rest.empty()) merge(all, totals_of(rest));
  RC_ASSERT(bytes_of(from_bytes<WordTotals>(bytes_of(all))) == bytes_of(all));

  TextOptions options;
  options.vocabulary = *rc::gen::inRange(0, 6);
  const auto steps = plan_steps("okapi");
  const Vectorizer found = vectorizer_of(all, options, steps);
  TextVectorizer words{options};
  Dataset counts = fit_text(words, documents_in(texts));
  RC_ASSERT(std::get<TextVectorizer>(found.extractor).vocabulary == words.vocabulary);
  const auto plain = std::get<Weighter>(fit_step(steps.front(), counts));
  const auto& weighter = std::get<Weighter>(found.steps.front());
  RC_ASSERT(weighter.documents == plain.documents);
  RC_ASSERT(weighter.average_length == plain.average_length);
  RC_ASSERT(weighter.document_frequency == plain.document_frequency);
}

TEST(WordTotals, WhatNeedsAllTextsInOnePlaceIsNamed) {
  const WordTotals totals = totals_of({"one text"});
  EXPECT_THAT([&] { vectorizer_of(totals, {}, plan_steps("ltc + svd:2")); },
              ThrowsMessage<InvalidOption>(HasSubstr("svd is learned from the numbers")));
  EXPECT_THAT([&] { vectorizer_of(totals, {}, plan_steps("l2 + ltc")); },
              ThrowsMessage<InvalidOption>(HasSubstr("ltc must be the first step")));
  EXPECT_THAT([] { steps_of_words(plan_steps("svd:2 + ltc")); },
              ThrowsMessage<InvalidOption>(HasSubstr("ltc must be the first step")));
  EXPECT_EQ(steps_of_words(plan_steps("ltc + l2 + svd:2 + l2")), 2u);
  EXPECT_EQ(steps_of_words(plan_steps("svd:2")), 0u);
  EXPECT_EQ(steps_of_words({}), 0u);
  TextOptions options;
  options.select = Selection::information;
  EXPECT_THAT([&] { vectorizer_of(totals, options, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("information")));
}

}  // namespace
}  // namespace bellwether
