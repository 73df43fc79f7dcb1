// The same kernels at every width of vector, whatever this machine's own is: the compiler makes wide vectors
// of narrow ones where it has to. What is left untested here is the choice of instructions, which is its
// business.

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <gtest/gtest.h>

#include <cmath>

#include <bellwether/mixtures/kernels/exponential.h>
#include <bellwether/mixtures/kernels/rows.h>
#include <bellwether/mixtures/kernels/top_two.h>
#include <bellwether/mixtures/kernels/variants.h>
#include <tests/support/data.h>

namespace bellwether::kernels {
namespace {

using testing_support::random_matrix;

template <class Width>
class KernelsAtWidth : public ::testing::Test {};
template <int Bytes>
using Width = std::integral_constant<int, Bytes>;
using Widths = ::testing::Types<Width<16>, Width<32>, Width<64>>;
TYPED_TEST_SUITE(KernelsAtWidth, Widths);

/// Whole numbers, so that single precision is exact.
Matrix whole(Index rows, Index columns, std::uint64_t random_seed) {
  return (3 * random_matrix(rows, columns, random_seed)).array().round();
}

TYPED_TEST(KernelsAtWidth, FindTheBestTwoForAnyNumberOfCentresAndRows) {
  constexpr int bytes = TypeParam::value;
  for (Index clusters = 1; clusters <= 70; ++clusters) {
    const Index columns = 1 + clusters % 7, rows = 1 + clusters % 13;
    const Matrix items = whole(rows, columns, 1), centres = whole(clusters, columns, 2);
    const Vector offsets = -0.5 * centres.rowwise().squaredNorm();
    const FloatBuffer narrow(items.data(), items.data() + items.size());
    std::vector<TopTwo> tops(static_cast<std::size_t>(rows));
    nearest_two_body<bytes>(pack_for_lanes(centres, offsets, bytes / 4), narrow.data(), rows, tops.data(),
                            {});
    const Matrix scores = (items * centres.transpose()).rowwise() + offsets.transpose();
    for (Index i = 0; i < rows; ++i) {
      std::vector<double> sorted(scores.row(i).begin(), scores.row(i).end());
      std::sort(sorted.rbegin(), sorted.rend());
      EXPECT_EQ(static_cast<double>(tops[i].score), sorted[0]);
      EXPECT_EQ(scores(i, tops[i].best), sorted[0]);
      if (clusters == 1) continue;
      EXPECT_EQ(static_cast<double>(tops[i].second), sorted[1]);
    }
  }
}

TYPED_TEST(KernelsAtWidth, MeasureAddAndNarrowRowsOfAnyLength) {
  constexpr int bytes = TypeParam::value;
  for (Index columns = 1; columns <= 70; ++columns) {
    const Matrix rows = whole(5, columns, 3), centres = whole(2, columns, 4);
    const std::vector<int> which{1, 0, -1, 1, 0}, chosen{4, 2};
    std::vector<double> distances(5, 0.0), norms(2);
    squared_distances_body<bytes>(rows.data(), columns, centres.data(), which, distances.data());
    for (Index i = 0; i < 5; ++i)
      EXPECT_EQ(distances[i], which[i] < 0 ? 0.0 : (rows.row(i) - centres.row(which[i])).squaredNorm());

    const std::vector<int> labels{1, 0, 1, 1, 0};
    Matrix sums = centres;
    add_rows_body<bytes>(sums.data(), rows.data(), columns, labels);
    EXPECT_EQ(sums.row(0), centres.row(0) + rows.row(1) + rows.row(4));

    std::vector<float> narrow(static_cast<std::size_t>(2 * columns));
    narrow_rows_body<bytes>(rows.data(), columns, chosen, centres.data(), 0.5, narrow.data(), norms.data());
    EXPECT_EQ(norms[1], 0.25 * (rows.row(2) - centres.row(0)).squaredNorm());
    EXPECT_EQ(static_cast<double>(narrow[columns]), 0.5 * (rows(2, 0) - centres(0, 0)));
    EXPECT_EQ(dot_body<bytes>(rows.data(), centres.data(), columns), rows.row(0).dot(centres.row(0)));
  }
}

TYPED_TEST(KernelsAtWidth, TakeExponentialsOfAnyNumberOfValues) {
  for (Index count = 1; count <= 20; ++count) {
    Matrix values = -10 * random_matrix(1, count, 5).cwiseAbs();
    const Matrix expected = values.array().exp();
    const double sum = exp_shifted_body<TypeParam::value>(values.data(), 0.0, count);
    EXPECT_LE((values - expected).cwiseAbs().maxCoeff(), 4 * 0x1p-52);
    EXPECT_NEAR(sum, expected.sum(), 1e-14 * static_cast<double>(count));
  }
}

/// The order that simd.h states: four running groups of eight, whole groups, the rest.
double sum_in_groups(const Vector& terms) {
  double running[4][8] = {};
  Index p = 0;
  for (; p + 32 <= terms.size(); p += 32)
    for (Index j = 0; j < 32; ++j) running[j / 8][j % 8] += terms[p + j];
  for (; p + 8 <= terms.size(); p += 8)
    for (Index j = 0; j < 8; ++j) running[0][j] += terms[p + j];
  double total = 0;
  for (int j = 0; j < 8; ++j) total += (running[0][j] + running[1][j]) + (running[2][j] + running[3][j]);
  for (; p < terms.size(); ++p) total += terms[p];
  return total;
}

// The library's own functions, compiled for each instruction set that this machine can run.
TEST(KernelVariants, GiveTheBitsOfThePlainSumAtEveryWidth) {
  for (Index columns = 1; columns <= 150; ++columns) {
    const Matrix rows = random_matrix(3, columns, 7), centres = random_matrix(2, columns, 8);
    const Vector differences = (rows.row(0) - centres.row(1)).transpose();
    const Vector squares = differences.cwiseProduct(differences);
    const Vector products = rows.row(0).cwiseProduct(centres.row(1)).transpose();
    for (const Variant& v : variants()) {
      EXPECT_EQ(v.squared_distance(rows.row(0).data(), centres.row(1).data(), columns),
                sum_in_groups(squares))
          << v.bytes << " " << columns;
      EXPECT_EQ(v.dot(rows.row(0).data(), centres.row(1).data(), columns), sum_in_groups(products));
      const std::vector<int> which{1, 0, 1};
      std::vector<double> distances(3);
      v.squared_distances(rows.data(), columns, centres.data(), which, distances.data());
      EXPECT_EQ(distances[0], sum_in_groups(squares));
    }
  }
}

TEST(KernelVariants, TakeExponentialsOfManyRowsWithTheBitsOfOneByOne) {
  const Index count = 7;
  for (Index columns = 1; columns <= 40; ++columns) {
    const Matrix rows = -20 * random_matrix(count, columns, 14).cwiseAbs();
    const Vector shifts = random_matrix(count, 1, 15).cwiseAbs();
    for (const Variant& v : variants()) {
      Matrix together = rows, one_by_one = rows;
      Vector sums(count);
      v.exp_rows(together.data(), shifts.data(), count, columns, sums.data());
      for (Index i = 0; i < count; ++i)
        EXPECT_EQ(variants().front().exp_shifted(one_by_one.row(i).data(), shifts[i], columns), sums[i]);
      EXPECT_EQ(together, one_by_one) << v.bytes << " " << columns;
    }
  }
}

TEST(KernelVariants, MeasureBlocksWithTheSameBitsAtEveryWidth) {
  const Index stride = 64, count = 50;
  for (Index features = 1; features <= 20; ++features) {
    const Matrix block = random_matrix(features, stride, 11), centre = random_matrix(1, features, 12);
    Matrix root = random_matrix(1, features * (features + 1) / 2, 13);
    std::vector<double> room(static_cast<std::size_t>(features * strip));
    std::vector<Matrix> seen;
    for (const Variant& v : variants()) {
      Matrix out = Matrix::Zero(2, stride);
      v.scaled_distances(block.data(), stride, features, count, centre.data(), root.data(), out.data());
      v.whitened_distances(block.data(), stride, features, count, centre.data(), root.data(), room.data(),
                           out.row(1).data());
      seen.push_back(out.leftCols(count));
      EXPECT_EQ(seen.back(), seen.front()) << v.bytes << " " << features;
    }
  }
}

TEST(KernelVariants, AddNarrowAndRaiseWithTheSameBitsAtEveryWidth) {
  const auto all = variants();
  for (Index columns = 1; columns <= 70; ++columns) {
    const Matrix rows = random_matrix(3, columns, 9), shift = random_matrix(1, columns, 10);
    const std::vector<int> which{1, 0, 1}, chosen{2, 0};
    struct Seen {
      Matrix sums, scaled, powers;
      std::vector<float> narrow, scaled_narrow;
      std::vector<double> norms;
      double total = 0;
      bool operator==(const Seen&) const = default;
    };
    std::vector<Seen> seen;
    for (const Variant& v : all) {
      Seen s{shift.replicate(2, 1),        shift,
             -30 * rows.row(0).cwiseAbs(), std::vector<float>(2 * columns),
             std::vector<float>(columns),  std::vector<double>(2)};
      v.add_rows(s.sums.data(), rows.data(), columns, which);
      v.add_scaled(s.scaled.data(), 1.0 / 3, rows.data(), columns);
      v.narrow_rows(rows.data(), columns, chosen, shift.data(), 0.7, s.narrow.data(), s.norms.data());
      v.narrow(rows.data(), 1.0 / 3, columns, s.scaled_narrow.data());
      s.total = v.exp_shifted(s.powers.data(), 0.1, columns);
      seen.push_back(std::move(s));
      EXPECT_TRUE(seen.back() == seen.front()) << v.bytes << " " << columns;
    }
  }
}

}  // namespace
}  // namespace bellwether::kernels
