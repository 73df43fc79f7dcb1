#pragma once
// Clustering and learning, as Python calls them: one function for any method with any knowledge, one for any
// learner, one for tuning by solved collections.

#include <pybind11/pybind11.h>

namespace bellwether::python {

void bind_clustering(pybind11::module_& module);
void bind_learning(pybind11::module_& module);
void bind_tuning(pybind11::module_& module);
void bind_items(pybind11::module_& module);
void bind_model(pybind11::module_& module);

}  // namespace bellwether::python
