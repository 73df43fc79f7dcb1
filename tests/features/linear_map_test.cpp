#include <bellwether/features/linear_map.h>

#include <gmock/gmock.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/features/vectorizer.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_dense;
using testing_support::to_sparse;

Matrix values_of(const Dataset& items) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&items.values)) return to_dense(*sparse);
  return std::get<Matrix>(items.values);
}

LinearMap to_three() {
  return {"xing", random_matrix(8, 3, 4), {}};
}
LinearMap weights() {
  return {"xing", {}, random_matrix(8, 1, 5).col(0)};
}

TEST(LinearMap, IsAProductAndNamesItsDimensions) {
  const Matrix x = random_matrix(50, 8, 1);
  Dataset items{.values = x, .features = std::vector<std::string>(8, "word")};
  apply(to_three(), items);
  EXPECT_TRUE(values_of(items).isApprox(x * to_three().map, 1e-14));
  EXPECT_THAT(items.features, ElementsAre("xing 1", "xing 2", "xing 3"));
}

TEST(LinearMap, OfWeightsKeepsNamesAndSparseItemsSparse) {
  const Matrix x = random_counts(20, 8, 0.3, 2);
  Dataset dense{.values = x, .features = std::vector<std::string>(8, "word")};
  Dataset sparse{.values = to_sparse(x), .features = dense.features};
  apply(weights(), dense);
  apply(weights(), sparse);
  EXPECT_EQ(values_of(dense), Matrix(x * weights().weights.asDiagonal()));
  EXPECT_TRUE(sparse.sparse());
  EXPECT_EQ(values_of(sparse), values_of(dense));
  EXPECT_EQ(sparse.features, std::vector<std::string>(8, "word"));
}

TEST(LinearMap, TakesSparseItemsToTheSamePlace) {
  const Matrix x = random_counts(300, 8, 0.3, 2);
  Dataset dense{.values = x}, sparse{.values = to_sparse(x)};
  apply(to_three(), dense);
  apply(to_three(), sparse);
  EXPECT_FALSE(sparse.sparse());
  EXPECT_TRUE(values_of(sparse).isApprox(values_of(dense), 1e-13));
}

TEST(LinearMap, TheNumberOfThreadsDoesNotShow) {
  const Matrix x = random_matrix(5000, 8, 1);
  for (const LinearMap& map : {to_three(), weights()}) {
    Dataset one{.values = x}, four{.values = x};
    apply(map, one, {.threads = 1});
    apply(map, four, {.threads = 4});
    EXPECT_EQ(values_of(one), values_of(four));
  }
}

TEST(LinearMap, IsAStepThatComesBackWithItsVectorizer) {
  for (const LinearMap& map : {to_three(), weights()}) {
    Vectorizer vectorizer;
    vectorizer.steps = {Normaliser{Normalise::l2}, map};
    const Vectorizer back = restore_vectorizer(store(vectorizer));
    ASSERT_EQ(back.steps.size(), 2);
    EXPECT_EQ(columns_expected(back.steps[1]), 8);
    EXPECT_EQ(in_words(back.steps[1]), in_words(vectorizer.steps[1]));
    Dataset one{.values = random_matrix(9, 8, 1)}, two{.values = random_matrix(9, 8, 1)};
    const Step step = map;
    apply(step, one);
    apply(back.steps[1], two);
    EXPECT_EQ(values_of(one), values_of(two));
  }
}

TEST(LinearMap, SaysWhatItIs) {
  EXPECT_EQ(in_words(Step(to_three())), "xing (a learned map to 3 dimensions)");
  EXPECT_EQ(in_words(Step(weights())), "xing (learned weights of 8 features)");
}

TEST(LinearMap, CannotBePlannedByName) {
  EXPECT_THAT([] { plan_step("xing"); },
              ThrowsMessage<InvalidOption>(HasSubstr("learn it from what is known")));
}

TEST(LinearMap, RefusesItemsOfOtherFeaturesOrWithoutNumbers) {
  Dataset narrow{.values = random_matrix(3, 5, 1)};
  EXPECT_THAT([&] { apply(to_three(), narrow); },
              ThrowsMessage<InvalidInput>(HasSubstr("have 5 features, but the map 'xing' was learned on 8")));
  Dataset missing{.values = Matrix(Matrix::Constant(3, 8, std::nan("")))};
  EXPECT_THROW(apply(to_three(), missing), InvalidInput);
}

TEST(LinearMap, ThatWasDamagedInAFileIsRefused) {
  const auto refused = [](const LinearMap& map, std::size_t table, const Matrix& value) {
    StoredStep step = store(map);
    step.tables[table].second = value;
    EXPECT_THAT([&] { restore_linear_map(step); }, ThrowsMessage<InvalidInput>(HasSubstr("is damaged")));
  };
  refused(to_three(), 0, Matrix(0, 0));
  refused(to_three(), 0, Matrix::Constant(8, 3, std::nan("")));
  refused(to_three(), 1, Matrix::Ones(8, 1));
  refused(weights(), 1, Matrix::Ones(4, 2));
  refused(weights(), 1, Matrix::Constant(8, 1, INFINITY));
  StoredStep nameless = store(weights());
  nameless.options[0].second = 3.0;
  EXPECT_THAT([&] { restore_step(nameless); }, ThrowsMessage<InvalidInput>(HasSubstr("what learned it")));
  StoredStep other = store(weights());
  other.kind = "svd";
  EXPECT_THROW(restore_linear_map(other), InvalidInput);
  StoredStep without = store(weights());
  without.tables.pop_back();
  EXPECT_THROW(restore_step(without), InvalidInput);
}

}  // namespace
}  // namespace bellwether
