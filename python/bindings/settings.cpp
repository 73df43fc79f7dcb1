#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <cmath>

#include <bellwether/methods/learner.h>
#include <bellwether/methods/over_workers.h>
#include <bellwether/runs/other_data.h>

namespace bellwether::python {
namespace {

namespace py = pybind11;

Value to_value(const std::string& name, const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::int_>(value)) return value.cast<std::int64_t>();
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  throw py::type_error(name + " must be a number, a word, True or False");
}

py::object to_object(const Value& value) {
  return std::visit([](const auto& held) -> py::object { return py::cast(held); }, value);
}

py::list describe_options(const std::vector<OptionField>& fields) {
  py::list options;
  for (const OptionField& field : fields) {
    py::dict option;
    option["name"] = field.name;
    option["help"] = field.help;
    option["default"] = to_object(field.get());
    option["range"] = range_in_words(field);
    option["choices"] = field.choices;
    option["automatic"] = field.automatic;
    option["minimum"] = std::isfinite(field.minimum) ? py::cast(field.minimum) : py::none();
    option["maximum"] = std::isfinite(field.maximum) ? py::cast(field.maximum) : py::none();
    options.append(option);
  }
  return options;
}

template <class Row>
py::dict describe_row(const Row& row, const char* kind) {
  py::dict about;
  about["name"] = row.name;
  about["kind"] = kind;
  about["summary"] = row.summary;
  about["citation"] = row.citation;
  about["objective"] = row.objective;
  py::list takes;
  for (const EvidenceKind evidence : row.takes) takes.append(name_of(evidence));
  about["takes"] = takes;
  about["options"] = describe_options(row.options());
  return about;
}

}  // namespace

Settings to_settings(const py::dict& options) {
  Settings settings;
  for (const auto& [name, value] : options) {
    const auto key = name.cast<std::string>();
    settings.emplace_back(key, to_value(key, value));
  }
  return settings;
}

py::dict to_dict(const Settings& settings) {
  py::dict options;
  for (const auto& [name, value] : settings) options[py::str(name)] = to_object(value);
  return options;
}

Trust trust_by_name(const std::string& name) {
  if (name == "always") return Trust::always;
  require<InvalidOption>(name == "checked", "{} is '{}', but must be one of checked, always",
                         setting("trust"), name);
  return Trust::checked;
}

py::list describe_all() {
  py::list all;
  for (const Method& method : searches()) {
    py::dict about = describe_row(method, "method");
    about["refuses_zero_rows"] = method.refuses_zero_rows;
    about["needs_counts"] = method.needs_counts;
    about["distributes"] = distributes(method);
    about["takes_start"] = method.takes_start;
    about["on_device"] = method.on_device;
    about["resident"] = method.resident;
    about["places"] = static_cast<bool>(method.place);
    about["represents"] = can_represent(method);
    all.append(about);
  }
  for (const Learner& learner : representations()) {
    if (!learner.takes.contains(EvidenceKind::known))
      continue;  // no estimator by itself: a way to represent items
    py::dict about = describe_row(learner, "learner");
    about["distributes"] = distributes(learner);
    about["for_directions"] = learner.geometry == Geometry::directions;
    all.append(about);
  }
  return all;
}

}  // namespace bellwether::python
