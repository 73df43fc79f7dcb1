#include <bellwether/features/text/term_categories.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Pairs places{{"Munich", "Germany"}, {"Germany", "Europe"}, {"Kyoto", "Japan"},
                   {"Japan", "Asia"},     {"Paris", "France"},   {"France", "Europe"}};

TEST(TermCategories, ATermCountsDampedForItsAncestors) {
  const std::vector<std::string> terms{"bridge", "germany", "kyoto", "munich"};
  const TermCategories found = categories_of_terms(ontology_of(places, "o.csv"), terms, {});
  EXPECT_THAT(found.names, ElementsAre("Germany", "Europe", "Japan", "Asia")) << "no word is below France";
  EXPECT_EQ(found.found, 3);
  EXPECT_THAT(found.of_terms[0], IsEmpty());
  EXPECT_EQ(category_vectors(found),
            (Matrix{{0, 0, 0, 0}, {1, 0.5, 0, 0}, {0, 0, 0.5, 0.25}, {0.5, 0.25, 0, 0}}));
}

TEST(TermCategories, NamesAreStemmedAsTheTextsAreAndTheFewestStepsCount) {
  const Pairs pairs{{"banks", "house"}, {"banking", "trade"}, {"trade", "house"}};
  const TermCategories found =
      categories_of_terms(ontology_of(pairs, "o.csv"), {"bank"}, {.language = "english"});
  EXPECT_THAT(found.names, ElementsAre("house", "trade"));
  EXPECT_EQ(category_vectors(found), (Matrix{{0.5, 0.5}}));
}

TEST(TermCategories, ANameOfSeveralWordsComesToNoTerm) {
  const Ontology ontology = ontology_of({{"new york", "city"}}, "o.csv");
  EXPECT_EQ(categories_of_terms(ontology, {"new", "york"}, {}).found, 0);
}

TEST(TermCategories, ManyAreReducedWithoutLosingWhatIsAlike) {
  Pairs pairs;
  std::vector<std::string> terms;
  for (char group = 'a'; group < 'k'; ++group)
    for (char letter = 'a'; letter < 'g'; ++letter) {
      terms.push_back(std::string("word") + group + letter);
      pairs.push_back({terms.back(), std::string("group") + group});
      pairs.push_back({terms.back(), std::string("own") + group + letter});
    }
  const TermCategories found = categories_of_terms(ontology_of(pairs, "o.csv"), terms, {});
  ASSERT_EQ(found.names.size(), 70U);
  const Matrix reduced = category_vectors(found, {.most_dimensions = 10});
  ASSERT_EQ(reduced.cols(), 10);
  for (Index j = 0; j < reduced.rows(); ++j)
    for (Index l = 0; l < reduced.rows(); ++l) {
      const double cosine =
          reduced.row(j).dot(reduced.row(l)) / reduced.row(j).norm() / reduced.row(l).norm();
      EXPECT_NEAR(cosine, j / 6 == l / 6 ? 1 : 0, 1e-6);
    }
}

}  // namespace
}  // namespace bellwether
