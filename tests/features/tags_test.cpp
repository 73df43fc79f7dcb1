#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/tags.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::TemporaryFolder;
using testing_support::to_dense;
using testing_support::to_sparse;

using Counts = std::map<std::string, std::map<std::string, int>>;

Counts by_id(const Tags& tags) {
  Counts counts;
  for (const auto& [id, of_item] : tags.items)
    for (const auto& [tag, count] : of_item) counts[id][tags.words[static_cast<std::size_t>(tag)]] = count;
  return counts;
}

Tags tags_of(const Captions& pairs) {
  return tags_from_captions(pairs, [](std::string_view word) { return std::vector{std::string(word)}; });
}

std::vector<std::string> words_by_blanks(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(text) + ' ') {
    if (c != ' ') word.push_back(c);
    if (c == ' ' && !word.empty()) words.push_back(std::exchange(word, {}));
  }
  return words;
}

Tags read_text(std::string_view text, const TagFields& fields = {}) {
  const TemporaryFolder folder;
  return read_tags(folder.write("tags", text), fields);
}

Dataset three_items() {
  Dataset items{Matrix{{1, 2}, {10, 20}, {100, 200}}};
  items.ids = {"a", "b", "c"};
  items.features = {"x", "y"};
  return items;
}

TEST(TagFeatures, AreTheSumsWorkedByHand) {
  const Tags tags = tags_of({{"a", "sea"}, {"a", "sky"}, {"c", "sea"}, {"a", "sea"}, {"b", "dog"}});
  const Dataset made = tag_features(three_items(), tags);
  EXPECT_THAT(made.ids, ElementsAre("dog", "sea", "sky"));
  EXPECT_THAT(made.features, ElementsAre("x", "y"));
  EXPECT_THAT(made.labels, IsEmpty());
  EXPECT_THAT(made.notes, IsEmpty());
  EXPECT_EQ(std::get<Matrix>(made.values), (Matrix{{10, 20}, {101, 202}, {1, 2}}));
  const Dataset counted = tag_features(three_items(), tags, {.counts = true});
  EXPECT_EQ(std::get<Matrix>(counted.values), (Matrix{{10, 20}, {102, 204}, {1, 2}}));
}

