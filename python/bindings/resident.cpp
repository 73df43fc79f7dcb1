// Items that lie on a GPU: arrays of CuPy, PyTorch and others, searched where they are.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/dlpack.h>
#include <python/bindings/finding.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <optional>

#include <bellwether/mixtures/nearest.h>
#include <bellwether/runs/resident.h>

namespace bellwether::python {
namespace {

/// As _device_rows.py has checked them; whoever calls keeps their owner alive.
ResidentRows resident_rows(const py::object& rows) {
  return {reinterpret_cast<const void*>(rows.attr("address").cast<std::uintptr_t>()),
          rows.attr("rows").cast<Index>(), rows.attr("columns").cast<Index>(),
          rows.attr("value_bytes").cast<int>()};
}

/// NaN or infinity, if there is one among the values.
std::optional<double> not_finite_in(const DeviceItems& items) {
  const Extent extent = extent_of(items);
  std::optional<double> found;
  for (const Vector* side : {&extent.least, &extent.most})
    for (const double value : *side)
      if (!std::isfinite(value) && !(found && std::isnan(*found))) found = value;
  return found;
}

/// None: there is no device, which only `auto` puts up with. `failure`: why it could not be done there;
/// `not_finite`: a value that no search takes.
py::object run_resident(const py::object& rows, const std::string& method, const py::dict& options,
                        const py::object& seeds, const py::object& names, const std::string& trust,
                        const py::object& features, int threads, const py::object& callback,
                        const std::string& device_name) {
  const std::shared_ptr<Device> device = device_called(device_name);
  if (device == nullptr) return py::none();
  const ResidentRows resident = resident_rows(rows);
  const std::vector<int> clusters = integers(seeds);
  const ResidentRun asked{.method = method,
                          .settings = to_settings(options),
                          .columns = words(features),
                          .seeds = clusters,
                          .seed_names = words(names),
                          .trust = trust_by_name(trust)};
  std::optional<std::string> failure;
  std::optional<double> not_finite;
  double seconds = 0;
  const Finding finding = beside_python({threads, callback}, [&](const Run& run) {
    const auto begun = std::chrono::steady_clock::now();
    Finding found;
    try {
      DeviceItems items(device, resident);
      not_finite = not_finite_in(items);
      if (!not_finite) found = carry_out(asked, items, run);
    } catch (const DeviceError& error) {
      device->failed(error);
      failure = error.text();
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return found;
  });
  py::dict dict;
  if (failure) {
    dict["failure"] = *failure;
  } else if (not_finite) {
    dict["not_finite"] = *not_finite;
  } else {
    dict = python::to_dict(finding);
    dict["seconds"] = seconds;
    dict["searches_on_device"] = device->searches();
  }
  return dict;
}

/// Some of the rows in this process's memory; None: there is no device.
class Reader {
 public:
  Reader(py::object rows, std::shared_ptr<Device> device)
      : rows_(std::move(rows)), source_(std::move(device), resident_rows(rows_)) {}

  py::array read(Index first, Index count) const {
    require(first >= 0 && count >= 0 && first + count <= source_.rows(), "there are no such rows");
    Matrix values(count, source_.columns());
    {
      const py::gil_scoped_release released;
      source_.read(first, count, values.data());
    }
    return to_array(std::move(values));
  }

 private:
  py::object rows_;  ///< keeps them alive
  ReadResident source_;
};

py::object reader_of(const py::object& rows, const std::string& device_name) {
  std::shared_ptr<Device> device = device_called(device_name);
  if (device == nullptr) return py::none();
  return py::cast(Reader(rows, std::move(device)));
}

}  // namespace

void bind_resident(py::module_& module) {
  py::class_<Reader>(module, "ResidentReader").def("read", &Reader::read, py::arg("first"), py::arg("count"));
  module.def("read_resident", reader_of, py::arg("rows"), py::arg("device"));
  module.def("unpack_dlpack", unpack_dlpack, py::arg("capsule"));
  module.def("run_resident", run_resident, py::arg("rows"), py::arg("method"), py::arg("options"),
             py::kw_only(), py::arg("seeds") = py::none(), py::arg("names") = py::none(),
             py::arg("trust") = "checked", py::arg("features") = py::none(), py::arg("threads") = 0,
             py::arg("callback") = py::none(), py::arg("device") = "cuda");
}

}  // namespace bellwether::python
