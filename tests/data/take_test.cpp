#include <bellwether/data/take.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

const Matrix numbers{{1, 0, 2}, {0, 0, 0}, {0, 3, 4}};

Dataset sparse_numbers() {
  return {.values = SparseMatrix{3, {0, 2, 2, 4}, {0, 2, 1, 2}, {1, 2, 3, 4}}, .features = {"x", "y", "z"}};
}

Matrix dense_of(Dataset items) {
  make_dense(items);
  return std::get<Matrix>(items.values);
}

TEST(TakeItems, KeepsWhatIsKnownOfThem) {
  const Dataset items{.values = numbers, .ids = {"a", "b", "c"}, .labels = {"u", "v", "w"}};
  const Dataset taken = take_items(items, {2, 0});
  EXPECT_EQ(dense_of(taken), (Matrix{{0, 3, 4}, {1, 0, 2}}));
  EXPECT_THAT(taken.ids, ElementsAre("c", "a"));
  EXPECT_THAT(taken.labels, ElementsAre("w", "u"));
}

TEST(TakeItems, ItemsKeepTheRowNumberThatTheyWereKnownBy) {
  const Dataset taken = take_items(sparse_numbers(), {1, 2});
  EXPECT_TRUE(taken.sparse());
  EXPECT_EQ(dense_of(taken), (Matrix{{0, 0, 0}, {0, 3, 4}}));
  EXPECT_THAT(taken.ids, ElementsAre("1", "2"));
}

TEST(AppendItems, PutsSparseAndDenseRowsUnderEachOther) {
  for (const bool first_sparse : {false, true})
    for (const bool second_sparse : {false, true}) {
      Dataset items = first_sparse ? sparse_numbers() : Dataset{.values = numbers};
      append_items(items, second_sparse ? sparse_numbers() : Dataset{.values = numbers}, "known.csv");
      EXPECT_EQ(items.sparse(), first_sparse && second_sparse);
      Matrix expected(6, 3);
      expected << numbers, numbers;
      EXPECT_EQ(dense_of(items), expected);
    }
}

TEST(AppendItems, KeepsIdsOnlyIfBothHaveThem) {
  Dataset items{.values = numbers, .ids = {"a", "b", "c"}};
  append_items(items, {.values = numbers}, "known.csv");
  EXPECT_THAT(items.ids, IsEmpty());
}

TEST(AppendItems, RefusesOtherFeatures) {
  Dataset items = sparse_numbers();
  Dataset other = sparse_numbers();
  other.features[1] = "height";
  EXPECT_THAT([&] { append_items(items, other, "known.csv"); },
              ThrowsMessage<InvalidInput>(HasSubstr("feature 2 of known.csv is 'height'")));
  EXPECT_THAT([&] { append_items(items, {.values = Matrix(numbers.leftCols(2))}, "known.csv"); },
              ThrowsMessage<InvalidInput>(HasSubstr("known.csv has 2 features")));
}

TEST(CopyOf, IsTheRowsThatAViewShows) {
  const Dataset sparse = sparse_numbers();
  EXPECT_EQ(dense_of(copy_of(Rows(numbers))), numbers);
  EXPECT_EQ(dense_of(copy_of(sparse.rows())), numbers);
  // A view need not begin where the values begin.
  const Dataset last = copy_of(sparse.rows().slice(1, 2));
  EXPECT_TRUE(last.sparse());
  EXPECT_EQ(dense_of(last), numbers.bottomRows(2));
  EXPECT_EQ(std::get<SparseMatrix>(last.values).starts, (std::vector<std::int64_t>{0, 0, 2}));
  EXPECT_EQ(dense_of(copy_of(Rows(numbers).slice(1, 1))), numbers.row(1));
}

}  // namespace
}  // namespace bellwether
