// Model: what was fitted, kept between calls; its bytes are those of a model file, and a pickle is these.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/running.h>

#include <pybind11/stl.h>

#include <bellwether/models/model.h>

namespace bellwether::python {
namespace {

py::tuple place_items(const Model& model, const py::object& values, bool zeros_to_largest, int threads) {
  const Items items(values);
  std::vector<std::string> notes;
  const ZeroRows zeros = zeros_to_largest ? ZeroRows::largest : ZeroRows::error;
  const Placement placed = beside_python({.threads = threads}, [&](const Run& run) {
    return place_rows(model, items.rows(), zeros, notes, run);
  });
  const py::object probabilities =
      placed.probabilities.empty() ? py::object(py::none()) : py::object(to_array(placed.probabilities));
  return py::make_tuple(to_array(placed.labels), probabilities, placed.objective);
}

py::object measure(const Model& model, const py::object& values, int threads) {
  const Items items(values);
  Dataset moved =
      beside_python({.threads = threads}, [&](const Run& run) { return measured(model, items.rows(), run); });
  return to_python(std::move(moved.values));
}

py::list steps_in_words(const Model& model) {
  py::list steps;
  for (const Step& step : model.vectorizer.steps) steps.append(in_words(step));
  return steps;
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<Model>(module, "Model")
      .def(py::init<>())
      .def_property_readonly("method", [](const Model& model) { return model.method; })
      .def_property_readonly("n_clusters", cluster_count)
      .def_property_readonly("steps", steps_in_words)
      .def("place", place_items, py::arg("items"), py::arg("zeros_to_largest") = false,
           py::arg("threads") = 0)
      .def("measure", measure, py::arg("items"), py::arg("threads") = 0)
      .def("save", [](const Model& model,
                      const std::string& path) { save_model(model, std::filesystem::path(path)); })
      .def_static("load", [](const std::string& path) { return load_model(std::filesystem::path(path)); })
      .def(py::pickle(
          [](const Model& model) { return py::bytes(to_bytes(model)); },
          [](const py::bytes& state) { return model_from_bytes(std::string(state), "the pickled model"); }));
}

}  // namespace bellwether::python
