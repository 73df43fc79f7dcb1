#pragma once
// The parts of the compiled half, each bound by its own file.

#include <pybind11/pybind11.h>

namespace bellwether::python {

void bind_given(pybind11::module_& module);       ///< Evidence and Wishes
void bind_clustering(pybind11::module_& module);  ///< the pipeline
void bind_asking(pybind11::module_& module);      ///< questions and answers
void bind_items(pybind11::module_& module);
void bind_model(pybind11::module_& module);
void bind_parts(pybind11::module_& module);     ///< items that workers hold
void bind_resident(pybind11::module_& module);  ///< items that lie on a GPU

}  // namespace bellwether::python
