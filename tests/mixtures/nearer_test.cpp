// As kernel_widths_test.cpp: the kernel at every width of vector.

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

#include <gtest/gtest.h>

#include <numeric>

#include <bellwether/mixtures/kernels/nearer.h>
#include <tests/support/data.h>

namespace bellwether::kernels {
namespace {

template <int Bytes>
void expect_scores_above(int count, Index columns) {
  const Matrix items =
      (3 * testing_support::random_matrix(29, columns, 1)).array().round();  // exact in floats
  const Matrix candidates = (3 * testing_support::random_matrix(count, columns, 2)).array().round();
  const Vector offsets = -0.5 * candidates.rowwise().squaredNorm();
  const FloatBuffer narrow(items.data(), items.data() + items.size());
  std::vector<int> which(29);
  std::iota(which.rbegin(), which.rend(), 0);
  const Matrix scores = (items * candidates.transpose()).rowwise() + offsets.transpose();
  std::vector<float> thresholds;
  for (const int i : which) thresholds.push_back(static_cast<float>(scores(i, i % count)));
  std::vector<std::uint16_t> masks(29);
  scores_above_body<Bytes>(pack_candidates(candidates, offsets), narrow.data(), which, thresholds.data(),
                           masks.data());
  for (std::size_t j = 0; j < which.size(); ++j)
    for (int c = 0; c < 16; ++c)
      EXPECT_EQ(masks[j] >> c & 1, c < count && scores(which[j], c) > scores(which[j], which[j] % count));
}

TEST(ScoresAbove, AreFoundAtEveryWidthForAnyNumberOfCandidates) {
  for (int count = 1; count <= most_candidates; ++count)
    for (const Index columns : {1, 5, 16, 33}) {
      expect_scores_above<16>(count, columns);
      expect_scores_above<32>(count, columns);
      expect_scores_above<64>(count, columns);
    }
}

}  // namespace
}  // namespace bellwether::kernels
