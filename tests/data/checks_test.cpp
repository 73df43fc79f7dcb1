#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <set>

#include "files.h"

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Checks, NamesTheValueThatIsNotFinite) {
  const Matrix values = matrix({{1, 2}, {3, nan}});
  EXPECT_THAT([&] { require_finite(values); },
              ThrowsMessage<InvalidInput>(HasSubstr("row 2, column 2 (counted from 1) is missing (NaN)")));
  const SparseMatrix sparse{3, {0, 0, 1}, {2}, {-infinity}};
  EXPECT_THAT([&] { require_finite(sparse); },
              ThrowsMessage<InvalidInput>(HasSubstr("row 2, column 3 (counted from 1) is infinite")));
  EXPECT_NO_THROW(require_finite(Rows()));
}

TEST(Checks, NamesTheValueThatIsNoCount) {
  const Matrix items{{0, 1, 2}, {3, -0.0, -2.5}};
  SparseMatrix sparse{
      .columns = 3, .starts = {0, 2, 4}, .column_of = {1, 2, 0, 2}, .values = {1, 2, 3, -2.5}};
  for (const Rows& rows : {Rows(items), Rows(sparse)})
    EXPECT_THAT(
        [&] { require_counts(rows, "the tags"); },
        ThrowsMessage<NegativeValues>(HasSubstr("row 2, column 3 (counted from 1) of the tags is -2.5")));
  EXPECT_NO_THROW(require_counts(Matrix{{0, -0.0}, {1e300, 0.5}}, "the items"));
  EXPECT_THROW(require_counts(Matrix{{0, nan}}, "the items"), InvalidInput);
  EXPECT_THROW(require_counts(Matrix{{0, infinity}}, "the items"), InvalidInput);
}

TEST(Checks, ZeroAndMinusZeroAreTheSameRow) {
  const Matrix values = matrix({{0.0, 1}, {-0.0, 1}});
  EXPECT_TRUE(has_distinct_rows(values, 1));
  EXPECT_FALSE(has_distinct_rows(values, 2));
}

TEST(Checks, StoredZerosDoNotMakeSparseRowsDifferent) {
  const SparseMatrix sparse{3, {0, 2, 3, 3}, {0, 2, 2}, {0.0, 5.0, 5.0}};
  EXPECT_TRUE(has_distinct_rows(sparse, 2));
  EXPECT_FALSE(has_distinct_rows(sparse, 3));
}

RC_GTEST_PROP(Checks, DistinctRowsAreCountedAsASetCountsThem, ()) {
  const auto rows = *rc::gen::inRange<Index>(0, 30);
  Matrix values(rows, 2);
  std::set<std::pair<double, double>> different;
  for (Index i = 0; i < rows; ++i) {
    values.row(i) << *rc::gen::inRange(0, 4), *rc::gen::inRange(0, 4);
    different.emplace(values(i, 0), values(i, 1));
  }
  const auto count = std::ssize(different);
  RC_ASSERT(has_distinct_rows(values, count));
  RC_ASSERT(!has_distinct_rows(values, count + 1));
}

TEST(Checks, NamesTheItemThatIsAllZerosByItsId) {
  Dataset items;
  items.values = Matrix{{1, 0}, {0, 0}};
  items.ids = {"full", "empty"};
  EXPECT_THAT([&] { require_directions(items); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 'empty' is all zeros and has no direction")));
}

TEST(Checks, NamesTheIdThatTwoItemsHave) {
  Dataset data{.values = Matrix(Matrix::Zero(3, 1)), .ids = {"a", "b", "c"}};
  EXPECT_NO_THROW(require_ids_unique(data));
  data.ids[2] = "a";
  EXPECT_THAT([&] { require_ids_unique(data); },
              ThrowsMessage<InvalidInput>(HasSubstr("items 0 and 2 (counted from 0) have the same id 'a'")));
}

}  // namespace
}  // namespace bellwether
