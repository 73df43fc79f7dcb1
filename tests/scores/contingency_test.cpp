#include <gmock/gmock.h>

#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/scores/contingency.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Contingency, CountsWhatClustersAndClassesShareWhateverTheirNumbersAre) {
  const std::vector<int> found{7, 7, 2, 2147483647, 7};
  const std::vector<int> truth{0, 5, 5, 0, 0};
  const Contingency table = cross_tabulate(found, truth);
  EXPECT_EQ(table.items, 5);
  EXPECT_THAT(table.cluster_labels, ElementsAre(2, 7, 2147483647));
  EXPECT_THAT(table.class_labels, ElementsAre(0, 5));
  EXPECT_THAT(table.cluster_sizes, ElementsAre(1, 3, 1));
  EXPECT_THAT(table.class_sizes, ElementsAre(3, 2));
  std::vector<std::vector<std::int64_t>> cells;
  for (const SharedItems& cell : table.cells) cells.push_back({cell.cluster, cell.class_, cell.count});
  EXPECT_THAT(cells, ElementsAre(ElementsAre(0, 1, 1), ElementsAre(1, 0, 2), ElementsAre(1, 1, 1),
                                 ElementsAre(2, 0, 1)));
}

TEST(Contingency, SaysWhatIsWrongWithItsLabels) {
  const std::vector<int> two{0, 1}, three{0, 1, 1}, none, unlabelled{0, -1};
  EXPECT_THAT(
      [&] { cross_tabulate(two, three); },
      ThrowsMessage<InvalidInput>(HasSubstr("2 items have a found cluster, but 3 have a true class")));
  EXPECT_THAT([&] { cross_tabulate(none, none); }, ThrowsMessage<InvalidInput>(HasSubstr("no items")));
  EXPECT_THAT([&] { cross_tabulate(two, unlabelled); },
              ThrowsMessage<InvalidInput>(HasSubstr("item 1 has cluster 1 and class -1")));
}

}  // namespace
}  // namespace bellwether
