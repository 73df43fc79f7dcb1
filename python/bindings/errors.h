#pragma once
// The library's errors as Python's, with their parts.

#include <pybind11/pybind11.h>

namespace bellwether::python {

/// InvalidInput and InvalidOption, both ValueErrors, because both are about what the caller gave. Beside its
/// message an exception has `text`, in which settings are marked for in_words(), `remedies` and `where`.
void bind_errors(pybind11::module_& module);

}  // namespace bellwether::python
