#pragma once
// What a method found, as a dictionary of Python's own values and arrays.

#include <pybind11/pybind11.h>

#include <bellwether/methods/guided.h>
#include <bellwether/methods/method.h>

namespace bellwether::python {

pybind11::dict to_dict(const Outcome& outcome);

/// What was found on knowledge held back, with the rest of it and without, if that was possible.
struct CheckFigures {
  bool asked = false, possible = false, used = true;
  double with = 0, without = 0, error = 0;
  const char* measure = "";  ///< what `with` and `without` are
};
pybind11::dict to_dict(const CheckFigures& check);

/// "checked" or "always". Throws InvalidOption for another word.
Trust trust_by_name(const std::string& name);

}  // namespace bellwether::python
