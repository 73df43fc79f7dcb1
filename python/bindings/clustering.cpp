// cluster(): any method, with what is known of the items or with other data; what knowledge is worth is
// checked as the command line checks it.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/outcome.h>
#include <python/bindings/running.h>
#include <python/bindings/settings.h>

#include <pybind11/stl.h>

#include <chrono>
#include <optional>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/data/text.h>
#include <bellwether/features/tags.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/methods/model.h>
#include <bellwether/methods/other_data.h>

namespace bellwether::python {
namespace {

/// What was asked for by name is left out only if it is clearly worse, by two standard errors; what was
/// chosen must not be worse.
constexpr double tolerance_if_named = 2, tolerance_if_chosen = 0;

/// Everything that one call brings, out of Python's hands.
struct Asked {
  std::string name = {};  ///< of a method, or auto
  Settings settings = {};
  std::vector<int> start = {};
  Knowledge knowledge = {};
  std::vector<Auxiliary> auxiliary = {};
  Rows tags = {};
  Trust trust = Trust::checked;
  bool zeros_to_largest = false;
  std::uint64_t random_seed = 0;

  bool other_data() const { return !auxiliary.empty() || tags.rows() > 0; }
};

/// What came of it, whatever was known.
struct Answer {
  Outcome outcome = {};
  Choice choice = {};  ///< the method that found it, and why
  std::optional<GuidedOutcome> guided = {};
  std::optional<OtherDataOutcome> others = {};
  std::vector<std::string> notes = {};
  double seconds = 0;
};

Outcome fit(const Asked& asked, const Method& method, const Rows& items, const Knowledge& knowledge,
            std::vector<std::string>& notes, const Run& run) {
  const Problem problem{items, asked.start, knowledge};
  if (!method.needs_directions) return method.cluster(problem, asked.settings, run);
  if (!asked.zeros_to_largest)
    require_directions(
        items, [&](Index i) { return knowledge.name_item ? knowledge.name_item(i) : std::to_string(i); });
  return cluster_around_zeros(method, problem, asked.settings, notes, run);
}

Answer guide(const Asked& asked, const Choice& choice, const Rows& items, const Run& run) {
  Answer found{.choice = choice};
  const auto with = [&](const Knowledge& some, const Run& inner) {
    return fit(asked, find_method(choice.method), items, some, found.notes, inner);
  };
  found.guided = cluster_guided(with, asked.knowledge, items.rows(), asked.trust, run);
  found.outcome = std::move(found.guided->outcome);
  return found;
}

Answer use_other_data(const Asked& asked, const Choice& choice, const Problem& problem, const Run& run) {
  const Method& method = find_method(choice.method);
  Answer found{.choice = choice};
  found.others = cluster_with_other_data(method, problem, asked.settings, asked.trust,
                                         asked.name == "auto" ? tolerance_if_chosen : tolerance_if_named,
                                         asked.random_seed, run);
  if (!found.others->check.used)
    found.choice = {without_other_data(method).name, "the other data do not help here"};
  found.outcome = found.others->outcome;
  return found;
}

Answer answer(const Asked& asked, const Rows& items, const Run& run) {
  const Problem problem{items, asked.start, asked.knowledge, asked.auxiliary, asked.tags};
  const Choice choice = asked.name == "auto" ? choose_method(problem) : Choice{asked.name, "asked for"};
  if (asked.other_data()) return use_other_data(asked, choice, problem, run);
  if (asked.knowledge.has_seeds() || asked.knowledge.has_links()) {
    Answer strict = guide(asked, choice, items, run);
    const auto milder = milder_than(choice, asked.settings);
    if (strict.guided->check.used || !milder) return strict;
    Answer mild = guide(asked, *milder, items, run);
    return mild.guided->check.used ? mild : strict;
  }
  Answer found{.choice = choice};
  found.outcome = fit(asked, find_method(choice.method), items, asked.knowledge, found.notes, run);
  return found;
}

py::list to_list(const std::vector<Link>& links) {
  py::list pairs;
  for (const Link& link : links) pairs.append(py::make_tuple(link.first, link.second));
  return pairs;
}

py::dict report(const GuidedOutcome& guided) {
  py::dict about;
  about["unguided_labels"] = to_array(guided.unguided.labels);
  about["moved"] = guided.moved;
  about["moved_uncovered"] = guided.moved_uncovered;
  about["must_broken"] = to_list(guided.links.must_broken);
  about["cannot_broken"] = to_list(guided.links.cannot_broken);
  const TrustCheck& c = guided.check;
  about["check"] =
      to_dict(CheckFigures{c.asked, c.possible, c.used, c.guided, c.unguided, c.chance,
                           "agreement with knowledge held back, 1 is all of it and 0 is chance"});
  return about;
}

py::dict report(const OtherDataOutcome& others) {
  py::dict about;
  about["unguided_labels"] = to_array(others.without.clustering.labels);
  about["moved"] = count_moved(others.without.clustering.labels, others.outcome.clustering.labels);
  const CountsCheck& c = others.check;
  about["check"] = to_dict(CheckFigures{c.asked, c.possible, c.used, c.with, c.without, c.error,
                                        "information about values held back, in nats"});
  return about;
}

py::dict report(const Answer& found, const Vectorizer& steps, const std::vector<std::string>& features) {
  py::dict dict = to_dict(found.outcome);
  const Method& method = find_method(found.choice.method);
  dict["method"] = method.name;
  dict["choice"] = found.choice.reason;
  dict["notes"] = found.notes;
  dict["seconds"] = found.seconds;
  if (found.guided) dict["guided"] = report(*found.guided);
  if (found.others) dict["guided"] = report(*found.others);
  if (method.place) dict["model"] = model_of(method, found.outcome, steps, features);
  if (can_represent(method)) {
    Vectorizer all = steps;
    for (Step& step : steps_of(method, found.outcome)) all.steps.push_back(std::move(step));
    dict["representation"] = Model{.vectorizer = std::move(all), .features = features};
  }
  return dict;
}

py::dict cluster(const std::string& name, const py::object& values, const py::dict& options,
                 const py::object& start, const py::object& seeds, const py::object& must_link,
                 const py::object& cannot_link, const py::list& auxiliary, const py::object& tags,
                 const Model* steps, const std::string& trust, bool zeros_to_largest,
                 const py::object& item_names, const py::object& cluster_names, const py::object& features,
                 std::uint64_t random_seed, int threads, const py::object& callback) {
  const Items items(values);
  if (name != "auto") find_method(name);  // says which there are
  Asked asked{.name = name,
              .settings = to_settings(options),
              .start = integers(start),
              .knowledge = {integers(seeds), links(must_link), links(cannot_link)},
              .trust = trust_by_name(trust),
              .zeros_to_largest = zeros_to_largest,
              .random_seed = random_seed};
  if (const auto names = words(item_names); !names.empty())
    asked.knowledge.name_item = [names](Index i) { return shown(names[static_cast<std::size_t>(i)]); };
  if (const auto names = words(cluster_names); !names.empty())
    asked.knowledge.name_cluster = [names](int k) {
      return k < std::ssize(names) ? shown(names[static_cast<std::size_t>(k)]) : std::to_string(k);
    };
  std::vector<Items> others;
  for (const py::handle& pair : auxiliary) {
    const auto both = pair.cast<std::pair<py::object, std::optional<double>>>();
    others.emplace_back(both.first);
    asked.auxiliary.push_back({others.back().rows(), both.second});
  }
  const std::optional<Items> tag_rows = tags.is_none() ? std::nullopt : std::optional<Items>(tags);
  if (tag_rows) asked.tags = tag_rows->rows();

  const Answer found = beside_python({threads, callback}, [&](const Run& run) {
    const auto begun = std::chrono::steady_clock::now();
    const Dataset moved = steps ? measured(*steps, items.rows(), run) : Dataset{};
    Answer result = answer(asked, steps ? moved.rows() : items.rows(), run);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return result;
  });
  return report(found, steps ? steps->vectorizer : Vectorizer{}, words(features));
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
  module.def("cluster", cluster, py::arg("method"), py::arg("items"), py::arg("options"), py::kw_only(),
             py::arg("start") = py::none(), py::arg("seeds") = py::none(), py::arg("must_link") = py::none(),
             py::arg("cannot_link") = py::none(), py::arg("auxiliary") = py::list(),
             py::arg("tags") = py::none(), py::arg("steps") = static_cast<const Model*>(nullptr),
             py::arg("trust") = "checked", py::arg("zeros_to_largest") = false,
             py::arg("item_names") = py::none(), py::arg("cluster_names") = py::none(),
             py::arg("features") = py::none(), py::arg("random_seed") = 0, py::arg("threads") = 0,
             py::arg("callback") = py::none());
  module.def("rows_of_tags", rows_of_tags, py::arg("items"), py::arg("tags"), py::arg("names"),
             py::arg("counts") = false);
}

}  // namespace bellwether::python
