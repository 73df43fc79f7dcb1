#include <bellwether/data/error.h>
#include <bellwether/data/ontology.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

TEST(Ontology, FindsWhatIsAboveANameByTheFewestSteps) {
  const Ontology ontology = ontology_of(
      {{"dog", "mammal"}, {"dog", "pet"}, {"mammal", "animal"}, {"pet", "animal"}, {"pet", "mammal"}},
      "o.csv");
  EXPECT_THAT(ontology.names, ElementsAre("dog", "mammal", "pet", "animal"));
  Ancestors ancestors(ontology);
  EXPECT_THAT(ancestors.of(0), ElementsAre(Above{1, 1}, Above{2, 1}, Above{3, 2}));
  EXPECT_THAT(ancestors.of(2), ElementsAre(Above{2, 0}, Above{1, 1}, Above{3, 1}));
  EXPECT_THAT(ancestors.of(3), ElementsAre(Above{3, 0}));
  EXPECT_THAT(ancestors.of(0), ElementsAre(Above{1, 1}, Above{2, 1}, Above{3, 2})) << "asked again";
}

TEST(Ontology, APairThatIsToldTwiceCountsOnce) {
  const Ontology ontology = ontology_of({{"a", "b"}, {"a", "b"}}, "o.csv");
  EXPECT_THAT(ontology.parents[0], ElementsAre(1U));
  EXPECT_THAT(ontology.parents[1], IsEmpty());
}

TEST(Ontology, ACircleIsRefusedWithTheChainThatProvesIt) {
  EXPECT_THAT(
      [] {
        ontology_of({{"x", "a"}, {"a", "b"}, {"b", "c"}, {"c", "a"}}, "o.csv");
      },
      ThrowsMessage<InvalidInput>(HasSubstr("o.csv: 'a' is above itself: 'a' -> 'b' -> 'c' -> 'a'")));
  EXPECT_THAT(
      [] {
        ontology_of({{"a", "b", 2}, {"c", "c", 3}}, "o.csv");
      },
      ThrowsMessage<InvalidInput>(HasSubstr("o.csv:3: 'c' is its own parent")));
}

TEST(Ontology, AVeryLongChainIsNoTrouble) {
  Pairs pairs;
  constexpr int length = 100'000;
  for (int i = 0; i < length; ++i) pairs.push_back({std::to_string(i), std::to_string(i + 1)});
  const Ontology ontology = ontology_of(pairs, "o.csv");
  EXPECT_EQ(Ancestors(ontology).of(0).back(), (Above{length, length}));
  pairs.push_back({std::to_string(length), "0"});
  EXPECT_THAT([&] { ontology_of(pairs, "o.csv"); },
              ThrowsMessage<InvalidInput>(HasSubstr("'11' -> ... -> '0'")));
}

}  // namespace
}  // namespace bellwether
