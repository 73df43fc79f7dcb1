#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include <bellwether/data/error.h>
#include <bellwether/features/images/codebook.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;

/// `count` descriptors whose first byte says whose they are, and the second which.
Descriptors marked(int picture, int count) {
  Descriptors all(static_cast<std::size_t>(count * descriptor_size), 0);
  for (int i = 0; i < count; ++i) {
    all[i * descriptor_size] = static_cast<std::uint8_t>(picture);
    all[static_cast<std::size_t>(i * descriptor_size) + 1] = static_cast<std::uint8_t>(i);
  }
  return all;
}

std::map<int, int> taken_of_each(const Matrix& sample) {
  std::map<int, int> counts;
  for (Index i = 0; i < sample.rows(); ++i) ++counts[static_cast<int>(sample(i, 0))];
  return counts;
}

TEST(DescriptorSample, SpreadsEvenlyOverThePictures) {
  DescriptorSample sample(20, 7);
  sample.add("few", marked(0, 3));
  sample.add("many", marked(1, 200));
  sample.add("none", marked(2, 0));
  sample.add("some", marked(3, 50));
  const auto counts = taken_of_each(sample.take());
  EXPECT_EQ(counts.at(0), 3);
  EXPECT_EQ(counts.at(1) + counts.at(3), 17);
  EXPECT_LE(std::abs(counts.at(1) - counts.at(3)), 1);
}

TEST(DescriptorSample, TakesAllWhenTheyAreFewAndNoneTwice) {
  DescriptorSample sample(1000, 0);
  sample.add("a", marked(0, 100));
  sample.add("b", marked(1, 50));
  const Matrix all = sample.take();
  ASSERT_EQ(all.rows(), 150);
  std::vector<std::pair<double, double>> seen;
  for (Index i = 0; i < 150; ++i) seen.emplace_back(all(i, 0), all(i, 1));
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(DescriptorSample, DependsNeitherOnTheOrderNorOnHowPicturesAreDealtOut) {
  const auto add = [](DescriptorSample& to, int picture) {
    to.add(std::to_string(picture), marked(picture, 5 + 3 * picture));
  };
  DescriptorSample forwards(100, 1), backwards(100, 1), left(100, 1), right(100, 1), other(100, 2);
  for (int picture = 0; picture < 40; ++picture) {
    add(forwards, picture);
    add(backwards, 39 - picture);
    add(picture % 3 == 0 ? left : right, picture);
    add(other, picture);
  }
  left.merge(right);
  const Matrix taken = forwards.take();
  EXPECT_EQ(taken.rows(), 100);
  EXPECT_EQ(backwards.take(), taken);
  EXPECT_EQ(left.take(), taken);
  EXPECT_NE(other.take(), taken);
}

TEST(CountWords, CountsTheNearestWordOfEachDescriptor) {
  Matrix codebook = Matrix::Zero(3, descriptor_size);
  codebook(1, 0) = 100;
  codebook(2, 0) = 200;
  Descriptors descriptors = marked(0, 2);     // nearest to word 0
  const Descriptors bright = marked(190, 3);  // to word 2
  descriptors.insert(descriptors.begin(), bright.begin(), bright.end());
  EXPECT_THAT(count_words(descriptors, codebook), ElementsAre(Pair(0, 2), Pair(2, 3)));
  EXPECT_TRUE(count_words({}, codebook).empty());
}

TEST(LearnCodebook, FindsWordsThatAreApart) {
  Matrix sample = Matrix::Zero(60, descriptor_size);
  for (Index i = 0; i < 60; ++i) {
    sample(i, i % 3) = 200;
    sample(i, 100) = static_cast<double>(i % 2);
  }
  // Three groups and as many words as different descriptors: each is a word of its own.
  Matrix words = learn_codebook(sample, {.words = 6}, {});
  ASSERT_EQ(words.rows(), 6);
  EXPECT_EQ(words.leftCols(3).sum(), 1200);
  EXPECT_EQ(words.col(100).sum(), 3);
}

TEST(LearnCodebook, SaysThatThereAreTooFewDescriptors) {
  const Matrix equal = Matrix::Ones(500, descriptor_size);
  EXPECT_THAT(
      [&] { learn_codebook(equal, {.words = 2}, {}); },
      ThrowsMessage<InvalidOption>(HasSubstr("2 visual words were asked for, but there are fewer different "
                                             "descriptors than that (of 500 in all): ask for fewer words")));
  EXPECT_THAT([&] { learn_codebook(Matrix(0, descriptor_size), {.words = 2}, {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("ask for fewer words, or give more pictures")));
}

TEST(LearnCodebook, ReportsItsRounds) {
  Matrix sample = Matrix::Zero(50, descriptor_size);
  for (Index i = 0; i < 50; ++i) sample(i, i) = 100;
  std::string stage;
  learn_codebook(sample, {.words = 5},
                 {.threads = 1, .on_progress = [&](const Progress& p) { stage = p.stage; }});
  EXPECT_EQ(stage, "learning visual words");
}

}  // namespace
}  // namespace bellwether
