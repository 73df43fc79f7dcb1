#pragma once
// Options as Python's own values, and the table of methods as plain dictionaries.

#include <pybind11/pybind11.h>

#include <bellwether/engine/options.h>
#include <bellwether/methods/method.h>
#include <bellwether/runs/trust.h>

namespace bellwether::python {

/// Throws a TypeError for what is neither a bool, a number nor text.
Settings to_settings(const pybind11::dict& options);
pybind11::dict to_dict(const Settings& settings);
/// Throws InvalidOption for another name than "checked" and "always".
Trust trust_by_name(const std::string& name);

/// Everything that the table of methods and the table of learners say, for whoever makes classes of it.
pybind11::list describe_all();

}  // namespace bellwether::python
