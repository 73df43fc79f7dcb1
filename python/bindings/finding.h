#pragma once
// What came of a run, as a dictionary of Python's own values and arrays.

#include <pybind11/pybind11.h>

#include <bellwether/runs/lesson.h>

namespace bellwether::python {

pybind11::dict to_dict(const Finding& finding);

pybind11::dict to_dict(const KChoice& choice);

/// From evidence of these kinds.
pybind11::dict to_dict(const MapLesson& lesson, EvidenceKinds kinds);

}  // namespace bellwether::python
