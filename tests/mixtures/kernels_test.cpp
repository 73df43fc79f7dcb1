#include <bellwether/mixtures/kernels.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_matrix;

RC_GTEST_PROP(Kernels, SumsAgreeWithPlainLoops, ()) {
  const Index count = *rc::gen::inRange(0, 100);
  const Matrix pair = random_matrix(2, std::max<Index>(count, 1), *rc::gen::arbitrary<std::uint32_t>());
  double distance = 0, product = 0, size = 0;
  for (Index p = 0; p < count; ++p) {
    const double difference = pair(0, p) - pair(1, p);
    distance += difference * difference;
    product += pair(0, p) * pair(1, p);
    size += std::abs(pair(0, p) * pair(1, p));
  }
  const double slack = 4 * static_cast<double>(count + 1) * 0x1p-53;  // two sums, each within count roundings
  RC_ASSERT(std::abs(kernels::squared_distance(pair.row(0).data(), pair.row(1).data(), count) - distance) <=
            slack * distance);
  RC_ASSERT(std::abs(kernels::dot(pair.row(0).data(), pair.row(1).data(), count) - product) <= slack * size);

  Matrix into = pair.row(0);
  kernels::add_scaled(into.data(), 0.5, pair.row(1).data(), count);
  for (Index p = 0; p < count; ++p)
    RC_ASSERT(into(0, p) == pair(0, p) + 0.5 * pair(1, p));  // exact: 0.5 x is
}

RC_GTEST_PROP(Kernels, ManyRowsAtOnceGiveTheBitsOfOneByOne, ()) {
  const Index columns = *rc::gen::inRange(1, 40);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix rows = random_matrix(20, columns, seed), centres = random_matrix(3, columns, seed + 1);
  std::vector<int> which;
  for (int i = 0; i < 20; ++i) which.push_back(i % 4 - 1);  // -1: skipped
  std::vector<double> distances(20, -5.0);
  kernels::squared_distances(rows.data(), columns, centres.data(), which, distances.data());
  for (Index i = 0; i < 20; ++i) {
    const double expected =
        which[i] < 0 ? -5.0
                     : kernels::squared_distance(rows.row(i).data(), centres.row(which[i]).data(), columns);
    RC_ASSERT(distances[i] == expected);
  }

  for (auto& w : which) w = std::max(w, 0);
  Matrix sums = centres, expected = centres;
  kernels::add_rows(sums.data(), rows.data(), columns, which);
  for (Index i = 0; i < 20; ++i) expected.row(which[i]) += rows.row(i);
  RC_ASSERT(sums == expected);
}

RC_GTEST_PROP(Kernels, NarrowShiftsScalesAndMeasures, ()) {
  const Index columns = *rc::gen::inRange(1, 70);
  const Matrix rows = random_matrix(4, columns, *rc::gen::arbitrary<std::uint32_t>());
  const std::vector<int> chosen{2, 0};
  std::vector<float> out(static_cast<std::size_t>(2 * columns));
  std::vector<double> squared(2);
  kernels::narrow_rows(rows.data(), columns, chosen, rows.row(3).data(), 0.25, out.data(), squared.data());
  for (Index c = 0; c < 2; ++c) {
    for (Index p = 0; p < columns; ++p)
      RC_ASSERT(out[c * columns + p] == static_cast<float>((rows(chosen[c], p) - rows(3, p)) * 0.25));
    const double expected = 0.0625 * (rows.row(chosen[c]) - rows.row(3)).squaredNorm();
    RC_ASSERT(std::abs(squared[c] - expected) <= 1e-14 * expected);
  }
  kernels::narrow(rows.data(), 3.0, columns, out.data());
  for (Index p = 0; p < columns; ++p) RC_ASSERT(out[p] == static_cast<float>(rows(0, p) * 3.0));
}

