#include <bellwether/mixtures/nearest.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include <bellwether/data/error.h>
#include <tests/mixtures/brute_force.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class Centres, class RowsKind>
std::vector<Nearest> all_nearest(const RowsKind& rows, const Matrix& means, const Frame& frame) {
  std::vector<int> chosen(static_cast<std::size_t>(rows.rows));
  std::iota(chosen.begin(), chosen.end(), 0);
  std::vector<Nearest> found(chosen.size());
  typename Centres::Workspace workspace;
  Centres(means, frame).nearest(rows, chosen, {}, workspace, found.data());
  return found;
}

/// Items where single precision is easily fooled: near-ties, exact ties, large offsets, tiny and huge units.
Matrix tricky_items(Index rows, Index columns, std::uint64_t random_seed, int kind) {
  Random random(random_seed);
  Matrix m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) {
    switch (kind) {
      case 0:
        m.data()[i] = random.normal();
        break;
      case 1:
        m.data()[i] = static_cast<double>(random.below(3));
        break;  // a grid: many ties
      case 2:
        m.data()[i] = 1e8 + random.normal();
        break;  // far from the origin
      case 3:
        m.data()[i] = 1e-160 * random.normal();
        break;  // squares underflow floats
      case 4:
        m.data()[i] = 1e150 * random.normal();
        break;  // squares near the limit
      default:
        m.data()[i] = 1 + 1e-9 * static_cast<double>(random.below(5));
        break;  // all as good as equal
    }
  }
  return m;
}

RC_GTEST_PROP(NearestCentre, IsWhatDoublePrecisionFindsEvenOnTrickyItems, ()) {
  const Index rows = *rc::gen::inRange(1, 60), columns = *rc::gen::inRange(1, 20),
              clusters = *rc::gen::inRange(1, 20);
  const Matrix items =
      tricky_items(rows, columns, *rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange(0, 6));
  Matrix means(clusters, columns);
  for (Index k = 0; k < clusters; ++k)  // midpoints of items: distances tie exactly or almost
    means.row(k) = 0.5 * items.row(*rc::gen::inRange<Index>(0, rows)) +
                   0.5 * items.row(*rc::gen::inRange<Index>(0, rows));

  const auto expected = brute_force::nearest(items, means);
  const Frame frame = frame_of(items, {.threads = 1});
  const auto found = all_nearest<DenseCentres>(DenseRows{items.data(), rows, columns}, means, frame);
  for (Index i = 0; i < rows; ++i) {
    RC_ASSERT(found[i].centre == expected[i]);
    for (Index k = 0; k < clusters; ++k)
      if (k != found[i].centre)
        RC_ASSERT(found[i].next * (1 - 1e-6) <=
                  frame.scale * std::sqrt(kernels::squared_distance(items.row(i).data(), means.row(k).data(),
                                                                    columns)));
  }
}

RC_GTEST_PROP(NearestCentre, SparseRowsHaveTheSameNearestCentresAsDense, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = testing_support::random_counts(40, 30, 0.2, seed);
  const Matrix means = testing_support::random_matrix(7, 30, seed + 1);  // no ties: rounding cannot decide
  const SparseMatrix sparse = testing_support::to_sparse(items);
  const SparseRows rows{sparse.starts.data(), sparse.column_of.data(), sparse.values.data(), 40, 30};
  const auto found = all_nearest<SparseCentres>(rows, means, frame_of(sparse, {.threads = 1}));
  const auto expected = brute_force::nearest(items, means);
  for (Index i = 0; i < 40; ++i) RC_ASSERT(found[i].centre == expected[i]);
}

TEST(Frame, PutsEveryItemWithinOne) {
  const Matrix items = 1e8 + 300 * testing_support::random_matrix(1000, 5, 1).array();
  const Frame frame = frame_of(items, {.threads = 1});
  const double largest = ((items.rowwise() - frame.shift.transpose()) * frame.scale).cwiseAbs().maxCoeff();
  EXPECT_LE(largest, 1.0);
  EXPECT_GT(largest, 0.4);
}

TEST(Frame, NamesAValueThatIsNotFinite) {
  Matrix items = Matrix::Ones(5000, 3);
  items(4321, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT([&] { frame_of(items, {.threads = 1}); }, ThrowsMessage<InvalidInput>(HasSubstr("4322")));
  items(4321, 1) = 1e200;
  EXPECT_THAT([&] { frame_of(items, {.threads = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("divide them all")));
}

}  // namespace
}  // namespace bellwether
