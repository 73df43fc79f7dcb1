#include <bellwether/mixtures/bessel.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

namespace bellwether {
namespace {

struct Known {
  double order, x, log_value, ratio;
};

// 40-digit values by mpmath 1.3 (besseli), rounded to 18.
const Known known[] = {
    {-0.5, 2, 0.752637804433164344, 0.964027580075816884},
    {0, 1e-06, 2.49999999999984352e-13, 4.99999999999937477e-7},
    {0, 0.5, 0.0615497191854813039, 0.242499612580801945},
    {0, 19, 16.6156044241985605, 0.973318036395157195},
    {0, 21, 18.5649019630633555, 0.975892413886218191},
    {1.5, 3, 1.13123547074460445, 0.48890064032889012},
    {4, 170, 166.466703805766656, 0.973803482309419891},
    {4, 190, 186.415993942489721, 0.976535066507079797},
    {31, 5, -49.4924719687199664, 0.0776678513801006655},
    {31, 25, 4.78211703968174702, 0.345204473506912829},
    {59.5, 400, 391.662949754499777, 0.861029134864755852},
    {60, 180, 166.548443295825803, 0.718257573984533226},
    {299, 0.1, -2304.92600892972186, 0.00016666666205241813},
    {299, 800, 740.455315807723224, 0.693263748153688318},
    {299, 5000, 4985.88415859143635, 0.941886775788138809},
    {4999, 7, -31320.0617861776059, 0.000699999657068922221},
    {4999, 4000, 1160.90554058113852, 0.350787061290578536},
};

TEST(Bessel, AgreesWithFortyDigitValues) {
  for (const auto& k : known) {
    const double size = std::max(1.0, std::abs(k.log_value));
    EXPECT_NEAR(log_bessel_i(k.order, k.x), k.log_value, 1e-14 * size) << k.order << " " << k.x;
    EXPECT_NEAR(bessel_ratio(k.order, k.x), k.ratio, 4e-15 * k.ratio) << k.order << " " << k.x;
  }
}

TEST(Bessel, HalfOrdersHaveTheirClosedForms) {
  for (const double x : {1e-3, 0.7, 5.0, 30.0, 300.0}) {
    const double root = 0.5 * std::log(2 / (std::numbers::pi * x));
    const double log_sinh = x + std::log1p(-std::exp(-2 * x)) - std::log(2.0);
    EXPECT_NEAR(log_bessel_i(0.5, x), root + log_sinh, 1e-14 * std::max(1.0, x));
    EXPECT_NEAR(bessel_ratio(-0.5, x), std::tanh(x), 1e-15);
    EXPECT_NEAR(bessel_ratio(0.5, x), 1 / std::tanh(x) - 1 / x, 1e-12);  // the closed form cancels, not ours
  }
}

RC_GTEST_PROP(Bessel, RatioAndLogarithmAgreeWhereverTheMethodsMeet, ()) {
  const double order = *rc::gen::inRange(-1, 20000) / 2.0;
  const double x = std::exp(*rc::gen::inRange(-500, 1200) / 100.0);
  const double by_logarithms = std::exp(log_bessel_i(order + 1, x) - log_bessel_i(order, x));
  // Where the logarithm is small, it is the difference of terms of this size.
  const double size = std::max({1.0, std::abs(log_bessel_i(order, x)), std::hypot(order, x)});
  const double ratio = bessel_ratio(order, x);
  RC_ASSERT(std::abs(by_logarithms - ratio) <= 4e-15 * size * ratio);
  RC_ASSERT(ratio > 0 && ratio < 1);
}

RC_GTEST_PROP(Concentration, SolvesItsEquation, ()) {
  const int dimensions = *rc::gen::inRange(1, 3000);
  const double length = *rc::gen::inRange(1, 1000) / 1000.0;
  const double kappa = concentration(length, dimensions);
  RC_ASSERT(std::abs(bessel_ratio(0.5 * dimensions - 1, kappa) - length) <= 1e-12);
}

TEST(Concentration, IsZeroForNoDirectionAndFiniteForOne) {
  EXPECT_EQ(concentration(0, 10), 0);
  EXPECT_TRUE(std::isfinite(concentration(1, 10)));
}

TEST(SphereConstant, IsOneOverTheSurfaceWhenUniform) {
  // Circle 2 pi, sphere 4 pi; kappa -> 0.
  EXPECT_NEAR(log_sphere_constant(1e-8, 2), -std::log(2 * std::numbers::pi), 1e-12);
  EXPECT_NEAR(log_sphere_constant(1e-8, 3), -std::log(4 * std::numbers::pi), 1e-12);
  // Sphere in closed form: kappa / (4 pi sinh kappa).
  EXPECT_NEAR(log_sphere_constant(2, 3), std::log(2 / (4 * std::numbers::pi * std::sinh(2.0))), 1e-14);
}

}  // namespace
}  // namespace bellwether
