// run(): the one pipeline, as every front end calls it; learn(): a map from seeds or links alone.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/finding.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <chrono>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/engine/copied.h>
#include <bellwether/features/tags.h>
#include <bellwether/models/model.h>
#include <bellwether/portraits/report.h>
#include <bellwether/runs/choose_k.h>
#include <bellwether/runs/lesson.h>
#include <bellwether/runs/plan_vectors.h>

namespace bellwether::python {
namespace {

Material material_of(const py::object& values, const py::object& ids, const py::object& features,
                     bool zeros_allowed, int threads) {
  Dataset items = copied(Items(values).rows(), {.threads = threads});
  items.ids = words(ids);
  items.features = words(features);
  Material material = bellwether::material_of(std::move(items));
  material.zeros_allowed = zeros_allowed;
  return material;
}

/// Everything as the model's steps measure it, and the steps kept.
void move_by(const Model& model, Material& material, Evidence& evidence, const Run& run) {
  const auto move = [&](Dataset& rows) {
    if (rows.items() == 0) return;
    for (const Step& step : model.vectorizer.steps) apply(step, rows, run);
  };
  move(material.items);
  move(evidence.known.items);
  for (OtherItems& other : evidence.auxiliary) move(other.rows);
  move(evidence.annotated.rows);
  for (SolvedCollection& solved : evidence.solved.collections) move(solved.items);
  material.vectorizer = model.vectorizer;
}

/// For each cluster a list of what is over-represented in it.
py::list to_list(const ToldCategories& told) {
  py::list clusters;
  for (const auto& of_cluster : told.enriched) {
    py::list categories;
    for (const EnrichedCategory& category : of_cluster) {
      py::dict dict;
      dict["category"] = told.names[category.category];
      dict["items"] = category.inside;
      dict["items_in_all"] = category.in_all;
      dict["p"] = category.p;
      dict["adjusted_p"] = category.adjusted;
      categories.append(dict);
    }
    clusters.append(categories);
  }
  return clusters;
}

py::dict run_pipeline(const py::object& values, Evidence evidence, const Wishes& wishes,
                      const Model* transform, const py::object& ids, const py::object& features,
                      bool zeros_allowed, int threads, const py::object& callback,
                      const std::string& device_name) {
  const std::shared_ptr<Device> device = device_called(device_name);
  Material material = material_of(values, ids, features, zeros_allowed, threads);
  double seconds = 0;
  const Finding finding = beside_python({threads, callback, device}, [&](const Run& run) {
    const auto begun = std::chrono::steady_clock::now();
    if (transform != nullptr) move_by(*transform, material, evidence, run);
    keep_to_explaining(wishes, material, evidence);
    Finding found = carry_out(material, evidence, plan(material, evidence, wishes), run);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return found;
  });
  warn_of_failure(device.get());
  py::dict dict = to_dict(finding);
  dict["seconds"] = seconds;
  dict["searches_on_device"] = device == nullptr ? 0 : device->searches();
  if (const ToldCategories told = tell_categories(evidence, finding); !told.source.empty())
    dict["categories"] = to_list(told);
  return dict;
}

py::dict learn(const std::string& learner, const py::object& values, const Evidence& evidence,
               const py::dict& options, const Wishes& wishes, const py::object& ids,
               const py::object& features, int threads, const py::object& callback) {
  const Material material = material_of(values, ids, features, true, threads);
  Wishes asked = wishes;
  asked.method = learner;
  asked.options = to_settings(options);
  return to_dict(beside_python({threads, callback},
                               [&](const Run& run) { return learn_lesson(material, evidence, asked, run); }),
                 evidence.kinds());
}

py::dict choose(const py::object& values, Evidence evidence, const Wishes& wishes, const py::object& ids,
                const py::object& features, bool zeros_allowed, int threads, const py::object& callback) {
  Material material = material_of(values, ids, features, zeros_allowed, threads);
  keep_to_explaining(wishes, material, evidence);
  return to_dict(beside_python({threads, callback},
                               [&](const Run& run) { return choose_k(material, evidence, wishes, run); }));
}

/// Rows of tags from items and the tags that each of them has, as a CSR matrix of items x tags.
py::object rows_of_tags(const py::object& values, const py::object& tags, std::vector<std::string> names,
                        bool counts) {
  const Items items(values), has(tags);
  require(items.rows().rows() == has.rows().rows(), "there are {} annotated items, and tags of {}",
          items.rows().rows(), has.rows().rows());
  Dataset tagged = copy_of(items.rows());
  Tags all{.words = std::move(names)};
  for (Index i = 0; i < tagged.items(); ++i) {
    tagged.ids.push_back(fmt::format("{:012}", i));  // so that their order is that of their names
    TaggedItem item{.id = tagged.ids.back()};
    has.rows().visit([&](const auto& rows) {
      if constexpr (requires { rows.starts; })
        for (std::size_t j = 0; j < rows.row(i).columns.size(); ++j)
          item.tags.push_back({rows.row(i).columns[j], static_cast<int>(rows.row(i).values[j])});
    });
    if (!item.tags.empty()) all.items.push_back(std::move(item));
  }
  return to_python(tag_features(tagged, all, {.counts = counts}).values);
}

}  // namespace

void bind_clustering(py::module_& module) {
  module.def("run", run_pipeline, py::arg("items"), py::arg("evidence"), py::arg("wishes"), py::kw_only(),
             py::arg("transform") = static_cast<const Model*>(nullptr), py::arg("ids") = py::none(),
             py::arg("features") = py::none(), py::arg("zeros_allowed") = false, py::arg("threads") = 0,
             py::arg("callback") = py::none(), py::arg("device") = "cpu");
  module.def("learn", learn, py::arg("learner"), py::arg("items"), py::arg("evidence"), py::arg("options"),
             py::arg("wishes"), py::kw_only(), py::arg("ids") = py::none(), py::arg("features") = py::none(),
             py::arg("threads") = 0, py::arg("callback") = py::none());
  module.def("choose_k", choose, py::arg("items"), py::arg("evidence"), py::arg("wishes"), py::kw_only(),
             py::arg("ids") = py::none(), py::arg("features") = py::none(), py::arg("zeros_allowed") = false,
             py::arg("threads") = 0, py::arg("callback") = py::none());
  module.def(
      "count_moved",
      [](const py::object& before, const py::object& after) {
        return count_moved(integers(before), integers(after));
      },
      py::arg("before"), py::arg("after"));
  module.def("rows_of_tags", rows_of_tags, py::arg("items"), py::arg("tags"), py::arg("names"),
             py::arg("counts") = false);
}

}  // namespace bellwether::python
