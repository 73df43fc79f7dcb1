// Parts of the items on workers, and a fit that asks them: Python carries the bytes.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include <bellwether/features/scales.h>
#include <bellwether/features/svd.h>
#include <bellwether/methods/over_workers.h>
#include <bellwether/methods/part_steps.h>
#include <bellwether/models/model.h>

namespace bellwether::python {
namespace {

/// Rows of single precision stay what they are.
PartRows rows_of(const py::object& values) {
  if (py::isinstance<py::array_t<float>>(values)) {
    const auto array = py::array_t<float, py::array::c_style>::ensure(values);
    if (!array || array.ndim() != 2 || !array.is(values))
      throw py::type_error("expected a contiguous 2-d array");
    return NarrowRows{array.data(), array.shape(0), array.shape(1)};
  }
  return Items(values).rows().visit([](const auto& rows) { return PartRows(rows); });
}

class HeldPart {
 public:
  HeldPart(py::object values, Index rows, Index columns, Index stored, Index begin, const py::object& seeds)
      : values_(std::move(values)),
        seeds_(seeds.is_none() ? std::vector<int>() : integers(seeds)),
        part_({rows, columns, stored}, begin, rows_of(values_), seeds_) {}

  py::bytes answer(const std::string& step, const std::string& question) {
    Bytes answer;
    {
      const py::gil_scoped_release released;
      on_threads(1, [&] { answer = find_part_step(step).answer(part_, memory_, question, {.threads = 1}); });
    }
    return py::bytes(answer);
  }

  /// Labels and probabilities (none: empty) of a clustering that the workers found.
  py::tuple labels(const std::string& step, const std::string& model) {
    Noted noted;
    {
      const py::gil_scoped_release released;
      const PartStep& found = find_part_step(step);
      require(static_cast<bool>(found.labels), "the step '{}' labels no items", step);
      on_threads(1, [&] { noted = from_bytes<Noted>(found.labels(part_, memory_, model, {.threads = 1})); });
    }
    return py::make_tuple(to_array(noted.labels), to_array(noted.probabilities));
  }

 private:
  py::object values_;  ///< keeps them alive
  std::vector<int> seeds_;
  Part part_;
  PartMemory memory_;
};

py::bytes join(const std::string& step, const std::vector<std::string>& answers) {
  Bytes joined;
  {
    const py::gil_scoped_release released;
    joined = find_part_step(step).join({answers.begin(), answers.end()});
  }
  return py::bytes(joined);
}

/// A Python object with rows, columns, stored, sparse, sum(step, model) and ask(step, question).
class PythonWorkers : public Workers {
 public:
  explicit PythonWorkers(py::object object)
      : object_(std::move(object)),
        shape_{object_.attr("rows").cast<Index>(), object_.attr("columns").cast<Index>(),
               object_.attr("stored").cast<Index>()},
        sparse_(object_.attr("sparse").cast<bool>()),
        seeded_(object_.attr("seeded").cast<bool>()) {}

  Shape shape() const override { return shape_; }
  bool sparse() const override { return sparse_; }
  bool seeded() const override { return seeded_; }

  Bytes sum(std::string_view step, const Bytes& model) override {
    Bytes branches;
    {
      const py::gil_scoped_acquire held;
      branches = object_.attr("sum")(py::str(std::string(step)), py::bytes(model)).cast<std::string>();
    }
    return find_part_step(step).whole(branches);
  }

  std::vector<Bytes> ask(std::string_view step, const Bytes& question) override {
    const py::gil_scoped_acquire held;
    return object_.attr("ask")(py::str(std::string(step)), py::bytes(question))
        .cast<std::vector<std::string>>();
  }

