#include <bellwether/engine/run.h>

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include <bellwether/data/matrix.h>

namespace bellwether {
namespace {

TEST(OnThreads, UsesSeveralThreadsAndReturnsToTheCaller) {
  const auto caller = std::this_thread::get_id();
  std::atomic<int> arrived = 0;
  on_threads(4, [&] {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    // Each waits for another: on one thread this would never end.
    for_each_parallel(2, [&](int) {
      ++arrived;
      while (arrived < 2) std::this_thread::yield();
    });
  });
  EXPECT_EQ(arrived, 2);
}

TEST(OnThreads, AnErrorComesOut) {
  EXPECT_THROW(on_threads(4, [] { both([] {}, [] { throw std::runtime_error("no"); }); }),
               std::runtime_error);
}

// Whole numbers, so that every product is exact and any difference is a fault. A BLAS that is not made for
// several callers at once (Debian's serial OpenBLAS) fails this within a few hundred products.
TEST(OnThreads, ProductsOnSeveralThreadsAtOnceAreRight) {
  std::atomic<int> wrong = 0;
  on_threads(4, [&] {
    for_each_parallel(64, [&](int task) {
      const Matrix a =
          Matrix::NullaryExpr(256, 5, [&](Index i, Index j) { return (i * 7 + j * 3 + task) % 11; });
      const Matrix b = Matrix::NullaryExpr(5, 4, [&](Index i, Index j) { return (i * 5 + j + task) % 13; });
      Matrix expected(256, 4), product(256, 4);
      for (Index i = 0; i < 256; ++i)
        for (Index j = 0; j < 4; ++j) expected(i, j) = a.row(i).transpose().cwiseProduct(b.col(j)).sum();
      for (int repeat = 0; repeat < 300; ++repeat) {
        product.noalias() = a * b;
        if (product != expected) ++wrong;
      }
    });
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace bellwether
