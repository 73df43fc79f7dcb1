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

RC_GTEST_PROP(Kernels, NarrowShiftsScalesAndMeasures, ()) {
  const Index count = *rc::gen::inRange(1, 70);
  const Matrix pair = random_matrix(2, count, *rc::gen::arbitrary<std::uint32_t>());
  std::vector<float> out(static_cast<std::size_t>(count));
  const double squared = kernels::narrow(pair.row(0).data(), pair.row(1).data(), 0.25, count, out.data());
  for (Index p = 0; p < count; ++p) RC_ASSERT(out[p] == static_cast<float>((pair(0, p) - pair(1, p)) * 0.25));
  const double expected = 0.0625 * (pair.row(0) - pair.row(1)).squaredNorm();
  RC_ASSERT(std::abs(squared - expected) <= 1e-14 * expected);
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
