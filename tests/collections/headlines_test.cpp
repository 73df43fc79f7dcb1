#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <bellwether/collections/headlines.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::ThrowsMessage;

std::map<std::string_view, int> sizes(HeadlineLabels labels, std::size_t every = 1) {
  std::map<std::string_view, int> of;
  for (std::size_t i = 0; i < headlines().size(); i += every) ++of[label_of(headlines()[i], labels)];
  return of;
}

/// How many headlines have each lower-case word.
std::map<std::string, int> word_counts() {
  std::map<std::string, int> counts;
  for (const Headline& headline : headlines()) {
    std::set<std::string> words;
    std::string word;
    for (const char c : std::string(headline.text) + ' ') {
      if (c != ' ') word.push_back(static_cast<char>(std::tolower(c)));
      if (c == ' ') words.insert(std::exchange(word, {}));
    }
    for (const std::string& each : words) ++counts[each];
  }
  return counts;
}

TEST(Headlines, AreSixTopicsInSixRegionsSeventeenOfEachPair) {
  EXPECT_EQ(headlines().size(), 612U);
  EXPECT_THAT(sizes(HeadlineLabels::topic), ElementsAre(Key("business"), Key("culture"), Key("politics"),
                                                        Key("science"), Key("sport"), Key("weather")));
  EXPECT_THAT(sizes(HeadlineLabels::region), ElementsAre(Key("Brazil"), Key("Canada"), Key("Germany"),
                                                         Key("India"), Key("Japan"), Key("Kenya")));
  std::map<std::pair<std::string_view, std::string_view>, int> cells;
  for (const Headline& headline : headlines()) ++cells[{headline.topic, headline.region}];
  EXPECT_EQ(cells.size(), 36U);
  for (const auto& [cell, count] : cells) EXPECT_EQ(count, 17) << cell.first << ' ' << cell.second;
}

TEST(Headlines, AreAllDifferent) {
  std::set<std::string_view> texts;
  for (const Headline& headline : headlines())
    EXPECT_TRUE(texts.insert(headline.text).second) << headline.text;
}

TEST(Headlines, HaveSixToTwelveWordsOfAsciiLettersPartedBySingleBlanks) {
  for (const auto& [text, topic, region] : headlines()) {
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) {
      return c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    })) << text;
    EXPECT_EQ(text.find("  "), std::string_view::npos) << text;
    EXPECT_TRUE(text.front() != ' ' && text.back() != ' ') << text;
    const auto words = 1 + std::ranges::count(text, ' ');
    EXPECT_TRUE(words >= 6 && words <= 12) << text;
  }
}

TEST(Headlines, SayTheNameOfTheirRegionOrItsPeople) {
  const std::map<std::string_view, std::string_view> stems{{"Brazil", "Brazil"},  {"Canada", "Canad"},
                                                           {"Germany", "German"}, {"India", "India"},
                                                           {"Japan", "Japan"},    {"Kenya", "Kenya"}};
  for (const auto& [text, topic, region] : headlines())
    for (const auto& [name, stem] : stems) {
      const bool named = text.find(stem) != std::string_view::npos;
      EXPECT_EQ(named, name == region) << text;
    }
}

TEST(Headlines, ShareTheWordsOfTopicsAndOfPlaces) {
  const auto counts = word_counts();
  for (const char* word :
       {"parliament", "election", "league", "match", "company", "bank", "scientists", "study", "museum",
        "festival", "storm", "floods", "nairobi", "delhi", "tokyo", "berlin", "toronto", "amazon"})
    EXPECT_GE(counts.at(word), 8) << word;
}

TEST(Headlines, EveryTenthIsAnEvenSample) {
  for (const auto labels : {HeadlineLabels::topic, HeadlineLabels::region}) {
    const auto sampled = sizes(labels, 10);
    EXPECT_EQ(sampled.size(), 6U);
    for (const auto& [label, count] : sampled) EXPECT_TRUE(count == 10 || count == 11) << label;
  }
  std::set<std::pair<std::string_view, std::string_view>> cells;
  for (std::size_t i = 0; i < headlines().size(); i += 10)
    cells.insert({headlines()[i].topic, headlines()[i].region});
  EXPECT_EQ(cells.size(), 36U);
}

TEST(Headlines, AreSortedByTopicUnlessTheRegionIsAskedFor) {
  EXPECT_EQ(with_settings<HeadlineOptions>("data:headlines", {}).labels, HeadlineLabels::topic);
  const auto asked =
      with_settings<HeadlineOptions>("data:headlines", {{"labels", Value(std::string("region"))}});
  EXPECT_EQ(asked.labels, HeadlineLabels::region);
  const Headline headline{"text", "sport", "Kenya"};
  EXPECT_EQ(label_of(headline, HeadlineLabels::topic), "sport");
  EXPECT_EQ(label_of(headline, asked.labels), "Kenya");
  EXPECT_THAT(
      [] {
        with_settings<HeadlineOptions>("data:headlines", {{"labels", Value(std::string("mood"))}});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("topic")));
}

}  // namespace
}  // namespace bellwether
