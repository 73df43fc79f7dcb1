#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/scores/information.h>
#include <tests/support/labelings.h>

namespace bellwether {
namespace {

using testing_support::two_labelings;

// A few roundings of each term; no sum here has more than a few hundred terms of size 1.
constexpr double tolerance = 1e-13;

RC_GTEST_PROP(Information, ObeysItsIdentities, ()) {
  const auto [found, truth] = *two_labelings(40, 6);
  const Contingency table = cross_tabulate(found, truth);
  RC_ASSERT(std::abs(v_measure(table) - nmi(table)) <= tolerance);
  // I(U;V) = H(V) - H(V|U)
  const double conditional = entropy_bits(table) * std::log(2.0);
  RC_ASSERT(std::abs(mutual_information(table) - (class_entropy(table) - conditional)) <= tolerance);
}

}  // namespace
}  // namespace bellwether
