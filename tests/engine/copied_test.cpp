#include <bellwether/engine/copied.h>

#include <gtest/gtest.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

TEST(Copied, EveryValueAndNameOnAnyNumberOfThreads) {
  for (const int rows : {0, 1, 511, 513, 5000})
    for (const int threads : {1, 2, 5}) {
      const Dataset items{.values = testing_support::random_matrix(rows, 7, 1),
                          .ids = {"a", "b"},
                          .features = {"x"},
                          .labels = {"one"},
                          .notes = {"said"}};
      const Dataset copy = copied(items, {.threads = threads});
      EXPECT_EQ(std::get<Matrix>(copy.values), std::get<Matrix>(items.values)) << rows;
      EXPECT_EQ(copy.ids, items.ids);
      EXPECT_EQ(copy.features, items.features);
      EXPECT_EQ(copy.labels, items.labels);
      EXPECT_EQ(copy.notes, items.notes);
    }
}

TEST(Copied, RowsOfALargerTableAreAloneInTheirCopy) {
  const Matrix all = testing_support::random_matrix(900, 3, 2);
  EXPECT_EQ(std::get<Matrix>(copied(Rows(all).slice(300, 600), {}).values), all.bottomRows(600));
  const SparseMatrix sparse = testing_support::random_sparse(50, 9, 0.3, 1);
  const Dataset copy = copied(Rows(sparse), {});
  EXPECT_EQ(testing_support::to_dense(std::get<SparseMatrix>(copy.values)),
            testing_support::to_dense(sparse));
}

}  // namespace
}  // namespace bellwether
