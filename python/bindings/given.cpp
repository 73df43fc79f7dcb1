// Evidence and Wishes as Python fills them: arrays become the library's own tables, words its own types.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/models/model.h>
#include <bellwether/runs/plan.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether::python {
namespace {

void set_seeds(Evidence& evidence, const py::object& clusters, const py::object& names) {
  evidence.seeds = integers(clusters);
  evidence.labels = words(names);
}

void set_links(Evidence& evidence, const py::object& must, const py::object& cannot,
               const py::object& must_weights, const py::object& cannot_weights) {
  evidence.must_link = links(must);
  evidence.cannot_link = links(cannot);
  evidence.must_weights = numbers(must_weights);
  evidence.cannot_weights = numbers(cannot_weights);
}

/// Items without a class (-1) show nothing.
void set_known(Evidence& evidence, const py::object& values, const py::object& classes,
               std::vector<std::string> names) {
  const Dataset all = copy_of(Items(values).rows());
  KnownClusters known{.names = std::move(names)};
  std::vector<Index> rows;
  const std::vector<int> of_all = integers(classes);
  for (std::size_t i = 0; i < of_all.size(); ++i)
    if (of_all[i] != unlabelled) {
      rows.push_back(static_cast<Index>(i));
      known.classes.push_back(of_all[i]);
    }
  known.items = take_items(all, rows);
  evidence.known = std::move(known);
}

OtherItems other_items(const py::object& values, std::optional<double> lambda) {
  OtherItems other{.rows = copy_of(Items(values).rows()), .lambda = lambda};
  other.items = other.rows.items();
  return other;
}

void add_solved(Evidence& evidence, const std::string& name, const py::object& values,
                std::vector<std::string> labels, bool drawn) {
  Dataset sorted = copy_of(Items(values).rows());
  sorted.labels = std::move(labels);
  evidence.solved.collections.push_back(drawn ? sorted_items(name, sorted) : solved_collection(name, sorted));
}

void load_solved(Evidence& evidence, const std::string& path) {
  evidence.solved.tuner = load_tuner(path);
  evidence.solved.source = path;
}

/// Words are matched in the form in which the texts were counted.
void load_vectors(Evidence& evidence, const std::string& path, const Model& measured) {
  evidence.vectors = read_vectors(path, measured.vectorizer.extractor, "the items", 0);
}

/// `vectorizer` is what counted the words of the items; none: they have no words.
void load_ontology(Evidence& evidence, const std::string& path, const py::object& values,
                   const py::object& ids, const Model* vectorizer) {
  Material material{.source = "the items", .items = copy_of(Items(values).rows())};
  material.items.ids = words(ids);
  if (vectorizer != nullptr) material.vectorizer = vectorizer->vectorizer;
  read_ontology(path, material, 0, evidence);
}

py::list kinds_in(const Evidence& evidence) {
  py::list names;
  for (const EvidenceKind kind : evidence.kinds()) names.append(name_of(kind));
  return names;
}

void set_tuning(Wishes& wishes, const std::string& strap, const std::string& by, const py::dict& options,
                std::optional<int> draws) {
  wishes.tune = {.strap = strap, .draws = draws};
  const Settings settings = to_settings(options);
  if (by == "rls") {
    wishes.tune.by = TuneBy::least_squares;
    wishes.tune.least_squares = with_settings<LeastSquaresOptions>(by, settings);
  } else {
    wishes.tune.strapping = with_settings<StrappingOptions>(by, settings);
  }
}

}  // namespace

void bind_given(py::module_& module) {
  py::class_<Evidence>(module, "Evidence")
      .def(py::init<>())
      .def("set_seeds", set_seeds, py::arg("clusters"), py::arg("names"))
      .def("set_links", set_links, py::arg("must"), py::arg("cannot"), py::arg("must_weights"),
           py::arg("cannot_weights"))
      .def_readwrite("min_size", &Evidence::min_size)
      .def_readwrite("max_size", &Evidence::max_size)
      .def("set_known", set_known, py::arg("items"), py::arg("classes"), py::arg("names"))
      .def(
          "add_auxiliary",
          [](Evidence& evidence, const py::object& values, std::optional<double> lambda) {
            evidence.auxiliary.push_back(other_items(values, lambda));
          },
          py::arg("items"), py::arg("lam"))
      .def(
          "set_annotated",
          [](Evidence& evidence, const py::object& tags, Index items) {
            evidence.annotated = other_items(tags, {});
            evidence.annotated.items = items;
          },
          py::arg("tags"), py::arg("items"))
      .def("add_solved", add_solved, py::arg("name"), py::arg("items"), py::arg("labels"), py::arg("drawn"))
      .def("load_solved", load_solved, py::arg("path"))
      .def("load_vectors", load_vectors, py::arg("path"), py::arg("vectorizer"))
      .def("load_ontology", load_ontology, py::arg("path"), py::arg("items"), py::arg("ids"),
           py::arg("vectorizer"))
      .def_property_readonly("kinds", kinds_in);

  py::class_<Wishes>(module, "Wishes")
      .def(py::init<>())
      .def_readwrite("clusters", &Wishes::clusters)
      .def_readwrite("random_seed", &Wishes::random_seed)
      .def_readwrite("method", &Wishes::method)
      .def_readwrite("represent", &Wishes::represent)
      .def_readwrite("plain_alone", &Wishes::plain_alone)
      .def("set_options",
           [](Wishes& wishes, const py::dict& options) { wishes.settings = to_settings(options); })
      .def("set_start", [](Wishes& wishes, const py::object& start) { wishes.start = integers(start); })
      .def(
          "set_choose_k",
          [](Wishes& wishes, int least, int most) {
            wishes.choose_k = KRange{least, most};
          },
          py::arg("least"), py::arg("most"))
      .def("take_chosen",
           [](Wishes& wishes, int clusters) {
             wishes.clusters = clusters;
             wishes.choose_k.reset();
           })
      .def("set_trust", [](Wishes& wishes, const std::string& name) { wishes.trust = trust_by_name(name); })
      .def("set_tuning", set_tuning, py::arg("strap"), py::arg("by"), py::arg("options"), py::arg("draws"))
      .def("draws_from", [](const Wishes& wishes, std::size_t collections) {
        return draws_from(collections, wishes.tune);
      });
}

}  // namespace bellwether::python
