#include <bellwether/engine/clustering.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

TEST(ClusterSizes, CountsTheItemsOfEachClusterAndEmptyOnesToo) {
  EXPECT_THAT(cluster_sizes({2, 0, 2}, 4), ElementsAre(1, 0, 2, 0));
  EXPECT_THAT(cluster_sizes({}, 0), IsEmpty());
}

TEST(ClusterSizes, RefusesALabelThatIsNoneOfTheClusters) {
  EXPECT_THAT(
      [] {
        cluster_sizes({0, 1}, 1);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("item 1 is in cluster 1, but there are 1 clusters")));
  EXPECT_THROW(cluster_sizes({0, unlabelled}, 1), InvalidInput);
  EXPECT_THROW(cluster_sizes({}, -1), InvalidInput);
}

}  // namespace
}  // namespace bellwether
