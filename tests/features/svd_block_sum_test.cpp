// The sum of X' block over shards, made some features at a time, is what whole tables give that are merged
// one after the other.

#include <gmock/gmock.h>

#include <bellwether/engine/numbers.h>
#include <bellwether/features/svd/parts.h>
#include <tests/support/data.h>

namespace bellwether::svd {
namespace {

using testing_support::random_matrix;
using testing_support::random_sparse;

/// A shard's transpose, its rows of the block, and the whole table that they make.
struct OfShard {
  OfShard(Index rows, Index features, Index columns, std::uint64_t seed)
      : items(random_sparse(rows, features, 0.1, seed)),
        transpose(Rows(items).visit([](const auto& kind) {
          if constexpr (requires { kind.starts; })
            return Transpose(kind);
          else
            return Transpose();
        })),
        block(block_of(random_matrix(rows, columns, seed + 1))) {
    times(transpose.rows(), block, table);
  }
  BlockSum sum() const { return {transpose.rows(), block.data(), block.columns(), block.stride()}; }

  SparseMatrix items;
  Transpose transpose;
  Block block;
  Block table = {};
};

Matrix made(const BlockSum& sum) {
  Block block;
  sum.make(block);
  return block.view();
}

class SumsOfBlocks : public testing::TestWithParam<Index> {};

TEST_P(SumsOfBlocks, AreThoseOfWholeTables) {
  const Index columns = GetParam(), features = 3001;
  const OfShard first(40, features, columns, 1), second(41, features, columns, 3),
      third(1, features, columns, 5);
  EXPECT_EQ(made(first.sum()), Matrix(first.table.view()));

  BlockSum later = second.sum();
  merge(later, third.sum());
  BlockSum all = first.sum();
  merge(all, later);
  const Matrix expected = first.table.view() + (second.table.view() + third.table.view());
  EXPECT_EQ(made(all), expected);

  // What workers send is made already, and is merged as well.
  BlockSum sent = from_bytes<BlockSum>(bytes_of(later)), whole = from_bytes<BlockSum>(bytes_of(first.sum()));
  merge(whole, sent);
  EXPECT_EQ(made(whole), expected);
}

INSTANTIATE_TEST_SUITE_P(Columns, SumsOfBlocks, testing::Values(1, 3, 8, 19, 130));

TEST(SumsOfBlocks, OfNothingAreEmpty) {
  EXPECT_EQ(made(BlockSum()).size(), 0);
  EXPECT_EQ(made(from_bytes<BlockSum>(bytes_of(BlockSum()))).size(), 0);
}

}  // namespace
}  // namespace bellwether::svd
