#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/features/images/hog.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::to_sparse;

Picture random_picture(int width, int height, std::uint64_t random_seed) {
  Random random(random_seed);
  Picture picture{width, height, {}};
  for (int i = 0; i < width * height; ++i) picture.grey.push_back(static_cast<float>(255 * random.uniform()));
  return picture;
}

/// The formulas of the header, cell by cell and block by block, with no regard to time.
class Slow {
 public:
  Slow(const Picture& picture, const HogOptions& options)
      : picture_(picture),
        o_(options),
        rows_(picture.height / options.cell),
        columns_(picture.width / options.cell) {}

  std::vector<double> features() const {
    std::vector<double> all;
    for (int r = 0; r < rows_; ++r)
      for (int c = 0; c < columns_; ++c) add_cell(r, c, all);
    return all;
  }

 private:
  double grey(int x, int y) const {
    x = std::max(0, std::min(x, picture_.width - 1));
    y = std::max(0, std::min(y, picture_.height - 1));
    return picture_.grey[y * picture_.width + x];
  }
  /// 1 - distance in cells, where a pixel outside of the outermost centres counts as lying on them.
  double weight(int pixel, int cell, int cells) const {
    const double place = std::clamp((pixel + 0.5) / o_.cell - 0.5, 0.0, cells - 1.0);
    return std::max(0.0, 1 - std::abs(place - cell));
  }
  int bin(double gx, double gy) const {
    int best = 0;
    double most = -1e300;
    for (int o = 0; o < 2 * o_.orientations; ++o) {
      const double angle = o * std::numbers::pi / o_.orientations;
      const double along = gx * std::cos(angle) + gy * std::sin(angle);
      if (along > most) most = along, best = o;
    }
    return best;
  }
  double h(int r, int c, int o) const {
    double sum = 0;
    for (int y = 0; y < rows_ * o_.cell; ++y) {
      for (int x = 0; x < columns_ * o_.cell; ++x) {
        const double gx = grey(x + 1, y) - grey(x - 1, y), gy = grey(x, y + 1) - grey(x, y - 1);
        if (bin(gx, gy) == o) sum += std::hypot(gx, gy) * weight(y, r, rows_) * weight(x, c, columns_);
      }
    }
    return sum;
  }
  double e(int r, int c) const {
    r = std::max(0, std::min(r, rows_ - 1));
    c = std::max(0, std::min(c, columns_ - 1));
    double sum = 0;
    for (int o = 0; o < o_.orientations; ++o) sum += std::pow(h(r, c, o) + h(r, c, o + o_.orientations), 2);
    return sum;
  }
  void add_cell(int r, int c, std::vector<double>& all) const {
    const int count = o_.orientations;
    std::vector<double> n, own;
    for (const int up : {-1, 0})
      for (const int left : {-1, 0})
        n.push_back(1 / std::sqrt(1e-4 + e(r + up, c + left) + e(r + up, c + left + 1) +
                                  e(r + up + 1, c + left) + e(r + up + 1, c + left + 1)));
    for (int o = 0; o < 2 * count; ++o) own.push_back(h(r, c, o));
    const auto truncated = [](double value) { return value > 0.2 ? 0.2 : value; };
    for (int o = 0; o < 2 * count; ++o)
      all.push_back((truncated(own[o] * n[0]) + truncated(own[o] * n[1]) + truncated(own[o] * n[2]) +
                     truncated(own[o] * n[3])) /
                    2);
    for (int o = 0; o < count; ++o) {
      double sum = 0;
      for (const double norm : n) sum += truncated((own[o] + own[o + count]) * norm);
      all.push_back(sum / 2);
    }
    for (const double norm : n) {
      double sum = 0;
      for (const double value : own) sum += truncated(value * norm);
      all.push_back(sum / std::sqrt(2.0 * count));
    }
  }

  const Picture& picture_;
  HogOptions o_;
  int rows_, columns_;
};

/// 4 x 4 pixels, the second half of the columns (or rows) bright.
Picture edge(bool vertical, float before, float after) {
  Picture picture{4, 4, {}};
  for (int i = 0; i < 16; ++i) picture.grey.push_back((vertical ? i % 4 : i / 4) < 2 ? before : after);
  return picture;
}

// Two columns of gradient 100 give each of the 2 x 2 cells 2 x 100, whatever the sharing; every block has
// energy 4 x 200^2, its norm is 1/400, and 200/400 is truncated to 0.2: 1/2 x 4 x 0.2 = 0.4.
void expect_one_direction(const Picture& picture, int signed_bin, int orientations) {
  const std::vector<double> numbers = hog(picture, {.cell = 2, .orientations = orientations});
  const int per_cell = 3 * orientations + 4;
  ASSERT_EQ(numbers.size(), static_cast<std::size_t>(4 * per_cell));
  for (int i = 0; i < 4 * per_cell; ++i) {
    const int o = i % per_cell;
    const bool hit = o == signed_bin || o == 2 * orientations + signed_bin % orientations;
    const double texture = 0.2 / std::sqrt(2.0 * orientations);
    EXPECT_NEAR(numbers[i], o >= 3 * orientations ? texture : hit ? 0.4 : 0.0, 1e-12) << o;
  }
}

TEST(Hog, OfAVerticalEdgeIsTheAnswerWorkedByHand) {
  expect_one_direction(edge(true, 0, 100), 0, 9);
  expect_one_direction(edge(true, 100, 0), 9, 9);
}

