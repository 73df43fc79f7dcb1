#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/features/series.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::TemporaryFolder;
using testing_support::to_sparse;

Matrix values_of(const Dataset& items) {
  return std::get<Matrix>(items.values);
}

/// The sums of the header, one by one.
std::vector<double> slow(const std::vector<double>& x, const FourierOptions& options) {
  std::vector<double> made;
  const auto length = static_cast<double>(x.size());
  for (int f = 0; f < options.coefficients; ++f) {
    double c = 0, s = 0;
    for (std::size_t t = 0; t < x.size(); ++t) {
      const double angle = 2 * std::numbers::pi * f * static_cast<double>(t) / length;
      c += x[t] * std::cos(angle) / length;
      s += x[t] * std::sin(angle) / length;
    }
    if (options.parts == FourierParts::magnitude) {
      made.push_back(std::hypot(c, s));
    } else {
      made.push_back(c);
      if (f > 0) made.push_back(s);
    }
  }
  return made;
}

TEST(Fourier, OfWavesIsTheAnswerWorkedByHand) {
  // 3 + 4 cos(2 pi 2 t/12) + 6 sin(2 pi t/12): a wave of amplitude a has mean square share a/2 on its own
  // term.
  Matrix series(1, 12);
  for (Index t = 0; t < 12; ++t) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(t) / 12;
    series(0, t) = 3 + 4 * std::cos(2 * angle) + 6 * std::sin(angle);
  }
  const Dataset items = fourier({.values = series}, {.coefficients = 4});
  EXPECT_THAT(items.features,
              ElementsAre("channel 0 cos 0", "channel 0 cos 1", "channel 0 sin 1", "channel 0 cos 2",
                          "channel 0 sin 2", "channel 0 cos 3", "channel 0 sin 3"));
  EXPECT_TRUE(values_of(items).isApprox(Matrix{{3, 0, 3, 2, 0, 0, 0}}, 1e-14));
  const Dataset sizes = fourier({.values = series}, {.coefficients = 4, .parts = FourierParts::magnitude});
  EXPECT_TRUE(values_of(sizes).isApprox(Matrix{{3, 3, 2, 0}}, 1e-14));
  EXPECT_EQ(sizes.features[3], "channel 0 magnitude 3");
}

RC_GTEST_PROP(Fourier, IsTheSumsOneByOne, ()) {
  const int length = *rc::gen::inRange(1, 60), channels = *rc::gen::inRange(1, 4);
  FourierOptions options{.coefficients = *rc::gen::inRange(1, length / 2 + 2),
                         .channels = channels,
                         .layout = *rc::gen::element(SeriesLayout::blocks, SeriesLayout::interleaved),
                         .parts = *rc::gen::element(FourierParts::complex, FourierParts::magnitude)};
  const Matrix table = random_matrix(3, length * channels, *rc::gen::arbitrary<std::uint64_t>());
  const Dataset items = fourier({.values = table}, options);
  RC_ASSERT(values_of(fourier({.values = to_sparse(table)}, options)) == values_of(items));
  for (Index i = 0; i < 3; ++i) {
    std::vector<double> expected;
    for (int channel = 0; channel < channels; ++channel) {
      std::vector<double> x;
      for (int t = 0; t < length; ++t)
        x.push_back(
            table(i, options.layout == SeriesLayout::blocks ? channel * length + t : t * channels + channel));
      for (const double number : slow(x, options)) expected.push_back(number);
    }
    RC_ASSERT(items.features.size() == expected.size());
    for (std::size_t j = 0; j < expected.size(); ++j)
      RC_ASSERT(std::abs(values_of(items)(i, static_cast<Index>(j)) - expected[j]) < 1e-12);
  }
}

TEST(Fourier, ByMagnitudeDoesNotSeeAShiftInACircle) {
  const Matrix series = random_matrix(1, 30, 1);
  Matrix shifted(1, 30);
  for (Index t = 0; t < 30; ++t) shifted(0, t) = series(0, (t + 7) % 30);
  const FourierOptions options{.parts = FourierParts::magnitude};
  EXPECT_TRUE(values_of(fourier({.values = series}, options))
                  .isApprox(values_of(fourier({.values = shifted}, options)), 1e-13));
}

