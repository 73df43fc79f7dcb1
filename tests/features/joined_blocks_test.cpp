#include <bellwether/features/joined_blocks.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/features/steps.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(JoinedBlocks, EachBlockHasTheSameShareOfALengthOfOne) {
  Dataset items{.values = Matrix{{3, 4, 0.1}, {0, 0, -7}, {0, 0, 0}, {5, 0, 0}}};
  apply(JoinedBlocks{{2, 1}}, items);
  const double half = std::sqrt(0.5);
  const Matrix expected{{0.6 * half, 0.8 * half, half}, {0, 0, -1}, {0, 0, 0}, {1, 0, 0}};
  EXPECT_TRUE(std::get<Matrix>(items.values).isApprox(expected, 1e-15));
}

TEST(JoinedBlocks, AreKeptByModels) {
  const Step step = JoinedBlocks{{300, 50}};
  EXPECT_EQ(std::get<JoinedBlocks>(restore_step(store(step))).widths, (std::vector<Index>{300, 50}));
  EXPECT_EQ(columns_expected(step), 350);
  EXPECT_EQ(in_words(step), "2 blocks of length 1");
}

TEST(JoinedBlocks, RefuseOtherColumnsAndDamagedWidths) {
  Dataset items{.values = Matrix{{1, 2}}};
  EXPECT_THAT(
      [&] {
        apply(JoinedBlocks{{2, 1}}, items);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("have 2 dense columns, but the blocks")));
  for (const double width : {0.0, 1.5, -1.0, 1e300, std::nan("")})
    EXPECT_THROW(restore_step({.kind = "blocks", .tables = {{"widths", Matrix{{width}}}}}), InvalidInput);
  EXPECT_THROW(restore_step({.kind = "blocks", .tables = {{"widths", Matrix()}}}), InvalidInput);
}

}  // namespace
}  // namespace bellwether