TEST(TagFeatures, LeaveOutTagsThatFewItemsHaveAndSaySo) {
  const Tags tags = tags_of({{"a", "sea"}, {"a", "sky"}, {"c", "sea"}, {"b", "dog"}, {"b", "dog"}});
  const Dataset made = tag_features(three_items(), tags, {.min_items = 2});
  EXPECT_THAT(made.ids, ElementsAre("sea"));
  EXPECT_THAT(made.notes, ElementsAre("2 of 3 tags are left out: fewer than 2 items have them"));
  EXPECT_THAT(
      [&] { tag_features(three_items(), tags, {.min_items = 3}); },
      ThrowsMessage<InvalidOption>(HasSubstr("no tag has 3 items or more: ask for a smaller min_items")));
  EXPECT_THAT([&] { tag_features(three_items(), tags, {.min_items = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("min_items")));
}

TEST(TagFeatures, TellWhatDidNotMatch) {
  const Tags tags = tags_of({{"a", "sea"}, {"z", "sky"}, {"y", "sea"}});
  const Dataset made = tag_features(three_items(), tags);
  EXPECT_THAT(made.ids, ElementsAre("sea"));  // no item has the sky
  EXPECT_THAT(made.notes,
              ElementsAre("2 of 3 items have no tags", "2 of 3 tagged ids are not among the items"));
}

TEST(TagFeatures, NeedIdsInCommonAndShowOneOfEach) {
  EXPECT_THAT(
      [] {
        tag_features(three_items(), tags_of({{"a.jpg", "sea"}}));
      },
      ThrowsMessage<InvalidInput>(AllOf(HasSubstr("'a'"), HasSubstr("'a.jpg'"))));
  EXPECT_THAT([] { tag_features(three_items(), {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("there are no tags")));
  EXPECT_THAT(
      [] {
        tag_features(Dataset{Matrix(0, 2)}, tags_of({{"0", "sea"}}));
      },
      ThrowsMessage<InvalidInput>(HasSubstr("no items")));
  Dataset twice = three_items();
  twice.ids = {"a", "b", "a"};
  EXPECT_THAT(
      [&] {
        tag_features(twice, tags_of({{"a", "sea"}}));
      },
      ThrowsMessage<InvalidInput>(HasSubstr("'a'")));
}

TEST(TagFeatures, KnowItemsWithoutIdsByTheirRows) {
  const Dataset items{Matrix{{1}, {10}}};
  EXPECT_EQ(std::get<Matrix>(tag_features(items, tags_of({{"1", "sea"}})).values), Matrix{{10}});
}

TEST(TagFeatures, OfSparseItemsHaveNoStoredZero) {
  const Dataset items{to_sparse(Matrix{{1, 2, 0}, {-1, 3, 0}})};
  const Dataset made = tag_features(items, tags_of({{"0", "sea"}, {"1", "sea"}}));
  const auto& sums = std::get<SparseMatrix>(made.values);
  EXPECT_EQ(sums.columns, 3);
  EXPECT_THAT(sums.column_of, ElementsAre(1));
  EXPECT_THAT(sums.values, ElementsAre(5.0));
}

struct RandomTags {
  Matrix T;
  Captions pairs;
};

/// T, and the same as pairs, each as often as T counts it, in a random order.
RandomTags random_tags(Index items, Index tags, Random& random) {
  RandomTags made{random_counts(items, tags, 0.3, random.below(1000)), {}};
  made.T(0, 0) = 1;
  for (Index i = 0; i < items; ++i)
    for (Index w = 0; w < tags; ++w)
      for (int count = 0; count < made.T(i, w); ++count)
        made.pairs.emplace_back(std::to_string(i), fmt::format("tag{:03}", w));
  random.shuffle(made.pairs);
  return made;
}

RC_GTEST_PROP(TagFeatures, AreTheProductOfTheTwoMatricesSparseOrDense, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const bool counts = *rc::gen::arbitrary<bool>();
  const Index items = 1 + static_cast<Index>(random.below(12));
  const Index tags = 1 + static_cast<Index>(random.below(9));
  const auto [T, pairs] = random_tags(items, tags, random);
  const Matrix F = random_counts(items, 5, 0.5, random.below(1000));
  const Matrix weights = counts ? T : Matrix((T.array() > 0).cast<double>());
  const Matrix B = weights.transpose() * F;  // whole numbers: exact in any order

  const Tags made = tags_of(pairs);
  const Dataset dense = tag_features(Dataset{F}, made, {.counts = counts});
  const Dataset sparse = tag_features(Dataset{to_sparse(F)}, made, {.counts = counts});
  RC_ASSERT(dense.ids == sparse.ids);
  const auto& found = std::get<Matrix>(dense.values);
  RC_ASSERT(to_dense(std::get<SparseMatrix>(sparse.values)) == found);
  Index row = 0;
  for (Index w = 0; w < tags; ++w) {
    if (weights.col(w).sum() == 0) continue;
    RC_ASSERT(dense.ids[static_cast<std::size_t>(row)] == fmt::format("tag{:03}", w));
    RC_ASSERT(found.row(row++) == B.row(w));
  }
  RC_ASSERT(row == found.rows());
}

RC_GTEST_PROP(TagFeatures, DoNotShowTheOrderOfItemsOrTags, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  auto [T, pairs] = random_tags(20, 6, random);
  const Matrix F = random_matrix(20, 4, random.below(1000));
  Dataset items{F};
  for (int i = 0; i < 20; ++i) items.ids.push_back(std::to_string(i));
  Dataset reversed{Matrix(F.colwise().reverse())};
  reversed.ids.assign(items.ids.rbegin(), items.ids.rend());

  const Dataset made = tag_features(items, tags_of(pairs));
  std::ranges::reverse(pairs);
  const Dataset again = tag_features(reversed, tags_of(pairs));
  RC_ASSERT(made.ids == again.ids);
  RC_ASSERT(std::get<Matrix>(made.values) == std::get<Matrix>(again.values));  // equal, not merely close
}

TEST(Tags, AreSortedAndAddUp) {
  const Tags tags = tags_of({{"b", "sky"}, {"a", "sea"}, {"b", "sea"}, {"b", "sky"}, {"c", "  "}});
  EXPECT_THAT(tags.words, ElementsAre("sea", "sky"));
  ASSERT_EQ(tags.items.size(), 2U);
  EXPECT_EQ(tags.items[0].id, "a");
  EXPECT_THAT(tags.items[0].tags, ElementsAre(TagCount{0, 1}));
  EXPECT_EQ(tags.items[1].id, "b");
  EXPECT_THAT(tags.items[1].tags, ElementsAre(TagCount{0, 1}, TagCount{1, 2}));
}

TEST(ReadTags, TakesAnObjectInEachLine) {
  const Counts expected{{"7", {{"sea", 2}, {"polar bear", 1}}}, {"x.jpg", {{"dog", 1}, {"sky", 1}}}};
  EXPECT_EQ(by_id(read_text("\n{\"id\": \"x.jpg\", \"tags\": \"dog  sky\", \"more\": {}}\r\n"
                            "{\"id\": 7, \"tags\": [\"sea\", \"polar bear\"]}\n\n"
                            "{\"id\": \"7\", \"tags\": [\" sea\", \"\"]}")),
            expected);
  EXPECT_EQ(by_id(read_text("{\"id\": 7, \"tags\": \"sea, polar bear,,sea,\"}\n{\"id\":\"x.jpg\",\"tags\":"
                            "[\"sky\",\"dog\"]}\n{\"id\":\"none\",\"tags\":[]}")),
            expected);
  EXPECT_EQ(by_id(read_text("\xEF\xBB\xBF{\"photo\": \"a\", \"words\": \"sea\"}", {"photo", "words"})),
            (Counts{{"a", {{"sea", 1}}}}));
}

TEST(ReadTags, TakesATableOfPairs) {
  const Counts expected{{"7", {{"sea", 2}, {"polar bear", 1}}}, {"x.jpg", {{"dog", 1}}}};
  EXPECT_EQ(by_id(read_text("id,tag\n7,sea\nx.jpg,dog\n7,polar bear\n7,sea\n")), expected);
  EXPECT_EQ(by_id(read_text("id\ttags\n7\tsea\nx.jpg\tdog\n7\tpolar bear\n7\tsea\n")), expected);
  EXPECT_EQ(by_id(read_text("7,\"sea\"\nx.jpg,dog\n7,polar bear\n7,sea\n")), expected);
  EXPECT_EQ(
      by_id(read_text("when,word,photo\n1,sea,7\n2,dog,x.jpg\n3,polar bear,7\n4,sea,7\n", {"photo", "word"})),
      expected);
}

TEST(ReadTags, NamesFileAndLineOfWhatItCannotTake) {
  const auto refuses = [](std::string_view text, const std::string& words) {
    EXPECT_THAT([&] { read_text(text); },
                ThrowsMessage<InvalidInput>(AllOf(HasSubstr("tags"), HasSubstr(words))))
        << text;
  };
  refuses("{\"id\": 1, \"tags\": \"a\"}\n{\"id\": 2,\n", "tags:2: '{\"id\": 2,' is not a JSON object");
  refuses("{\"id\": 1, \"tags\": \"a\"}\n7\n", "tags:2: '7' is not a JSON object");
  refuses("{\"tags\": \"a\"}", "tags:1: the object has no field 'id'");
  refuses("{\"id\": 1}", "tags:1: the object has no field 'tags'");
  refuses("{\"id\": 1.5, \"tags\": []}", "tags:1: the id is '1.5'");
  refuses("{\"id\": null, \"tags\": []}", "tags:1: the id is 'null'");
  refuses("{\"id\": 1, \"tags\": 3}", "tags:1: field 'tags' of '1' is neither");
  refuses("{\"id\": 1, \"tags\": [\"a\", 3]}", "tags:1: a tag of '1' is '3', not a text");
  refuses("{\"id\": 1, \"tags\": \"\xFF\"}", "tags:1: ");
  refuses("[{\"id\": 1}]", "is one JSON list");
  refuses("7,sea\n8,sky,blue\n", "tags:2: 3 columns");
}

TEST(Captions, BelongToTheItemBeforeTheNumber) {
  const TemporaryFolder folder;
  const auto captions = read_captions(folder.write(
      "captions", "7.jpg#0\tA dog runs .\r\n7.jpg#1\tdog and\ttab\n\nb#x\tsea\n#1\tsky\nc#\tsun\nd\t"));
  EXPECT_THAT(captions, ElementsAre(Pair("7.jpg", "A dog runs ."), Pair("7.jpg", "dog and\ttab"),
                                    Pair("b#x", "sea"), Pair("#1", "sky"), Pair("c#", "sun"), Pair("d", "")));
  EXPECT_EQ(by_id(tags_from_captions({{"7", "dog and dog"}, {"8", ""}, {"7", "and cat"}}, words_by_blanks)),
            (Counts{{"7", {{"and", 2}, {"cat", 1}, {"dog", 2}}}}));
}

TEST(Captions, SayWhichLineIsNone) {
  const TemporaryFolder folder;
  const auto without = folder.write("captions", "a\tdog\nb no tab\n");
  EXPECT_THAT([&] { read_captions(without); },
              ThrowsMessage<InvalidInput>(HasSubstr("captions:2: 'b no tab' has no tab")));
  const auto nameless = folder.write("captions", "\tdog\n");
  EXPECT_THAT([&] { read_captions(nameless); },
              ThrowsMessage<InvalidInput>(HasSubstr("captions:1: there is no id")));
}

}  // namespace
}  // namespace bellwether
