#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/features/weights.h>
#include <bellwether/tuning/similar.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::to_sparse;

/// Values without ties, in about half of the cells.
Matrix random_values(Index rows, Index columns, Random random) {
  Matrix m = Matrix::Zero(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j)
      if (random.uniform() < 0.5) m(i, j) = 0.1 + 5 * random.uniform();
    m(i, random.below(columns)) = 1 + random.uniform();
  }
  return m;
}

struct Example {
  Matrix items;
  Matrix sorted;
  std::vector<int> classes;  ///< -1: left out; 0, 10, 20, ...
};

Example random_example(Index items, Index sorted, int classes, std::uint64_t seed) {
  Random random(seed);
  Example made{random_values(items, 7, random.split(1)), random_values(sorted, 7, random.split(2)), {}};
  for (Index i = 0; i < sorted; ++i)
    made.classes.push_back(i < classes ? 10 * static_cast<int>(i)
                                       : static_cast<int>(random.below(classes + 1)) * 10 - 10);
  for (int& label : made.classes)
    if (label < 0) label = -1;
  return made;
}

double cosine(const Vector& x, const Vector& y) {
  return x.dot(y) / x.norm() / y.norm();
}

/// Items and sorted ones that have a class, weighted as one collection; the others become zeros.
struct SlowDirections {
  Matrix items, sorted;

  explicit SlowDirections(const Example& e) : items(e.items), sorted(e.sorted) {
    Index kept = e.items.rows();
    Matrix both(e.items.rows() + e.sorted.rows(), e.items.cols());
    both.topRows(kept) = e.items;
    for (Index i = 0; i < e.sorted.rows(); ++i)
      if (e.classes[static_cast<std::size_t>(i)] >= 0) both.row(kept++) = e.sorted.row(i);
    const Weighter weighter = fit_weighter(Rows(both).slice(0, kept), {.kind = Weighting::okapi});
    apply(weighter, items);
    apply(weighter, sorted);
  }

  Vector centroid(const Example& e, int label) const {
    Vector sum = Vector::Zero(items.cols());
    for (Index i = 0; i < sorted.rows(); ++i)
      if (e.classes[static_cast<std::size_t>(i)] == label) sum += sorted.row(i).transpose();
    return sum;
  }
};

/// As the header says it, step by step: each round looks for the pair of the smallest angle that is left.
Sample slow_match(const Example& e, const std::vector<int>& classes) {
  const SlowDirections slow(e);
  const std::size_t items = static_cast<std::size_t>(e.items.rows());
  const std::size_t room = (items + classes.size() - 1) / classes.size();
  std::vector<int> class_of(items, -1), like(items, -1);
  std::vector<bool> taken(e.classes.size());
  for (;;) {
    double largest = -2;
    std::size_t item = 0, chosen = 0;
    for (std::size_t i = 0; i < items; ++i) {
      for (std::size_t k = 0; k < classes.size(); ++k) {
        bool left = false;
        for (std::size_t d = 0; d < taken.size(); ++d) left |= e.classes[d] == classes[k] && !taken[d];
        const auto used = static_cast<std::size_t>(std::ranges::count(class_of, static_cast<int>(k)));
        if (class_of[i] >= 0 || used == room || !left) continue;
        const double c = cosine(slow.items.row(static_cast<Index>(i)), slow.centroid(e, classes[k]));
        if (c > largest) largest = c, item = i, chosen = k;
      }
    }
    if (largest < -1) break;
    class_of[item] = static_cast<int>(chosen);
    double nearest = -2;
    for (std::size_t d = 0; d < taken.size(); ++d) {
      if (e.classes[d] != classes[chosen] || taken[d]) continue;
      const double c =
          cosine(slow.items.row(static_cast<Index>(item)), slow.sorted.row(static_cast<Index>(d)));
      if (c > nearest) nearest = c, like[item] = static_cast<int>(d);
    }
    taken[static_cast<std::size_t>(like[item])] = true;
  }
  Sample sample;
  for (std::size_t i = 0; i < items; ++i) {
    if (like[i] < 0) continue;
    sample.items.push_back(like[i]);
    sample.classes.push_back(class_of[i]);
  }
  return sample;
}

RC_GTEST_PROP(NearestClasses, AreThoseOfTheLargestCosines, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const Example e = random_example(4, 12, 4, seed);
  const SlowDirections slow(e);
  const Vector centre = slow.items.colwise().sum();
  std::vector<std::pair<double, int>> expected;
  for (const int label : {0, 10, 20, 30})
    expected.emplace_back(-cosine(centre, slow.centroid(e, label)), label);
  std::sort(expected.begin(), expected.end());
  const std::vector<int> found = nearest_classes(to_sparse(e.items), {to_sparse(e.sorted), e.classes}, 3);
  RC_ASSERT(found.size() == 3u);
  for (std::size_t n = 0; n < 3; ++n) RC_ASSERT(found[n] == expected[n].second);
}

TEST(NearestClasses, StartWithTheClassThatSharesTheWords) {
  const Matrix items{{3, 1, 0, 0}, {1, 2, 0, 0}};
  const Matrix sorted{{0, 0, 1, 4}, {2, 2, 0, 0}, {0, 1, 1, 0}, {1, 3, 0, 0}, {9, 9, 0, 0}};
  const std::vector<int> classes{8, 5, 6, 5, -1};
  EXPECT_THAT(nearest_classes(items, {sorted, classes}, 3), ElementsAre(5, 6, 8));
  EXPECT_THAT(nearest_classes(Matrix(Matrix::Zero(2, 4)), {sorted, classes}, 2), ElementsAre(5, 6));
}

