#pragma once
// One numeric option over a range of values, from which solved collections choose.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/methods/method.h>

namespace bellwether {

struct Strap {
  std::string option = {};
  std::vector<double> values = {};  ///< rising; the default is always among them
  std::size_t untuned = 0;          ///< which of them is the default
};

/// From "alpha=0.1:1.0:0.1" (first, last, step) or "alpha=0.1,0.5,1"; empty: the order alpha of a method that
/// has one, 0.1 to 1. Throws InvalidOption if the method has no such option, if it is no number, or if
/// `settings` set it.
Strap plan_strap(const Method& method, const Settings& settings, std::string_view spec);

/// As plan_strap() reads it.
std::string to_text(const Strap& strap);

/// The settings with the option at the value, and so many clusters.
Settings settings_at(const Strap& strap, double value, Settings settings, int clusters);

}  // namespace bellwether
