#include <bellwether/data/item_ids.h>

#include <gtest/gtest.h>

namespace bellwether {
namespace {

TEST(ItemIds, FindsItemsByTheirIds) {
  const ItemIds ids(std::vector<std::string>{"b", "a"});
  EXPECT_EQ(ids.find("a"), 1U);
  EXPECT_EQ(ids.find("b"), 0U);
  EXPECT_EQ(ids.find("c"), std::nullopt);
}

TEST(ItemIds, FindsAFileByTheLastPartOfItsNameIfThatIsTheOnlyOne) {
  const ItemIds ids(std::vector<std::string>{"photos/7.jpg", "photos/old/8.jpg", "a/9.jpg", "b/9.jpg"});
  EXPECT_EQ(ids.find("7.jpg"), 0U);
  EXPECT_EQ(ids.find("8.jpg"), 1U);
  EXPECT_EQ(ids.find("old/8.jpg"), std::nullopt);
  EXPECT_EQ(ids.find("9.jpg"), std::nullopt);
  EXPECT_EQ(ids.find("b/9.jpg"), 3U);
}

TEST(ItemIds, PreferTheWholeIdToTheLastPartOfAnother) {
  const ItemIds ids(std::vector<std::string>{"photos/7.jpg", "7.jpg"});
  EXPECT_EQ(ids.find("7.jpg"), 1U);
}

TEST(ItemIds, WithoutIdsAreRowNumbers) {
  const Dataset items{.values = Matrix(Matrix::Zero(3, 1))};
  EXPECT_EQ(ItemIds(items).find("2"), 2U);
  EXPECT_EQ(ItemIds(items).find("3"), std::nullopt);
}

}  // namespace
}  // namespace bellwether
