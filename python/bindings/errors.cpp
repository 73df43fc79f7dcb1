#include <python/bindings/errors.h>

#include <pybind11/functional.h>

#include <string>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether::python {
namespace {

namespace py = pybind11;

/// Names in files may be no UTF-8.
py::str to_str(const std::string& text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

py::list to_list(const std::vector<Setting>& settings) {
  py::list pairs;
  for (const Setting& setting : settings)
    pairs.append(py::make_tuple(to_str(setting.name), to_str(setting.value)));
  return pairs;
}

py::dict where_dict(const Where& where) {
  py::dict dict;
  if (!where.file.empty()) dict["file"] = to_str(where.file);
  if (where.row > 0) dict["row"] = where.row;
  if (!where.column.empty()) dict["column"] = to_str(where.column);
  if (!where.value.empty()) dict["value"] = to_str(where.value);
  return dict;
}

void raise(const py::handle& type, const Error& error) {
  const py::object raised = type(to_str(error.what()));
  raised.attr("text") = to_str(error.text());
  raised.attr("remedies") = to_list(error.remedies());
  raised.attr("where") = where_dict(error.where());
  PyErr_SetObject(type.ptr(), raised.ptr());
}

using PythonSpeller = std::function<std::string(const std::string& name, const std::string& value)>;

std::string spelled(const std::string& text, const PythonSpeller& spell) {
  return in_words(text, [&](const Setting& setting) { return spell(setting.name, setting.value); });
}

}  // namespace

void bind_errors(py::module_& module) {
  static const py::exception<InvalidInput> input(module, "InvalidInput", PyExc_ValueError);
  static const py::exception<NegativeValues> negative(module, "NegativeValues", input);
  static const py::exception<InvalidOption> option(module, "InvalidOption", PyExc_ValueError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InvalidOption& error) {
      raise(option, error);
    } catch (const NegativeValues& error) {
      raise(negative, error);
    } catch (const InvalidInput& error) {
      raise(input, error);
    }
  });
  module.def("in_words", spelled, py::arg("text"), py::arg("spell"));
}

}  // namespace bellwether::python