TEST(Fourier, KeepsIdsAndLabels) {
  const Dataset items = fourier({random_matrix(2, 20, 1), {"a", "b"}, {}, {"x", "y"}, {"a note"}});
  EXPECT_THAT(items.ids, ElementsAre("a", "b"));
  EXPECT_THAT(items.labels, ElementsAre("x", "y"));
  EXPECT_THAT(items.notes, ElementsAre("a note"));
  EXPECT_EQ(items.rows().columns(), 19);
}

TEST(Fourier, SaysTheWayOut) {
  EXPECT_THAT([] { fourier({.values = Matrix::Zero(2, 10)}); },
              ThrowsMessage<InvalidOption>(
                  HasSubstr("10 moments, which give 6 Fourier coefficients, but 10 were asked "
                            "for: ask for fewer")));
  EXPECT_THAT([] { fourier({.values = Matrix::Zero(2, 10)}, {.channels = 3}); },
              ThrowsMessage<InvalidOption>(HasSubstr("10 columns, which do not divide into 3 channels")));
  EXPECT_THAT([] { fourier({.values = Matrix::Zero(2, 10)}, {.coefficients = 0}); },
              ThrowsMessage<InvalidOption>(HasSubstr("coefficients")));
  EXPECT_THAT([] { fourier({.values = Matrix(2, 0)}, {.coefficients = 1}); },
              ThrowsMessage<InvalidOption>(HasSubstr("0 moments")));
  Matrix missing = Matrix::Zero(2, 10);
  missing(1, 3) = std::nan("");
  EXPECT_THROW(fourier({.values = missing}, {.coefficients = 2}), InvalidInput);
}

TEST(FourierOfFiles, TakesSeriesOfDifferentLengths) {
  const TemporaryFolder folder;
  folder.write("b.csv", "1,10\n2,20\n3,30\n4,40\n");
  folder.write("a.csv", "5,1\n5,2\n5,3\n");
  const Dataset items = fourier_of_files(folder.path(), {.coefficients = 2});
  EXPECT_THAT(items.ids, ElementsAre("a.csv", "b.csv"));
  EXPECT_EQ(items.features[3], "channel 1 cos 0");
  const FourierOptions two{.coefficients = 2};
  std::vector<double> expected = slow({1, 2, 3, 4}, two), second = slow({10, 20, 30, 40}, two);
  expected.insert(expected.end(), second.begin(), second.end());
  const Matrix made = values_of(items);
  for (Index j = 0; j < 6; ++j) EXPECT_NEAR(made(1, j), expected[j], 1e-13);
  EXPECT_NEAR(made(0, 0), 5, 1e-13);
  EXPECT_NEAR(made(0, 3), 2, 1e-13);
}

TEST(FourierOfFiles, NamesTheFileThatDoesNotBelong) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { fourier_of_files(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("no series in it")));
  folder.write("a.csv", "1,2\n3,4\n5,6\n");
  folder.write("b.csv", "1,2,3\n3,4,5\n5,6,7\n");
  EXPECT_THAT([&] { fourier_of_files(folder.path(), {.coefficients = 2}); },
              ThrowsMessage<InvalidInput>(HasSubstr("b.csv has 3 channels, but a.csv has 2")));
  EXPECT_THAT([&] { fourier_of_files(folder.path(), {.coefficients = 3}); },
              ThrowsMessage<InvalidOption>(HasSubstr("a.csv has 3 moments, which give 2")));
  std::stop_source source;
  source.request_stop();
  EXPECT_THAT([&] { fourier_of_files(folder.path(), {}, {.stop = source.get_token()}); },
              ThrowsMessage<Error>(HasSubstr("interrupted")));
}

TEST(Fourier, SurvivesBeingStored) {
  const FourierOptions options{
      .coefficients = 3, .channels = 2, .layout = SeriesLayout::blocks, .parts = FourierParts::magnitude};
  StoredStep step = store(options);
  EXPECT_EQ(step.kind, "fourier");
  const FourierOptions restored = restore_fourier(step);
  EXPECT_EQ(settings_of(restored), settings_of(options));
  step.options[0].second = std::int64_t{-1};
  EXPECT_THAT([&] { restore_fourier(step); }, ThrowsMessage<InvalidInput>(HasSubstr("damaged")));
  step.kind = "hog";
  EXPECT_THAT([&] { restore_fourier(step); }, ThrowsMessage<InvalidInput>(HasSubstr("'hog', not 'fourier'")));
}

}  // namespace
}  // namespace bellwether
