#pragma once
// What a method found, as a dictionary of Python's own values and arrays.

#include <pybind11/pybind11.h>

#include <bellwether/methods/guided.h>
#include <bellwether/methods/method.h>

namespace bellwether::python {

pybind11::dict to_dict(const Outcome& outcome);

/// "checked" or "always". Throws InvalidOption for another word.
Trust trust_by_name(const std::string& name);

}  // namespace bellwether::python
