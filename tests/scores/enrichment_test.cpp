#include <bellwether/scores/enrichment.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pointwise;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

using Sets = std::vector<std::vector<std::size_t>>;

constexpr double rounding = 1e-12;  ///< log-gammas of small numbers have an error of a few epsilon

TEST(Enrichment, TheTailOfAWorkedExample) {
  // Of 10 items 4 have it; of 5 drawn, 3 or 4: (C(4,3) C(6,2) + C(4,4) C(6,1)) / C(10,5) = (60 + 6) / 252.
  EXPECT_NEAR(hypergeometric_tail(3, 4, 5, 10), 66.0 / 252, rounding);
  EXPECT_NEAR(hypergeometric_tail(4, 4, 5, 10), 6.0 / 252, rounding);
}

TEST(Enrichment, TheTailIsTheShareOfAllDraws) {
  for (int all = 1; all <= 9; ++all)
    for (int drawn = 0; drawn <= all; ++drawn)
      for (int marked = 0; marked <= all; ++marked)
        for (int inside = 0; inside <= all + 1; ++inside) {
          double draws = 0, as_many = 0;
          for (unsigned set = 0; set < 1U << all; ++set) {
            if (std::popcount(set) != drawn) continue;
            ++draws;
            if (std::popcount(set & ((1U << marked) - 1)) >= inside) ++as_many;
          }
          EXPECT_NEAR(hypergeometric_tail(inside, marked, drawn, all), as_many / draws, rounding)
              << inside << " of " << marked << ", " << drawn << " of " << all;
        }
}

TEST(Enrichment, WhatMustBeSoIsNoSurprise) {
  EXPECT_EQ(hypergeometric_tail(0, 4, 5, 10), 1);
  EXPECT_EQ(hypergeometric_tail(5, 10, 5, 10), 1) << "all items have it";
  EXPECT_EQ(hypergeometric_tail(4, 4, 10, 10), 1) << "all items are drawn";
  EXPECT_EQ(hypergeometric_tail(2, 7, 5, 10), 1) << "only three have it not";
}

TEST(Enrichment, FarTailsKeepTheirDigits) {
  // All 50 that have it are among 100 of 1000: C(950, 50) / C(1000, 100) = 100! 950! / (50! 1000!).
  double log_p = 0;
  for (int i = 0; i < 50; ++i) log_p += std::log((100.0 - i) / (1000.0 - i));
  EXPECT_NEAR(std::log(hypergeometric_tail(50, 50, 100, 1000)), log_p, 1e-9);
  EXPECT_NEAR(hypergeometric_tail(1, 50'000, 60'000, 1'000'000), 1, 1e-6) << "a sum of many terms";
}

TEST(Enrichment, BenjaminiAndHochbergAdjustAsByHand) {
  // Sorted .01 .02 .03 .5, times 4/1, 4/2, 4/3, 4/4: .04 .04 .04 .5.
  EXPECT_THAT(benjamini_hochberg(std::vector{0.5, 0.01, 0.03, 0.02}),
              Pointwise(DoubleNear(rounding), {0.5, 0.04, 0.04, 0.04}));
  // .001 .04 .9: .003, .06, .9.
  EXPECT_THAT(benjamini_hochberg(std::vector{0.04, 0.9, 0.001}),
              Pointwise(DoubleNear(rounding), {0.06, 0.9, 0.003}));
  EXPECT_THAT(benjamini_hochberg(std::vector{1.0, 1.0}), ElementsAre(1, 1));
  EXPECT_THAT(benjamini_hochberg({}), IsEmpty());
}

TEST(Enrichment, TheCategoryOfAClusterIsFoundAndThatOfAllIsNot) {
  std::vector<int> labels;
  Sets of_items;
  for (int i = 0; i < 30; ++i) {
    labels.push_back(i / 10);
    of_items.push_back(i < 10 ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{1});
  }
  const auto found = enriched_categories(labels, 4, of_items, 3);
  ASSERT_THAT(found, SizeIs(4)) << "a cluster without items is none that is tested";
  ASSERT_THAT(found[0], SizeIs(1));
  EXPECT_EQ(found[0][0].category, 0U);
  EXPECT_EQ(found[0][0].inside, 10);
  EXPECT_EQ(found[0][0].in_all, 10);
  EXPECT_NEAR(found[0][0].p, hypergeometric_tail(10, 10, 10, 30), rounding);
  // Six tests: three clusters with items and two categories with items.
  EXPECT_NEAR(found[0][0].adjusted / found[0][0].p, 6, 1e-9);
  EXPECT_THAT(found[1], IsEmpty());
  EXPECT_THAT(found[2], IsEmpty());
}

TEST(Enrichment, TheStrongestComeFirstAndNoMoreThanAskedFor) {
  std::vector<int> labels;
  Sets of_items;
  for (int i = 0; i < 60; ++i) {
    labels.push_back(i < 30 ? 0 : 1);
    auto& categories = of_items.emplace_back();
    for (std::size_t c = 0; c < 8; ++c)
      if (i < 30 - static_cast<int>(c)) categories.push_back(c);
  }
  const auto found = enriched_categories(labels, 2, of_items, 8, {.most = 3});
  ASSERT_THAT(found[0], SizeIs(3));
  for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(found[0][c].category, c);
  EXPECT_THAT(found[1], IsEmpty());
}

TEST(Enrichment, OfCategoriesByChanceHardlyAnyIsFound) {
  Random random(1);
  int found = 0;
  for (int run = 0; run < 40; ++run) {
    std::vector<int> labels;
    Sets of_items;
    for (int i = 0; i < 200; ++i) {
      labels.push_back(static_cast<int>(random.below(5)));
      auto& categories = of_items.emplace_back();
      for (std::size_t c = 0; c < 20; ++c)
        if (random.uniform() < 0.3) categories.push_back(c);
    }
    for (const auto& of_cluster : enriched_categories(labels, 5, of_items, 20))
      if (!of_cluster.empty()) ++found;
  }
  EXPECT_LE(found, 6) << "at a level of 0.05 about 2 of 40 runs have one";
}

TEST(Enrichment, SaysWhatCannotBe) {
  EXPECT_THAT([] { hypergeometric_tail(1, 11, 5, 10); },
              ThrowsMessage<InvalidInput>(HasSubstr("of 10 items, 11 with the category")));
  EXPECT_THAT([] { enriched_categories(std::vector<int>{0}, 1, Sets{}, 0); },
              ThrowsMessage<InvalidInput>(HasSubstr("clusters of 1 items, and categories of 0")));
}

}  // namespace
}  // namespace bellwether
