// read() and vectorize(): what people have becomes numbers; scores(): how good clusters are.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <bellwether/collections/collections.h>
#include <bellwether/data/error.h>
#include <bellwether/features/text/word_totals.h>
#include <bellwether/models/model.h>
#include <bellwether/projects/told.h>
#include <bellwether/scores/all_scores.h>
#include <bellwether/sources/features.h>

namespace bellwether::python {
namespace {

/// Arguments by name, as the command line has them.
using Words = std::vector<std::pair<std::string, std::string>>;

ItemsArguments items_arguments(const std::string& source, const Words& words) {
  ItemsArguments arguments{.items = source};
  for (const auto& [name, value] : words) {
    if (name == "truth") arguments.truth = value;
    if (name == "id_column") arguments.id_column = value;
    if (name == "label_column") arguments.label_column = value;
    if (name == "ignore") arguments.ignore.push_back(value);
    if (name == "columns") arguments.columns.push_back(value);
    if (name == "categories") arguments.categories.push_back(value);
    if (name == "missing") arguments.missing = value;
    if (name == "text_column") arguments.text_column = value;
    if (name == "lines") arguments.lines = value == "true";
    if (name == "label_folder") arguments.label_folder = value;
    if (name == "header") arguments.header = value;
    if (name == "delimiter") arguments.delimiter = value;
    if (name == "limit") arguments.limit = value;
    if (name == "some_unlabelled") arguments.some_unlabelled = value == "true";
  }
  return arguments;
}

FeatureArguments feature_arguments(const Words& words, Words of_text) {
  FeatureArguments arguments{.words = std::move(of_text)};
  for (const auto& [name, value] : words) {
    if (name == "features") arguments.features = value;
    if (name == "weighting") arguments.steps.weighting = value;
    if (name == "svd") arguments.steps.svd = value;
    if (name == "normalise") arguments.steps.normalise = value;
    if (name == "steps") arguments.steps.steps = value;
  }
  return arguments;
}

py::dict to_dict(Dataset items) {
  py::dict dict;
  dict["ids"] = items.ids;
  dict["features"] = items.features;
  dict["labels"] = items.labels;
  dict["notes"] = items.notes;
  dict["data"] = to_python(std::move(items.values));
  return dict;
}

py::dict to_dict(Vectorized made) {
  Model model{.vectorizer = std::move(made.vectorizer)};
  if (!model.vectorizer.reads_raw_items()) model.features = std::move(made.features);
  py::dict dict = to_dict(std::move(made.items));
  dict["vectorizer"] = std::move(model);
  return dict;
}

py::dict read_source(const std::string& source, const Words& words) {
  Dataset items = beside_python({}, [&](const Run&) { return read_items(items_arguments(source, words)); });
  return to_dict(std::move(items));
}

Purpose purpose_by_name(const std::string& name) {
  if (name == "clustering") return Purpose::clustering;
  require<InvalidOption>(name == "counting", "purpose is '{}', but must be one of counting, clustering",
                         name);
  return Purpose::counting;
}

py::dict vectorize_source(const std::string& source, const Words& words, const Words& of_text,
                          const std::string& purpose, const Model* fitted, int threads,
                          const py::object& callback) {
  const ItemsArguments items = items_arguments(source, words);
  const FeatureArguments features = feature_arguments(words, of_text);
  const Purpose meant = purpose_by_name(purpose);
  return to_dict(beside_python({threads, callback}, [&](const Run& run) {
    return fitted ? apply_fitted(*fitted, items, run) : vectorize_items(items, features, meant, run);
  }));
}

py::dict vectorize_texts(const std::vector<std::string>& texts, const Words& words, const Words& of_text,
                         const std::string& purpose, const Model* fitted, int threads,
                         const py::object& callback) {
  const FeatureArguments features = feature_arguments(words, of_text);
  const Purpose meant = purpose_by_name(purpose);
  return to_dict(beside_python({threads, callback}, [&](const Run& run) {
    return fitted ? apply_fitted(*fitted, documents_in(texts), run)
                  : vectorize_documents(documents_in(texts), features, meant, run);
  }));
}

/// Words of texts on one worker; merged; and what all of them make.
py::bytes word_totals_of(const std::vector<std::string>& texts, const Words& words, const Words& of_text,
                         const std::string& purpose) {
  const FeaturePlan plan = plan_texts(feature_arguments(words, of_text), purpose_by_name(purpose));
  const auto& options = std::get<TextVectorizer>(plan.extractor).options;
  Bytes totals;
  {
    const py::gil_scoped_release released;
    totals = bytes_of(word_totals(documents_in(texts), options, {.threads = 1}));
  }
  return py::bytes(totals);
}

py::bytes merged_words(const std::vector<std::string>& totals) {
  require(!totals.empty(), "there is nothing to merge");
  Bytes merged;
  {
    const py::gil_scoped_release released;
    auto all = from_bytes<WordTotals>(totals.front());
    for (std::size_t t = 1; t < totals.size(); ++t) merge(all, from_bytes<WordTotals>(totals[t]));
    merged = bytes_of(std::move(all));
  }
  return py::bytes(merged);
}

Model vectorizer_of_words(const std::string& totals, const Words& words, const Words& of_text,
                          const std::string& purpose) {
  const FeaturePlan plan = plan_texts(feature_arguments(words, of_text), purpose_by_name(purpose));
  const auto& options = std::get<TextVectorizer>(plan.extractor).options;
  const std::vector<StepPlan> first(
      plan.steps.begin(), plan.steps.begin() + static_cast<std::ptrdiff_t>(steps_of_words(plan.steps)));
  return {.vectorizer = vectorizer_of(from_bytes<WordTotals>(totals), options, first)};
}

/// The names and options of the steps behind those that words decide.
py::list later_steps(const Words& words, const Words& of_text, const std::string& purpose) {
  const FeaturePlan plan = plan_texts(feature_arguments(words, of_text), purpose_by_name(purpose));
  py::list later;
  for (std::size_t s = steps_of_words(plan.steps); s < plan.steps.size(); ++s)
    later.append(py::make_tuple(plan.steps[s].name, python::to_dict(plan.steps[s].options)));
  return later;
}

py::dict score(const py::object& found, const py::object& truth) {
  py::dict scores;
  for (const auto& [name, value] : all_scores(integers(found), integers(truth)))
    scores[py::str(name)] = value;
  return scores;
}

py::list list_collections() {
  py::list all;
  for (const Collection& collection : collections())
    all.append(py::make_tuple("data:" + collection.name, collection.summary));
  return all;
}

/// What stands in a file of the studio, by the ids of its items.
py::dict read_project(const std::string& path) {
  const Told told = told_in(ProjectFile(path, ProjectFile::For::reading));
  const Board& board = told.board;
  py::list groups, dropped;
  for (const int group : board.alive()) groups.append(board.groups[static_cast<std::size_t>(group)].name);
  py::dict seeds;
  for (std::size_t i = 0; i < told.ids.size(); ++i) {
    if (board.seeds[i] != unlabelled)
      seeds[py::str(told.ids[i])] = board.groups[static_cast<std::size_t>(board.seeds[i])].name;
    if (board.dropped[i]) dropped.append(told.ids[i]);
  }
  const auto pairs = [&](const std::vector<Link>& links) {
    py::list list;
    for (const Link& link : links)
      list.append(py::make_tuple(told.ids[static_cast<std::size_t>(link.first)],
                                 told.ids[static_cast<std::size_t>(link.second)]));
    return list;
  };
  py::dict found;
  found["groups"] = groups;
  found["seeds"] = seeds;
  found["must_link"] = pairs(board.must_link);
  found["cannot_link"] = pairs(board.cannot_link);
  found["min_size"] = board.min_size;
  found["max_size"] = board.max_size;
  found["dropped"] = dropped;
  found["method"] = board.method;
  return found;
}

}  // namespace

void bind_items(py::module_& module) {
  module.def("read", read_source, py::arg("source"), py::arg("arguments"));
  module.def("vectorize_source", vectorize_source, py::arg("source"), py::arg("arguments"), py::arg("words"),
             py::kw_only(), py::arg("purpose") = "counting",
             py::arg("vectorizer") = static_cast<const Model*>(nullptr), py::arg("threads") = 0,
             py::arg("callback") = py::none());
  module.def("vectorize_texts", vectorize_texts, py::arg("texts"), py::arg("arguments"), py::arg("words"),
             py::kw_only(), py::arg("purpose") = "counting",
             py::arg("vectorizer") = static_cast<const Model*>(nullptr), py::arg("threads") = 0,
             py::arg("callback") = py::none());
  module.def("word_totals", word_totals_of, py::arg("texts"), py::arg("words"), py::arg("of_text"),
             py::arg("purpose"));
  module.def("merge_words", merged_words, py::arg("totals"));
  module.def("vectorizer_of_words", vectorizer_of_words, py::arg("totals"), py::arg("words"),
             py::arg("of_text"), py::arg("purpose"));
  module.def("later_steps", later_steps, py::arg("words"), py::arg("of_text"), py::arg("purpose"));
  module.def("scores", score, py::arg("found"), py::arg("truth"));
  module.def("collections", list_collections);
  module.def("read_project", read_project, py::arg("path"));
}

}  // namespace bellwether::python
