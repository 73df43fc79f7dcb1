#include <bellwether/engine/shards.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

struct Sum {
  double value = 0;
};
void merge(Sum& into, const Sum& from) {
  into.value += from.value;
}

/// A sum of numbers of very different sizes: any other order of adding gives other bits.
Sum sum_of(const Shard& shard) {
  Sum sum;
  shard.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.stored(); ++i) sum.value += rows.values[i];
  });
  return sum;
}

Matrix uneven_numbers(Index rows) {
  Random random(1);
  Matrix m(rows, 3);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = std::exp(20 * random.normal());
  return m;
}

TEST(Shards, ASumIsTheSameBitsOnAnyNumberOfThreads) {
  const Matrix m = uneven_numbers(50000);
  const double one = sum_over_shards(m, sum_of, {.threads = 1}).value;
  for (const int threads : {2, 3, 4}) {
    for (int repeat = 0; repeat < 5; ++repeat) {
      double many = 0;
      on_threads(threads, [&] { many = sum_over_shards(m, sum_of, {.threads = threads}).value; });
      EXPECT_EQ(one, many);
    }
  }
  EXPECT_NEAR(one, m.sum(), 1e-12 * m.sum());
}

RC_GTEST_PROP(Shards, EveryItemIsInExactlyOneShard, ()) {
  const Index count = *rc::gen::inRange(1, 4000000), clusters = *rc::gen::inRange(1, 1000);
  const Rows items(DenseRows{nullptr, count, 1});
  Index next = 0;
  for (Index s = 0; s < shard_count(items, clusters); ++s) {
    const Shard piece = shard(items, s, clusters);
    RC_ASSERT(piece.begin == next);
    RC_ASSERT(piece.rows.rows() > 0);
    next += piece.rows.rows();
  }
  RC_ASSERT(next == count);
  RC_ASSERT(shard_count(items, clusters) <= std::max<Index>(256, (count + 4095) / 4096));
}

TEST(Shards, HaveFourThousandRowsWhereItemsAreMany) {
  EXPECT_EQ(shard_rows(Shape{10000, 16, 160000}), 1024);
  EXPECT_EQ(shard_rows(Shape{600000, 16, 9600000}), 2344);
  EXPECT_EQ(shard_rows(Shape{10000000, 16, 160000000, 64}), 4096);
  EXPECT_EQ(shard_rows(Shape{1000000000, 128, 128000000000, 64}), 4096);
}

RC_GTEST_PROP(Shards, OfMoreClustersAreWholeShardsOfFewer, ()) {
  const Index count = *rc::gen::inRange(1, 20000000), clusters = *rc::gen::inRange(2, 5000);
  const Index few = shard_rows(Shape{count, 8, 8 * count}),
              many = shard_rows(Shape{count, 8, 8 * count, clusters});
  RC_ASSERT(many % few == 0);
  RC_ASSERT(many < 128 * clusters || many == few);
}

TEST(Shards, SparseShardsHoldMoreValuesThanColumns) {
  SparseMatrix m;
  m.columns = 100000;
  for (int i = 0; i < 20000; ++i) {
    for (int j = 0; j < 10; ++j) m.column_of.push_back(j), m.values.push_back(1);
    m.starts.push_back(static_cast<std::int64_t>(m.values.size()));
  }
  EXPECT_GE(shard(m, 0).rows.stored(), m.columns);
}

TEST(ForEachShard, VisitsEveryShardOnce) {
  const Matrix m = uneven_numbers(10000);
  for (const int threads : {1, 4}) {
    std::vector<int> visits(10000, 0);
    on_threads(threads, [&] {
      for_each_shard(m,
                     [&](const Shard& piece) {
                       for (Index i = 0; i < piece.rows.rows(); ++i) ++visits[piece.begin + i];
                     },
                     {.threads = threads});
    });
    EXPECT_EQ(visits, std::vector<int>(10000, 1));
  }
}

}  // namespace
}  // namespace bellwether