TEST(Hog, OfAHorizontalEdgeIsTheAnswerWorkedByHand) {
  expect_one_direction(edge(false, 0, 100), 1, 2);
  expect_one_direction(edge(false, 100, 0), 3, 2);
  // Straight down is halfway between the fifth and the sixth of nine directions; opposite gradients agree.
  expect_one_direction(edge(false, 0, 100), 5, 9);
  expect_one_direction(edge(false, 100, 0), 14, 9);
}

RC_GTEST_PROP(Hog, IsWhatTheSlowFormulasGive, ()) {
  const HogOptions options{.cell = *rc::gen::inRange(1, 5), .orientations = *rc::gen::inRange(1, 10)};
  // One column or row alone has gradients that are halfway between two directions.
  const int least = std::max(2, options.cell);
  const int width = *rc::gen::inRange(least, 12), height = *rc::gen::inRange(least, 12);
  const Picture picture = random_picture(width, height, *rc::gen::arbitrary<std::uint64_t>());
  const auto fast = hog(picture, options), slow = Slow(picture, options).features();
  RC_ASSERT(fast.size() == slow.size());
  RC_ASSERT(fast.size() == hog_names(width, height, options).size());
  for (std::size_t i = 0; i < fast.size(); ++i) RC_ASSERT(std::abs(fast[i] - slow[i]) < 1e-10);
}

TEST(Hog, HasTheSizesThatThePapersHave) {
  const HogOptions two{.cell = 2};
  EXPECT_EQ(hog_size(16, 16, two), 1984);
  EXPECT_EQ(hog_size(8, 8, two), 496);
  EXPECT_EQ(hog_size(20, 16, two), 2480);
  EXPECT_EQ(hog_size(28, 28, two), 6076);
  EXPECT_EQ(hog(random_picture(20, 16, 1), two).size(), 2480U);
  EXPECT_EQ(hog_size(19, 11, {.cell = 8}), 2 * 1 * 31);
}

TEST(Hog, DoesNotSeeThatAllIsBrighter) {
  Picture picture = random_picture(16, 16, 3);
  for (float& grey : picture.grey) grey = std::round(grey / 4);
  const auto before = hog(picture, {.cell = 4});
  for (float& grey : picture.grey) grey += 100;
  EXPECT_EQ(hog(picture, {.cell = 4}),
            before);  // whole numbers: the differences are the same to the last bit
}

TEST(Hog, HardlySeesMoreContrast) {
  Picture picture = random_picture(16, 16, 3);
  const auto before = hog(picture, {.cell = 4});
  for (float& grey : picture.grey) grey *= 2;
  const auto after = hog(picture, {.cell = 4});
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-6);
}

TEST(Hog, OfAnEvenPictureIsZero) {
  const std::vector<double> numbers = hog({6, 6, std::vector<float>(36, 9)}, {.cell = 3});
  EXPECT_EQ(numbers, std::vector<double>(4 * 31, 0));
}

TEST(Hog, NamesItsNumbers) {
  const auto names = hog_names(16, 8, {});
  EXPECT_EQ(names.size(), 62U);
  EXPECT_EQ(names[0], "cell 0 0 signed 0");
  EXPECT_EQ(names[31 + 18], "cell 0 1 unsigned 0");
  EXPECT_EQ(names[61], "cell 0 1 texture 3");
}

TEST(Hog, SaysWhenACellDoesNotFit) {
  EXPECT_THAT(
      [] { hog(random_picture(5, 20, 1), {}); },
      ThrowsMessage<InvalidOption>(HasSubstr("cells of 8 pixels do not fit into a picture of 5 x 20")));
}

TEST(HogOfRows, TakesEachRowForAPicture) {
  const HogOptions options{.cell = 2, .width = 6, .height = 4};
  Matrix pixels(3, 24);
  for (Index i = 0; i < 3; ++i) {
    const Picture picture = random_picture(6, 4, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < 24; ++j) pixels(i, j) = picture.grey[j];
  }
  const Matrix made = hog_of_rows(pixels, options);
  ASSERT_EQ(made.rows(), 3);
  for (Index i = 0; i < 3; ++i) {
    const auto one = hog(random_picture(6, 4, static_cast<std::uint64_t>(i)), options);
    EXPECT_EQ(std::vector<double>(made.row(i).data(), made.row(i).data() + made.cols()), one);
  }
  EXPECT_EQ(hog_of_rows(to_sparse(pixels), options), made);
  EXPECT_EQ(hog_of_rows(Matrix(0, 24), options).rows(), 0);
}

TEST(HogOfRows, DoesNotDependOnThreads) {
  const Matrix pixels = random_matrix(2500, 16, 1);
  const HogOptions options{.cell = 2, .width = 4, .height = 4};
  EXPECT_EQ(hog_of_rows(pixels, options, {.threads = 1}), hog_of_rows(pixels, options, {.threads = 3}));
}

TEST(HogOfRows, SaysWhatToDoAboutOtherSizes) {
  EXPECT_THAT(
      [] { hog_of_rows(Matrix(Matrix::Zero(2, 256)), {}); },
      ThrowsMessage<InvalidOption>(HasSubstr("256 columns, but a picture of 64 x 64 has 4096 pixels: set "
                                             "width and height")));
  EXPECT_THAT([] { hog_of_rows(Matrix(2, 0), {.width = 0, .height = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("set width and height")));
}

TEST(HogOfRows, RefusesWhatIsNoNumber) {
  Matrix pixels = Matrix::Zero(3, 16);
  const HogOptions options{.cell = 2, .width = 4, .height = 4};
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
    pixels(1, 5) = bad;
    EXPECT_THAT([&] { hog_of_rows(pixels, options); }, ThrowsMessage<InvalidInput>(HasSubstr("row 1 has")));
  }
}

}  // namespace
}  // namespace bellwether
