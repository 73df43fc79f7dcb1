// The compiled half of the package: plain functions over arrays. What a user sees is in python/bellwether.

#include <python/bindings/clustering.h>
#include <python/bindings/settings.h>

#include <bellwether/data/error.h>

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace bellwether;
  module.attr("version") = BELLWETHER_VERSION;
  // Both are about what the caller gave, so both are ValueErrors.
  py::register_exception<InvalidInput>(module, "InvalidInput", PyExc_ValueError);
  py::register_exception<InvalidOption>(module, "InvalidOption", PyExc_ValueError);
  python::bind_model(module);
  python::bind_clustering(module);
  python::bind_learning(module);
  python::bind_tuning(module);
  python::bind_items(module);
  module.def("describe", python::describe_all);
}
