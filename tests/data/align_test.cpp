#include <bellwether/data/align.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::to_sparse;

Dataset named(Matrix values, std::vector<std::string> names) {
  return {.values = std::move(values), .features = std::move(names)};
}

TEST(Align, FeaturesAreMatchedByName) {
  const Dataset items = named(Matrix{{1, 2, 0}, {3, 0, 4}}, {"sea", "sky", "tree"});
  for (const bool sparse : {false, true}) {
    Dataset other = named(Matrix{{5, 6, 7}, {0, 8, 9}}, {"tree", "car", "sea"});
    if (sparse) other.values = to_sparse(std::get<Matrix>(other.values));
    const Overlap overlap = align_features(other, items, "other.csv");
    EXPECT_THAT(other.features, ElementsAre("sea", "sky", "tree"));
    const Matrix expected{{7, 0, 5}, {9, 0, 0}};
    if (sparse) {
      EXPECT_EQ(std::get<SparseMatrix>(other.values).column_of, to_sparse(expected).column_of);
      EXPECT_EQ(std::get<SparseMatrix>(other.values).values, to_sparse(expected).values);
    } else {
      EXPECT_EQ(std::get<Matrix>(other.values), expected);
    }
    EXPECT_TRUE(overlap.by_name);
    EXPECT_EQ(overlap.features, 3);
    EXPECT_EQ(overlap.other, 3);
    EXPECT_EQ(overlap.shared, 2);
    EXPECT_DOUBLE_EQ(overlap.covered, 0.8);  // all but the 2 of sky
  }
}

TEST(Align, WithoutNamesColumnsAreMatchedByPosition) {
  const Dataset items{.values = Matrix{{1, 2}}};
  Dataset other = named(Matrix{{0, 3}}, {"a", "b"});
  const Overlap overlap = align_features(other, items, "other.csv");
  EXPECT_FALSE(overlap.by_name);
  EXPECT_EQ(overlap.shared, 1);
  Dataset wider{.values = Matrix{{0, 3, 4}}};
  try {
    align_features(wider, items, "wider.csv");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("wider.csv has 3 features, but the items have 2"));
    EXPECT_THAT(error.what(), HasSubstr("name the columns"));
  }
}

TEST(Align, NothingInCommonIsToldAsZero) {
  const Dataset items = named(Matrix{{1, 2}}, {"a", "b"});
  Dataset other = named(Matrix{{3, 4}}, {"c", "d"});
  const Overlap overlap = align_features(other, items, "other.csv");
  EXPECT_EQ(overlap.shared, 0);
  EXPECT_EQ(overlap.covered, 0);
}

}  // namespace
}  // namespace bellwether
