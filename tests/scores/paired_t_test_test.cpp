#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/scores/paired_t_test.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(PairedTTest, FindsWhatStudentFoundAboutSleep) {
  // Hours of sleep that two drugs gave to ten patients (Student, 1908).
  const std::vector<double> first{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const std::vector<double> second{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const PairedTTest test = paired_t_test(first, second);
  EXPECT_NEAR(test.mean_difference, -1.58, 1e-14);
  EXPECT_NEAR(test.t, -4.0621276833820361, 1e-13);
  EXPECT_EQ(test.degrees_of_freedom, 9);
  EXPECT_NEAR(test.p, 0.0028328901973842727, 1e-15);
}

TEST(PairedTTest, ChangesOnlyItsSignWhenTheSidesAreExchanged) {
  const std::vector<double> first{0.61, 0.70, 0.55, 0.81}, second{0.60, 0.62, 0.57, 0.71};
  const PairedTTest there = paired_t_test(first, second), back = paired_t_test(second, first);
  EXPECT_EQ(there.t, -back.t);
  EXPECT_EQ(there.p, back.p);
}

TEST(PairedTTest, SeesNoDifferenceBetweenEqualColumns) {
  const std::vector<double> values{0.1, 0.2, 0.3};
  const PairedTTest test = paired_t_test(values, values);
  EXPECT_EQ(test.mean_difference, 0);
  EXPECT_EQ(test.t, 0);
  EXPECT_EQ(test.p, 1);
}

TEST(PairedTTest, IsCertainOfADifferenceThatNeverVaries) {
  const std::vector<double> first(7, 0.1), second(7, 0.4);
  const PairedTTest test = paired_t_test(first, second);
  EXPECT_EQ(test.mean_difference, 0.1 - 0.4);
  EXPECT_EQ(test.t, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(test.p, 0);
}

TEST(PairedTTest, SaysWhatItNeeds) {
  const std::vector<double> one{1}, two{1, 2}, missing{1, std::nan("")};
  EXPECT_THAT([&] { paired_t_test(one, one); },
              ThrowsMessage<InvalidInput>(HasSubstr("at least 2 pairs, but there is 1")));
  EXPECT_THAT([&] { paired_t_test(one, two); },
              ThrowsMessage<InvalidInput>(HasSubstr("1 values on one side and 2")));
  EXPECT_THAT([&] { paired_t_test(two, missing); },
              ThrowsMessage<InvalidInput>(HasSubstr("pair 1 is 2 and nan")));
  EXPECT_THROW(student_two_sided(1, 0), InvalidInput);
  EXPECT_THROW(student_two_sided(std::nan(""), 3), InvalidInput);
}

TEST(StudentTwoSided, HasTwelveDigitsFromOneDegreeOfFreedomToAMillion) {
  // I_x(f/2, 1/2) at x = f/(f + t^2), worked with 40 digits.
  const struct {
    double t, degrees, p;
  } known[] = {
      {1, 1, 0.5},
      {1.7, 1, 0.33850605466066533},
      {2, 2, 0.18350341907227397},
      {0.1, 3, 0.92665234880080582},
      {1e-8, 4, 0.9999999925},
      {12, 5, 7.0894925171615227e-5},
      {0.001, 7, 0.99923001724499884},
      {2.5, 30, 0.018115649068066694},
      {0.7, 49, 0.48723758954983878},
      {40, 100, 2.4621076021400708e-63},
      {3, 200, 0.0030430471139059028},
      {1.96, 1000, 0.050273184955748718},
      {1.96, 1e6, 0.049996067585269791},
      {30, 1e6, 1.2020094233663438e-197},
  };
  for (const auto& [t, degrees, p] : known) {
    EXPECT_NEAR(student_two_sided(t, degrees) / p, 1, 1e-12) << t << " " << degrees;
    EXPECT_EQ(student_two_sided(-t, degrees), student_two_sided(t, degrees));
  }
}

TEST(StudentTwoSided, IsTheArcTangentForOneDegreeOfFreedomAndAnArithmeticOneForTwo) {
  for (double t = 0.01; t < 1000; t *= 1.7) {
    // Cauchy: P = 1 - 2/pi atan(t) = 2/pi atan(1/t);  f = 2: P = 1 - t/sqrt(2 + t^2).
    EXPECT_NEAR(student_two_sided(t, 1), 2 / std::numbers::pi * std::atan(1 / t), 1e-14);
    EXPECT_NEAR(student_two_sided(t, 2), 1 - t / std::sqrt(2 + t * t), 1e-14);
  }
  EXPECT_EQ(student_two_sided(0, 3), 1);
  EXPECT_EQ(student_two_sided(1e300, 3), 0);
}

}  // namespace
}  // namespace bellwether
