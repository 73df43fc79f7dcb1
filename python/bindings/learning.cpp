// learn(): a representation from items of known classes, or from links, tried on what was held back.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/outcome.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/methods/model.h>
#include <bellwether/methods/transfer.h>

namespace bellwether::python {
namespace {

py::dict report(const Learned& learned) {
  py::dict dict;
  dict["objective_name"] = learned.objective.name;
  dict["objective"] = learned.objective.value;
  dict["trace"] = to_array(learned.objective.trace);
  dict["iterations"] = learned.iterations;
  dict["converged"] = learned.converged;
  dict["stopped"] = learned.stopped;
  dict["warnings"] = learned.warnings;
  dict["options"] = to_dict(learned.options);
  dict["map"] = learned.map.only_weights() ? to_array(Matrix(learned.map.weights.asDiagonal()))
                                           : to_array(learned.map.map);
  return dict;
}

Model model_of(const Learned* learned, const std::vector<std::string>& features) {
  Model model{.features = features};
  if (learned) model.vectorizer.steps = steps_of(*learned);
  return model;
}

/// From the classes of other items: `known` beside the items to be clustered, if there are any.
py::dict learn_from_classes(const std::string& name, const py::object& values, const py::object& known,
                            const py::object& classes, const py::dict& options, const std::string& trust,
                            const py::object& features, std::uint64_t random_seed, int threads,
                            const py::object& callback) {
  const Items fresh(values), others(known);
  const Learner& learner = find_learner(name);
  const Settings settings = to_settings(options);
  const std::vector<int> of_known = integers(classes);
  require(std::ssize(of_known) == others.rows().rows(), "there are {} known items, and classes of {}",
          others.rows().rows(), of_known.size());
  const Trust how = trust_by_name(trust);
  const Representation made = beside_python({threads, callback}, [&](const Run& run) {
    Dataset all = copy_of(fresh.rows());
    append_items(all, copy_of(others.rows()), "the known items");
    std::vector<int> labels(static_cast<std::size_t>(fresh.rows().rows()), unlabelled);
    labels.insert(labels.end(), of_known.begin(), of_known.end());
    return learn_representation(learner, settings, all.rows(), labels, how, {.random_seed = random_seed},
                                run);
  });

  py::dict dict;
  dict["reason"] = made.reason;
  dict["search"] = search_in(made).method;
  const bool tried = made.check.possible && !made.check.trials.empty();
  const Trial trial = tried ? made.check.trials.front() : Trial{};
  dict["check"] =
      to_dict(CheckFigures{made.checked, tried, made.used(), made.check.plain + trial.gain, made.check.plain,
                           trial.error, "NMI on known classes that were held out"});
  if (made.used()) dict["learned"] = report(*made.learned);
  dict["model"] = model_of(made.used() ? &*made.learned : nullptr, words(features));
  return dict;
}

/// From what is known of the items themselves.
py::dict learn_from_links(const std::string& name, const py::object& values, const py::object& seeds,
                          const py::object& must_link, const py::object& cannot_link, const py::dict& options,
                          const std::string& trust, const py::object& features, int threads,
                          const py::object& callback) {
  const Items items(values);
  const Learner& learner = find_learner(name);
  const Settings settings = to_settings(options);
  const Knowledge knowledge{integers(seeds), links(must_link), links(cannot_link)};
  const Trust how = trust_by_name(trust);
  LearnCheck check;
  const Learned learned = beside_python({threads, callback}, [&](const Run& run) {
    Learned found = learner.learn(items.rows(), knowledge, settings, run);
    if (how == Trust::checked)
      check = check_learner(learner, copy_of(items.rows()), knowledge, settings, run);
    return found;
  });

  py::dict dict;
  Representation made;
  if (check.used) made.learned = learned;
  dict["search"] = search_in(made).method;
  dict["reason"] =
      !check.possible ? (check.asked ? "used, but not checked: too little is known to hold some of it back"
                                     : "used, and not checked, as asked")
      : check.used    ? "pairs held back are ordered better by what was learned than by the items"
                      : "pairs held back are not ordered better by what was learned: it is not used";
  dict["check"] =
      to_dict(CheckFigures{check.asked, check.possible, check.used, check.learned, check.plain, 0,
                           "share of comparisons in which pairs that belong together are the nearer ones"});
  dict["learned"] = report(learned);
  dict["model"] = model_of(check.used ? &learned : nullptr, words(features));
  return dict;
}

}  // namespace

void bind_learning(py::module_& module) {
  module.def("learn_from_classes", learn_from_classes, py::arg("learner"), py::arg("items"), py::arg("known"),
             py::arg("classes"), py::arg("options"), py::kw_only(), py::arg("trust") = "checked",
             py::arg("features") = py::none(), py::arg("random_seed") = 0, py::arg("threads") = 0,
             py::arg("callback") = py::none());
  module.def("learn_from_links", learn_from_links, py::arg("learner"), py::arg("items"), py::arg("seeds"),
             py::arg("must_link"), py::arg("cannot_link"), py::arg("options"), py::kw_only(),
             py::arg("trust") = "checked", py::arg("features") = py::none(), py::arg("threads") = 0,
             py::arg("callback") = py::none());
}

}  // namespace bellwether::python
