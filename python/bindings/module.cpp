// The compiled half of the package: plain functions over arrays. What a user sees is in python/bellwether.

#include <python/bindings/clustering.h>
#include <python/bindings/errors.h>
#include <python/bindings/settings.h>

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace bellwether;
  module.attr("version") = BELLWETHER_VERSION;
  python::bind_errors(module);
  python::bind_model(module);
  python::bind_parts(module);
  python::bind_resident(module);
  python::bind_given(module);
  python::bind_clustering(module);
  python::bind_asking(module);
  python::bind_items(module);
  module.def("describe", python::describe_all);
}
