#include <bellwether/transforms/pairs.h>

#include <gmock/gmock.h>

#include <set>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(PairsFromLabels, AreAllOfThemIfThereAreFew) {
  const std::vector<int> labels{0, 1, unlabelled, 0, 1};
  const LabelledPairs pairs = pairs_from_labels(labels, 10, 0);
  EXPECT_THAT(pairs.similar, ElementsAre(Pair(0, 3), Pair(1, 4)));
  EXPECT_THAT(pairs.dissimilar, ElementsAre(Pair(0, 1), Pair(0, 4), Pair(1, 3), Pair(3, 4)));
}

TEST(PairsFromLabels, AreDifferentPairsOfTheRightKind) {
  std::vector<int> labels;
  for (int i = 0; i < 300; ++i) labels.push_back(i % 7 == 0 ? unlabelled : i % 4);
  for (const Index most : {5, 1000, 7000, 100'000}) {  // drawn, drawn, shuffled, all
    const LabelledPairs pairs = pairs_from_labels(labels, most, 3);
    const auto right = [&](const std::vector<Link>& links, bool similar) {
      EXPECT_EQ(std::set<Link>(links.begin(), links.end()).size(), links.size());
      EXPECT_LE(static_cast<Index>(links.size()), most);
      for (const auto& [i, j] : links) {
        EXPECT_LT(i, j);
        EXPECT_TRUE(labels[i] != unlabelled && labels[j] != unlabelled &&
                    (labels[i] == labels[j]) == similar);
      }
    };
    right(pairs.similar, true);
    right(pairs.dissimilar, false);
  }
}

TEST(PairsFromLabels, EveryPairHasTheSameChance) {
  // Classes of 8, 4 and 2: 28 + 6 + 1 similar pairs, 32 + 16 + 8 dissimilar ones.
  const std::vector<int> labels{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2};
  std::vector<int> similar(14 * 14, 0), dissimilar(14 * 14, 0);
  const int draws = 7000;
  for (int seed = 0; seed < draws; ++seed) {
    const LabelledPairs pairs = pairs_from_labels(labels, 7, static_cast<std::uint64_t>(seed));
    ASSERT_EQ(pairs.similar.size(), 7);
    ASSERT_EQ(pairs.dissimilar.size(), 7);
    for (const auto& [i, j] : pairs.similar) ++similar[14 * i + j];
    for (const auto& [i, j] : pairs.dissimilar) ++dissimilar[14 * i + j];
  }
  for (int i = 0; i < 14; ++i)
    for (int j = i + 1; j < 14; ++j) {
      // A count with mean m deviates by more than 6 sqrt(m) less than once in 10^8 times.
      const double mean = labels[i] == labels[j] ? draws * 7 / 35.0 : draws * 7 / 56.0;
      const int count = labels[i] == labels[j] ? similar[14 * i + j] : dissimilar[14 * i + j];
      EXPECT_NEAR(count, mean, 6 * std::sqrt(mean)) << i << " " << j;
    }
}

TEST(PairsFromLabels, AreReproducibleAndMayBeNone) {
  const std::vector<int> labels(5000, 3);
  const LabelledPairs once = pairs_from_labels(labels, 20, 9), again = pairs_from_labels(labels, 20, 9);
  EXPECT_EQ(once.similar, again.similar);
  EXPECT_NE(once.similar, pairs_from_labels(labels, 20, 10).similar);
  EXPECT_THAT(once.dissimilar, IsEmpty());
  EXPECT_THAT(pairs_from_labels({}, 20, 9).similar, IsEmpty());
  EXPECT_THROW(pairs_from_labels(labels, 0, 9), InvalidOption);
}

}  // namespace
}  // namespace bellwether
