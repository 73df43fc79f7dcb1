#include <python/bindings/arrays.h>
#include <python/bindings/outcome.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <bellwether/data/error.h>

namespace bellwether::python {
namespace {

py::list to_list(const Tree& tree) {
  py::list nodes;
  for (const TreeNode& node : tree) {
    py::dict about;
    about["parent"] = node.parent;
    about["children"] = node.leaf() ? py::tuple() : py::make_tuple(node.children[0], node.children[1]);
    about["cluster"] = node.cluster;
    about["items"] = node.items;
    about["dimensions"] = node.dimensions;
    about["information"] = node.information;
    nodes.append(about);
  }
  return nodes;
}

}  // namespace

py::dict to_dict(const Outcome& outcome) {
  const Clustering& found = outcome.clustering;
  py::dict dict;
  dict["labels"] = to_array(found.labels);
  dict["clusters"] = found.clusters;
  if (!found.probabilities.empty()) dict["probabilities"] = to_array(found.probabilities);
  dict["objective_name"] = found.objective.name;
  dict["maximise"] = found.objective.goal == Goal::maximise;
  dict["objective"] = found.objective.value;
  dict["trace"] = to_array(found.objective.trace);
  dict["iterations"] = found.iterations;
  dict["converged"] = found.converged;
  dict["stopped"] = found.stopped;
  dict["restart"] = found.restart;
  dict["options"] = to_dict(outcome.options);
  py::dict parameters;
  for (const auto& [name, table] : outcome.parameters) parameters[py::str(name)] = to_array(table);
  dict["parameters"] = parameters;
  if (!outcome.features.labels.empty()) {
    dict["feature_labels"] = to_array(outcome.features.labels);
    dict["feature_weights"] = to_array(outcome.features.weights);
  }
  py::list auxiliary;
  for (const auto& labels : outcome.auxiliary) auxiliary.append(to_array(labels));
  if (!auxiliary.empty()) dict["auxiliary_labels"] = auxiliary;
  if (!outcome.tree.empty()) dict["tree"] = to_list(outcome.tree);
  return dict;
}

py::dict to_dict(const CheckFigures& check) {
  const auto figure = [&](double value) -> py::object {
    return check.possible ? py::object(py::float_(value)) : py::object(py::none());
  };
  py::dict dict;
  dict["asked"] = check.asked;
  dict["possible"] = check.possible;
  dict["used"] = check.used;
  dict["with"] = figure(check.with);
  dict["without"] = figure(check.without);
  dict["error"] = figure(check.error);
  dict["measure"] = check.measure;
  return dict;
}

Trust trust_by_name(const std::string& name) {
  if (name == "always") return Trust::always;
  require<InvalidOption>(name == "checked", "trust is '{}', but must be one of checked, always", name);
  return Trust::checked;
}

}  // namespace bellwether::python
