#include <bellwether/sources/features.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::TemporaryFolder;

const std::vector<std::string> texts{"A cat and a dog.", "Two cats!", "The dogs of war"};
const FeatureArguments english{.words = {{"language", "english"}}};

Matrix dense_of(Dataset items) {
  make_dense(items);
  return std::get<Matrix>(items.values);
}

TEST(VectorizeDocuments, CountsTheirWords) {
  const Vectorized made = vectorize_documents(documents_in(texts), english, Purpose::counting, {});
  EXPECT_THAT(made.items.features, ElementsAre("cat", "dog", "two", "war"));
  EXPECT_EQ(dense_of(made.items), (Matrix{{1, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 0, 1}}));
  EXPECT_THAT(made.items.ids, ElementsAre("0", "1", "2"));
}

TEST(VectorizeItems, ColumnsCannotBeChosenWhereThereAreNone) {
  for (const char* collection : {"data:iris", "data:headlines"}) {
    EXPECT_THAT(
        [&] {
          vectorize_items({.items = collection, .ignore = {"1", "id"}}, {}, Purpose::clustering, {});
        },
        ThrowsMessage<InvalidOption>(HasSubstr("is no table with columns")));
    EXPECT_THAT(
        [&] { vectorize_items({.items = collection, .columns = {"1"}}, {}, Purpose::clustering, {}); },
        ThrowsMessage<InvalidOption>(HasSubstr("leave out")));
  }
}

TEST(VectorizeDocuments, WeighsThemForClustering) {
  const Vectorized made = vectorize_documents(documents_in(texts), english, Purpose::clustering, {});
  ASSERT_EQ(made.vectorizer.steps.size(), 1u);
  EXPECT_EQ(in_words(made.vectorizer), "words, ltc");
  EXPECT_NEAR(dense_of(made.items).row(0).norm(), 1, 1e-12);
}

TEST(VectorizeDocuments, HaveWordsAndNothingElse) {
  EXPECT_THAT([] { vectorize_documents(documents_in(texts), {.features = "hog"}, Purpose::counting, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("texts have words and nothing else")));
}

TEST(VectorizeDocuments, AreCountedAsTheSameTextsInAFolderAre) {
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < texts.size(); ++i) std::ofstream(folder / fmt::format("{}.txt", i)) << texts[i];
  const Vectorized read =
      vectorize_items({.items = folder.path().string()}, english, Purpose::clustering, {});
  const Vectorized given = vectorize_documents(documents_in(texts), english, Purpose::clustering, {});
  EXPECT_EQ(read.items.features, given.items.features);
  EXPECT_EQ(dense_of(read.items), dense_of(given.items));
}

TEST(ApplyFitted, MeasuresOthersWithTheSameRuler) {
  const Vectorized made = vectorize_documents(documents_in(texts), english, Purpose::counting, {});
  const Model model{.vectorizer = made.vectorizer};
  const std::vector<std::string> others{"War, cats and new words", ""};
  const Vectorized applied = apply_fitted(model, documents_in(others), {});
  EXPECT_EQ(dense_of(applied.items), (Matrix{{1, 0, 0, 1}, {0, 0, 0, 0}}));
}

TEST(ApplyFitted, SaysWhatTheVectorizerWasFittedOn) {
  const Model table{.features = {"x"}};
  EXPECT_THAT([&] { apply_fitted(table, documents_in(texts), {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("it was fitted on a table of numbers")));
}

TEST(PlanFeatures, WhatNobodySaidIsWhatFitsTheItems) {
  EXPECT_FALSE(plan_features({.items = "data:iris"}, {}, Purpose::clustering).raw());
  EXPECT_TRUE(plan_features({.items = "data:headlines"}, {}, Purpose::clustering).raw());
  EXPECT_THAT([] { plan_features({.items = "data:iris"}, english, Purpose::clustering); },
              ThrowsMessage<InvalidOption>(HasSubstr("language is about words")));
}

}  // namespace
}  // namespace bellwether