RC_GTEST_PROP(MatchedSample, IsThatOfTheStepsWrittenOut, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const Example e = random_example(*rc::gen::inRange(1, 9), *rc::gen::inRange(3, 20), 3, seed);
  const std::vector<int> classes{20, 0, 10};
  const Sample expected = slow_match(e, classes);
  const Sample found = matched_sample(e.items, {e.sorted, e.classes}, classes);
  RC_ASSERT(found.items == expected.items);
  RC_ASSERT(found.classes == expected.classes);
  RC_ASSERT(std::set(found.items.begin(), found.items.end()).size() == found.items.size());
}

TEST(MatchedSample, FindsCopiesOfTheItems) {
  const Example e = random_example(30, 5, 5, 3);
  Matrix copies(30, e.items.cols());
  std::vector<int> classes;
  for (Index i = 0; i < 30; ++i) {
    copies.row(29 - i) = e.items.row(i);
    classes.push_back(0);
  }
  const std::vector<int> one{0};
  const Sample sample = matched_sample(e.items, {copies, classes}, one);
  for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(sample.items[i], 29 - static_cast<Index>(i));
}

TEST(MatchedSample, GivesItemsOfZerosWhatIsLeft) {
  const Matrix items{{0, 0}, {1, 0}, {0, 1}};
  const Matrix sorted{{2, 0}, {0, 3}, {1, 1}};
  const std::vector<int> classes{0, 0, 0}, one{0};
  EXPECT_THAT(matched_sample(items, {sorted, classes}, one).items, ElementsAre(2, 0, 1));
}

TEST(MatchedSample, DoesNotShowTheNumberOfThreads) {
  const Example e = random_example(200, 500, 5, 11);
  const std::vector<int> classes{0, 10, 20, 30, 40};
  const Sample one = matched_sample(e.items, {e.sorted, e.classes}, classes, {.threads = 1});
  const Sample four = matched_sample(to_sparse(e.items), {e.sorted, e.classes}, classes, {.threads = 4});
  EXPECT_EQ(one.items, four.items);
  EXPECT_EQ(one.classes, four.classes);
}

RC_GTEST_PROP(RandomSample, HasItsShareOfEveryClassAndNoItemTwice, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const Index size = *rc::gen::inRange(3, 40);
  const Example e = random_example(1, 30, 3, seed);
  const std::vector<int> classes{10, 20, 0};
  const Sample sample = random_sample({e.sorted, e.classes}, classes, size, Random(seed));
  RC_ASSERT(std::set(sample.items.begin(), sample.items.end()).size() == sample.items.size());
  for (int k = 0; k < 3; ++k) {
    const int label = classes[static_cast<std::size_t>(k)];
    RC_ASSERT(std::ranges::count(sample.classes, k) ==
              std::min<Index>(size / 3, std::ranges::count(e.classes, label)));
  }
  for (std::size_t s = 0; s < sample.items.size(); ++s)
    RC_ASSERT(e.classes[static_cast<std::size_t>(sample.items[s])] ==
              classes[static_cast<std::size_t>(sample.classes[s])]);
}

TEST(RandomSample, DependsOnItsDrawsAlone) {
  const Example e = random_example(1, 200, 2, 5);
  const std::vector<int> classes{0, 10};
  const auto draw = [&](std::uint64_t seed) {
    return random_sample({e.sorted, e.classes}, classes, 40, Random(seed)).items;
  };
  EXPECT_EQ(draw(1), draw(1));
  EXPECT_NE(draw(1), draw(2));
}

TEST(Similar, SaysWhatIsMissing) {
  const Matrix items{{1, 2}}, sorted{{1, 0}, {0, 1}};
  const std::vector<int> classes{0, 1}, none{-1, -1}, odd{0, -3}, asked{0, 7}, twice{0, 0};
  EXPECT_THAT(
      [&] {
        nearest_classes(items, {sorted, classes}, 3);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("3 similar classes were asked for, but only 2")));
  EXPECT_THAT(
      [&] {
        nearest_classes(items, {sorted, none}, 1);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("only 0")));
  EXPECT_THAT(
      [&] {
        nearest_classes(items, {sorted, odd}, 1);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("sorted item 1 has class -3")));
  EXPECT_THAT(
      [&] {
        nearest_classes(Matrix{{1, 2, 3}}, {sorted, classes}, 1);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("3 features, but the sorted ones 2")));
  EXPECT_THAT(
      [&] {
        matched_sample(items, {sorted, classes}, asked);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("no sorted item is of class 7")));
  EXPECT_THAT(
      [&] {
        random_sample({sorted, classes}, twice, 9, Random(1));
      },
      ThrowsMessage<InvalidInput>(HasSubstr("class 0 is to be sampled twice")));
  EXPECT_THAT(
      [&] {
        random_sample({sorted, classes}, classes, 1, Random(1));
      },
      ThrowsMessage<InvalidOption>(HasSubstr("a sample of 1 items")));
}

}  // namespace
}  // namespace bellwether
