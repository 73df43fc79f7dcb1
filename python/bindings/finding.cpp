#include <python/bindings/arrays.h>
#include <python/bindings/finding.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <bellwether/models/model.h>
#include <bellwether/runs/other_data.h>

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
  py::dict figures;
  for (const auto& [name, value] : found.figures) figures[py::str(name)] = value;
  dict["figures"] = figures;
  dict["iterations"] = found.iterations;
  dict["converged"] = found.converged;
  dict["stopped"] = found.stopped;
  dict["restart"] = found.restart;
  dict["options"] = python::to_dict(outcome.options);
  py::dict parameters;
  for (const auto& [name, table] : outcome.parameters) parameters[py::str(name)] = to_array(table);
  dict["parameters"] = parameters;
  if (!outcome.tree.empty()) dict["tree"] = to_list(outcome.tree);
  return dict;
}

void add_features(const FeatureClusters& features, py::dict& dict) {
  if (features.labels.empty()) return;
  dict["feature_labels"] = to_array(features.labels);
  dict["feature_weights"] = to_array(features.weights);
}

/// Clusters of the other data's rows, by the search or by what represents the items.
py::list others_in(const Finding& finding) {
  py::list all;
  for (const RepresentationMade& made : finding.space->made)
    for (const auto& labels : made.others) all.append(to_array(labels));
  for (const auto& labels : finding.outcome.auxiliary) all.append(to_array(labels));
  return all;
}

py::dict to_dict(const Verdict& verdict) {
  const auto figure = [&](double value) -> py::object {
    return verdict.possible ? py::object(py::float_(value)) : py::object(py::none());
  };
  py::dict dict;
  dict["kind"] = name_of(verdict.kind);
  dict["asked"] = verdict.asked;
  dict["possible"] = verdict.possible;
  dict["used"] = verdict.used;
  dict["with"] = figure(verdict.with);
  dict["without"] = figure(verdict.without);
  dict["error"] = figure(verdict.error);
  dict["measure"] = verdict.measure;
  dict["reason"] = verdict.reason;
  return dict;
}

py::list to_list(const std::vector<Link>& links) {
  py::list pairs;
  for (const Link& link : links) pairs.append(py::make_tuple(link.first, link.second));
  return pairs;
}

py::dict to_dict(const Learned& learned) {
  py::dict dict;
  dict["objective_name"] = learned.objective.name;
  dict["objective"] = learned.objective.value;
  dict["trace"] = to_array(learned.objective.trace);
  dict["iterations"] = learned.iterations;
  dict["converged"] = learned.converged;
  dict["stopped"] = learned.stopped;
  dict["warnings"] = learned.warnings;
  dict["options"] = python::to_dict(learned.options);
  dict["map"] = learned.map.only_weights() ? to_array(Matrix(learned.map.weights.asDiagonal()))
                                           : to_array(learned.map.map);
  return dict;
}

py::dict to_dict(const TuningMade& tuning) {
  const Strap& strap = tuning.plan.strap;
  py::dict dict;
  dict["option"] = strap.option;
  dict["value"] = tuning.tuned.value;
  dict["untuned_value"] = strap.values[strap.untuned];
  dict["values"] = to_array(tuning.tuned.values);
  dict["scores"] = to_array(tuning.tuned.scores);
  return dict;
}

/// What brings items into the space of the search, or, if the search makes one of its own, into that.
Model representation_of(const Finding& finding, const Method& method) {
  Model model{.vectorizer = finding.vectorizer, .features = finding.columns};
  if (!can_represent(method)) return model;
  for (Step& step : steps_of(method, finding.outcome)) model.vectorizer.steps.push_back(std::move(step));
  return model;
}

/// What knowledge changed.
py::dict changes_in(const Finding& finding) {
  py::dict dict;
  py::list verdicts;
  for (const Verdict& verdict : finding.verdicts) verdicts.append(to_dict(verdict));
  dict["verdicts"] = verdicts;
  dict["plain_labels"] = to_array(finding.plain.labels);
  dict["plain_method"] = finding.plain_method;
  dict["moved"] = finding.moved;
  dict["moved_uncovered"] = finding.moved_uncovered;
  dict["must_broken"] = to_list(finding.links.must_broken);
  dict["cannot_broken"] = to_list(finding.links.cannot_broken);
  dict["names"] = finding.names;
  if (const RepresentationMade* made = finding.made_from(EvidenceKind::known);
      made != nullptr && made->map.used())
    dict["learned"] = to_dict(*made->map.learned);
  if (finding.tuning) dict["tuning"] = to_dict(*finding.tuning);
  return dict;
}

}  // namespace

py::dict to_dict(const KChoice& choice) {
  const auto or_none = [](const auto& value) -> py::object { return value ? py::cast(*value) : py::none(); };
  py::list curve;
  for (const KTried& tried : choice.curve) {
    py::dict point;
    point["clusters"] = tried.clusters;
    point["apart"] = or_none(tried.apart);
    point["bic"] = or_none(tried.bic);
    point["met"] = or_none(tried.met);
    point["open"] = tried.open;
    curve.append(point);
  }
  py::dict dict;
  dict["clusters"] = choice.clusters;
  dict["runner_up"] = choice.runner_up == 0 ? py::object(py::none()) : py::cast(choice.runner_up);
  dict["sure"] = choice.sure;
  dict["rule"] = name_of(choice.rule);
  dict["reason"] = choice.reason;
  dict["least"] = choice.range.least;
  dict["most"] = choice.range.most;
  dict["apart_needed"] = choice.needed;
  dict["interrupted"] = choice.interrupted;
  dict["curve"] = curve;
  return dict;
}

py::dict to_dict(const Finding& finding) {
  const Method& method = find_method(finding.plan.search.method);
  py::dict dict = to_dict(finding.outcome);
  add_features(features_in(finding), dict);
  if (const py::list others = others_in(finding); !others.empty()) dict["auxiliary_labels"] = others;
  dict["method"] = method.name;
  dict["choice"] = finding.plan.search.reason;
  dict["plan"] = in_words(finding.plan);
  dict["notes"] = finding.notes;
  dict["guided"] = changes_in(finding);
  if (finding.k_choice) dict["k_choice"] = to_dict(*finding.k_choice);
  dict["representation"] = representation_of(finding, method);
  if (method.place) {
    Model model = model_of(method, finding.outcome, finding.vectorizer, finding.columns);
    model.clusters = finding.names;
    dict["model"] = std::move(model);
  }
  return dict;
}

py::dict to_dict(const MapLesson& lesson, EvidenceKinds kinds) {
  py::dict dict;
  py::list verdicts;
  for (const EvidenceKind kind : kinds) verdicts.append(to_dict(verdict_on(lesson.order, kind)));
  dict["verdicts"] = verdicts;
  dict["used"] = lesson.used();
  dict["learned"] = to_dict(lesson.learned);
  Model model{.vectorizer = lesson.vectorizer, .features = lesson.columns};
  if (lesson.used())
    for (Step& step : steps_of(lesson.learned)) model.vectorizer.steps.push_back(std::move(step));
  dict["model"] = std::move(model);
  return dict;
}

}  // namespace bellwether::python
