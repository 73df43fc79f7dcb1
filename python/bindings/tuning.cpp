// tune(): a search whose option solved collections choose.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/outcome.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/methods/model.h>
#include <bellwether/methods/tuner.h>

namespace bellwether::python {
namespace {

/// Labels by number become names, which is what solved collections have.
SolvedCollection collection_of(const std::string& name, const Items& items, const std::vector<int>& classes) {
  require(std::ssize(classes) == items.rows().rows(), "{}: there are {} items, and classes of {}", name,
          items.rows().rows(), classes.size());
  Dataset sorted = copy_of(items.rows());
  for (const int label : classes) sorted.labels.push_back(label < 0 ? std::string() : std::to_string(label));
  SolvedCollection solved = solved_collection(name, sorted);
  solved.name = name;
  return solved;
}

std::vector<SolvedCollection> collections_of(const py::list& solved) {
  std::vector<SolvedCollection> collections;
  for (std::size_t s = 0; s < solved.size(); ++s) {
    const auto both = solved[s].cast<std::pair<py::object, py::object>>();
    const std::string name = solved.size() == 1 ? "the solved collection" : fmt::format("solved[{}]", s);
    collections.push_back(collection_of(name, Items(both.first), integers(both.second)));
  }
  return collections;
}

/// Every item of all of them, to be drawn from.
SolvedCollection pooled(std::vector<SolvedCollection> collections) {
  SolvedCollection all = std::move(collections.front());
  for (std::size_t s = 1; s < collections.size(); ++s) {
    append_items(all.items, collections[s].items, collections[s].name);
    all.classes.insert(all.classes.end(), collections[s].classes.begin(), collections[s].classes.end());
  }
  return all;
}

Settings without_clusters(Settings settings, int& clusters) {
  for (const auto& [name, value] : settings)
    if (name == "clusters") clusters = static_cast<int>(std::get<std::int64_t>(value));
  std::erase_if(settings, [](const auto& setting) { return setting.first == "clusters"; });
  return settings;
}

struct Found {
  Tuned tuned = {};
  Tuner tuner = {};
  LeastSquaresTuning least_squares = {};
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

CheckFigures figures(const Found& found, bool strapping, Trust trust) {
  const bool asked = trust == Trust::checked;
  if (!strapping)
    return {asked,
            true,
            found.tuned.used,
            found.least_squares.tuned_error,
            found.least_squares.untuned_error,
            0,
            "share of the matched collection that is in a wrong cluster"};
  const StrappingCheck& check = found.tuner.check;
  return {asked,
          check.possible,
          found.tuned.used,
          mean(check.tuned),
          mean(check.untuned),
          check.error,
          "share of a solved collection that is in a wrong cluster, the collection left out"};
}

py::dict tune(const std::string& name, const py::object& values, const py::dict& options,
              const py::list& solved, const std::string& spec, const std::string& by,
              const py::dict& tuning_options, int draws, const std::string& trust, std::uint64_t random_seed,
              int threads, const py::object& callback) {
  const Items items(values);
  const Method& method = find_method(name);
  int clusters = 0;
  Settings settings = to_settings(options);
  const Strap strap = plan_strap(method, settings, spec);
  settings = without_clusters(settings, clusters);
  const Trust how = trust_by_name(trust);
  if (method.needs_directions) require_directions(items.rows(), [](Index i) { return std::to_string(i); });
  std::vector<SolvedCollection> collections = collections_of(solved);
  require(!collections.empty(), "there are no solved collections to learn from");
  const Settings more = to_settings(tuning_options);
  const bool strapping = by == "strapping";
  const auto of_strapping = with_settings<StrappingOptions>("strapping", strapping ? more : Settings{});
  const auto of_least_squares = with_settings<LeastSquaresOptions>("rls", strapping ? Settings{} : more);

  const Found found = beside_python({threads, callback}, [&](const Run& run) {
    Found result;
    const Rows rows = items.rows();
    if (!strapping) {
      const SolvedCollection matched = draw_matched(rows, pooled(std::move(collections)), clusters, run);
      result.tuned = cluster_by_least_squares(method, settings, strap, matched, of_least_squares, rows,
                                              clusters, how, result.least_squares, run);
      return result;
    }
    if (draws > 0)
      collections = draw_similar(rows, pooled(std::move(collections)), clusters, draws, random_seed, run);
    result.tuner = learn_tuner(method, settings, strap, collections, of_strapping, run);
    result.tuned = cluster_tuned(result.tuner, rows, clusters, how, run);
    return result;
  });

  const Tuned& tuned = found.tuned;
  py::dict dict = to_dict(tuned.outcome);
  dict["method"] = method.name;
  dict["notes"] = py::list();
  if (method.place) dict["model"] = model_of(method, tuned.outcome);
  dict["option"] = strap.option;
  dict["value"] = tuned.value;
  dict["untuned_value"] = strap.values[strap.untuned];
  dict["values"] = to_array(tuned.values);
  dict["scores"] = to_array(tuned.scores);
  dict["used"] = tuned.used;
  dict["moved"] = tuned.moved;
  dict["indifferent"] = found.tuner.indifferent;
  dict["unguided_labels"] = to_array(tuned.untuned.labels);
  dict["check"] = to_dict(figures(found, strapping, how));
  return dict;
}

}  // namespace

void bind_tuning(py::module_& module) {
  module.def("tune", tune, py::arg("method"), py::arg("items"), py::arg("options"), py::arg("solved"),
             py::kw_only(), py::arg("strap") = "", py::arg("by") = "strapping",
             py::arg("tuning_options") = py::dict(), py::arg("draws") = 0, py::arg("trust") = "checked",
             py::arg("random_seed") = 0, py::arg("threads") = 0, py::arg("callback") = py::none());
}

}  // namespace bellwether::python