RC_GTEST_PROP(Kernels, DistancesInABlockAgreeWithThoseOfItsItems, ()) {
  const Index features = *rc::gen::inRange(1, 40), count = *rc::gen::inRange(1, 70);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Matrix items = random_matrix(count, features, seed);
  const Vector centre = random_matrix(features, 1, seed + 1), scales = random_matrix(features, 1, seed + 2);
  const Index stride = 96;
  Matrix block = Matrix::Zero(features, stride);
  block.leftCols(count) = items.transpose();
  std::vector<double> out(stride), room(static_cast<std::size_t>(features * kernels::strip));
  kernels::scaled_distances(block.data(), stride, features, count, centre.data(), scales.data(), out.data());
  for (Index i = 0; i < count; ++i) {
    const double expected = (items.row(i).transpose() - centre).cwiseProduct(scales).squaredNorm();
    RC_ASSERT(std::abs(out[i] - expected) <= 1e-14 * static_cast<double>(features + 4) * expected);
  }

  Matrix lower = 0.3 * random_matrix(features, features, seed + 3);
  std::vector<double> root;
  for (Index p = 0; p < features; ++p) {
    lower(p, p) = 2 + std::abs(lower(p, p));
    for (Index q = 0; q <= p; ++q) root.push_back(p == q ? 1 / lower(p, p) : lower(p, q));
  }
  kernels::whitened_distances(block.data(), stride, features, count, centre.data(), root.data(), room.data(),
                              out.data());
  for (Index i = 0; i < count; ++i) {
    Vector y = items.row(i).transpose() - centre;
    for (Index p = 0; p < features; ++p) {
      for (Index q = 0; q < p; ++q) y[p] -= lower(p, q) * y[q];
      y[p] /= lower(p, p);
    }
    RC_ASSERT(std::abs(out[i] - y.squaredNorm()) <= 1e-12 * y.squaredNorm());
  }
}

RC_GTEST_PROP(Kernels, ExponentialsAgreeWithTheLibrarysToAFewLastPlaces, ()) {
  const Index count = *rc::gen::inRange(1, 20);
  const double shift = *rc::gen::inRange(-1000, 1000);
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  std::vector<double> values;
  for (Index k = 0; k < count; ++k) values.push_back(shift - 720 * random.uniform() * random.uniform());
  const auto arguments = values;
  const double sum = kernels::exp_shifted(values.data(), shift, count);
  double expected_sum = 0;
  for (Index k = 0; k < count; ++k) {
    const double x = arguments[k] - shift, expected = x > -708 ? std::exp(x) : 0.0;
    RC_ASSERT(std::abs(values[k] - expected) <= 4 * 0x1p-52 * expected);
    expected_sum += expected;
  }
  RC_ASSERT(std::abs(sum - expected_sum) <= 30 * 0x1p-52 * expected_sum);
}

TEST(Kernels, ExponentialsAreExactAtTheEnds) {
  std::vector<double> values{0.0, -1e9, -std::numeric_limits<double>::infinity(), -708.5};
  EXPECT_EQ(kernels::exp_shifted(values.data(), 0.0, 4), 1.0);
  EXPECT_EQ(values, (std::vector<double>{1, 0, 0, 0}));
}

// Small whole numbers: every product and sum is exact in single precision, so the answer must be too.
RC_GTEST_PROP(Kernels, NearestTwoIsExactOnSmallWholeNumbers, ()) {
  const Index rows = *rc::gen::inRange(1, 40), columns = *rc::gen::inRange(1, 40),
              clusters = *rc::gen::inRange(1, 70);
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  Matrix centres(clusters, columns);
  Vector offsets(clusters);
  kernels::FloatBuffer items(static_cast<std::size_t>(rows * columns));
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = static_cast<double>(random.below(21) - 10);
  for (auto& offset : offsets) offset = static_cast<double>(random.below(201) - 100);
  for (auto& value : items) value = static_cast<float>(random.below(21) - 10);

  std::vector<kernels::TopTwo> tops(static_cast<std::size_t>(rows));
  kernels::nearest_two(kernels::pack(centres, offsets), items.data(), rows, tops.data());
  for (Index i = 0; i < rows; ++i) {
    std::vector<double> scores;
    for (Index k = 0; k < clusters; ++k) {
      double score = offsets[k];
      for (Index p = 0; p < columns; ++p)
        score += static_cast<double>(items[i * columns + p]) * centres(k, p);
      scores.push_back(score);
    }
    RC_ASSERT(static_cast<double>(tops[i].score) == scores[tops[i].best]);
    std::sort(scores.rbegin(), scores.rend());
    RC_ASSERT(static_cast<double>(tops[i].score) == scores[0]);
    if (clusters > 1) RC_ASSERT(static_cast<double>(tops[i].second) == scores[1]);
  }
}

}  // namespace
}  // namespace bellwether