 private:
  py::object object_;
  Shape shape_;
  bool sparse_, seeded_;
};

py::dict cluster_parts(const std::string& method, const py::object& object, const py::dict& options,
                       const py::object& features, const py::object& callback, const py::object& tags) {
  PythonWorkers workers(object);
  const Settings settings = to_settings(options);
  const auto others = tags.is_none() ? std::optional<Items>() : std::optional<Items>(tags);
  Outcome found = beside_python({1, callback}, [&](const Run& run) {
    return cluster_over_workers(method, workers, settings, run, others ? others->rows() : Rows());
  });
  const Clustering& clustering = found.clustering;
  py::dict dict;
  dict["objective_name"] = clustering.objective.name;
  dict["objective"] = clustering.objective.value;
  dict["trace"] = to_array(clustering.objective.trace);
  dict["iterations"] = clustering.iterations;
  dict["converged"] = clustering.converged;
  dict["stopped"] = clustering.stopped;
  dict["clusters"] = clustering.clusters;
  const std::vector<double>& sizes = clustering.elsewhere.sizes;
  dict["sizes"] = to_array(sizes);
  py::dict figures;
  for (const auto& [name, value] : clustering.figures) figures[py::str(name)] = value;
  dict["figures"] = figures;
  dict["labels"] = py::make_tuple(clustering.elsewhere.step, py::bytes(clustering.elsewhere.model));
  dict["options"] = python::to_dict(found.options);
  py::dict parameters;
  for (const auto& [name, table] : found.parameters) parameters[py::str(name)] = to_array(table);
  dict["parameters"] = parameters;
  Model model;
  model.method = method;
  model.options = found.options;
  model.features = words(features);
  model.fallback = static_cast<int>(std::ranges::max_element(sizes) - sizes.begin());
  model.parameters = found.parameters;
  dict["model"] = std::move(model);
  return dict;
}

/// A model that measures items by what was learned, and figures of it.
py::tuple learn_parts(const std::string& learner, const py::object& object, const py::dict& options,
                      const py::object& features, const py::object& callback) {
  PythonWorkers workers(object);
  const Settings settings = to_settings(options);
  Learned learned = beside_python(
      {1, callback}, [&](const Run& run) { return learn_over_workers(learner, workers, settings, run); });
  Model model;
  model.features = words(features);
  model.vectorizer.steps.push_back(std::move(learned.map));
  py::dict figures;
  for (const auto& [name, value] : learned.figures) figures[py::str(name)] = value;
  return py::make_tuple(std::move(model), figures);
}

/// A model that scales features as all items together say.
Model scale_parts(const std::string& kind, const py::object& object, const py::object& features,
                  const py::object& callback) {
  PythonWorkers workers(object);
  const Normalise asked = normalise_by_name(kind);
  Normaliser fitted = beside_python({1, callback}, [&](const Run& run) {
    Run there = run;
    there.workers = &workers;
    return fit_normaliser(Holder({}, {}, there), asked);
  });
  Model model;
  model.features = words(features);
  model.vectorizer.steps.push_back(std::move(fitted));
  return model;
}

/// A model that projects items on the leading singular vectors of all of them.
Model svd_parts(const py::object& object, const py::dict& options, const py::object& features,
                const py::object& callback) {
  PythonWorkers workers(object);
  const auto asked = with_settings<SvdOptions>("svd", to_settings(options));
  Svd fitted = beside_python({1, callback}, [&](const Run& run) {
    Run there = run;
    there.workers = &workers;
    return fit_svd({}, asked, there);
  });
  Model model;
  model.features = words(features);
  model.vectorizer.steps.push_back(std::move(fitted));
  return model;
}

/// `first`, and then the steps of `then`.
Model with_step(const Model& first, const Model& then) {
  Model both = first;
  for (const Step& step : then.vectorizer.steps) both.vectorizer.steps.push_back(step);
  return both;
}

/// `found` for items as they were before `measured` measured them.
Model behind(const Model& measured, const Model& found) {
  Model model = found;
  model.features = measured.features;
  model.vectorizer = measured.vectorizer;
  return model;
}

}  // namespace

void bind_parts(py::module_& module) {
  py::class_<HeldPart>(module, "Part")
      .def(py::init<py::object, Index, Index, Index, Index, py::object>(), py::arg("values"), py::arg("rows"),
           py::arg("columns"), py::arg("stored"), py::arg("begin"), py::arg("seeds") = py::none())
      .def("labels", &HeldPart::labels, py::arg("step"), py::arg("model"))
      .def("answer", &HeldPart::answer, py::arg("step"), py::arg("question"));
  module.def(
      "shard_rows",
      [](Index rows, Index columns, Index stored, Index clusters) {
        return shard_rows(Shape{rows, columns, stored, clusters});
      },
      py::arg("rows"), py::arg("columns"), py::arg("stored"), py::arg("clusters"));
  module.def("join", join, py::arg("step"), py::arg("answers"));
  module.def("learn_parts", learn_parts, py::arg("learner"), py::arg("workers"), py::arg("options"),
             py::arg("features") = py::none(), py::arg("callback") = py::none());
  module.def("scale_parts", scale_parts, py::arg("kind"), py::arg("workers"),
             py::arg("features") = py::none(), py::arg("callback") = py::none());
  module.def("behind", behind, py::arg("measured"), py::arg("found"));
  module.def("cluster_parts", cluster_parts, py::arg("method"), py::arg("workers"), py::arg("options"),
             py::arg("features") = py::none(), py::arg("callback") = py::none(),
             py::arg("tags") = py::none());
  module.def("svd_parts", svd_parts, py::arg("workers"), py::arg("options"), py::arg("features") = py::none(),
             py::arg("callback") = py::none());
  module.def("with_step", with_step, py::arg("first"), py::arg("then"));
}

}  // namespace bellwether::python
