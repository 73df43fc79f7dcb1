// A session that asks: questions as dictionaries, answers as words.

#include <python/bindings/arrays.h>
#include <python/bindings/clustering.h>
#include <python/bindings/finding.h>
#include <python/bindings/running.h>

#include <pybind11/stl.h>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/runs/answers.h>
#include <bellwether/runs/asking.h>

namespace bellwether::python {
namespace {

QuestionOptions kind_by_name(const std::string& name) {
  require<InvalidOption>(name == "label" || name == "pair" || name == "group",
                         "{} is '{}', but must be one of label, pair, group", setting("kind"), name);
  return {.labels = name == "label", .pairs = name == "pair", .groups = name == "group"};
}

const char* name_of(QuestionKind kind) {
  return kind == QuestionKind::label ? "label" : kind == QuestionKind::pair ? "pair" : "group";
}

py::dict question_dict(const Session& session, const Question& question) {
  py::dict dict;
  dict["kind"] = name_of(question.kind);
  dict["items"] = question.items;
  dict["clusters"] = question.clusters;
  std::vector<std::string> names;
  for (const int cluster : question.clusters)
    if (cluster < std::ssize(session.evidence().labels))
      names.push_back(session.evidence().labels[static_cast<std::size_t>(cluster)]);
  dict["names"] = names;
  dict["why"] = question.why;
  dict["effect"] = question.effect;
  return dict;
}

/// A session with the questions that were handed out, by their numbers.
class Asking {
 public:
  Asking(const py::object& values, Evidence evidence, const Wishes& wishes, const py::object& ids,
         const std::string& kind, int threads)
      : options_(kind_by_name(kind)), threads_(threads) {
    Dataset items = copy_of(Items(values).rows());
    items.ids = words(ids);
    session_ =
        std::make_unique<Session>(bellwether::material_of(std::move(items)), std::move(evidence), wishes);
    run([&](const Run& run) { session_->carry_out(run); });
  }

  py::list next(int n) {
    py::list list;
    for (Question& question : questions(*session_, n, options_)) {
      py::dict dict = question_dict(*session_, question);
      dict["number"] = asked_.size();
      asked_.push_back(std::move(question));
      list.append(dict);
    }
    return list;
  }

  void answer(std::size_t number, const std::string& text) {
    require(number < asked_.size(), "there is no question {}: {} were asked", number, asked_.size());
    take_answer(*session_, asked_[number], answer_in(text, asked_[number], *session_));
    update();
  }

  bool undo() {
    const bool undone = session_->take_back().has_value();
    if (undone) update();
    return undone;
  }

  py::dict finish() {
    run([&](const Run& run) { session_->adopt(checking(*session_)(run)); });
    py::dict dict = python::to_dict(session_->finding());
    dict["seeds"] = to_array(session_->evidence().seeds);
    dict["label_names"] = session_->evidence().labels;
    dict["must_link"] = session_->evidence().must_link;
    dict["cannot_link"] = session_->evidence().cannot_link;
    std::vector<std::string> doubtful;
    for (const Doubtful& one : doubtful_answers(*session_)) doubtful.push_back(one.words);
    dict["doubtful"] = doubtful;
    return dict;
  }

 private:
  void run(const std::function<void(const Run&)>& work) { run_beside_python({threads_}, work); }

  /// Where no clustering keeps all answers, questions go on from the last one.
  void update() {
    run([&](const Run& run) {
      try {
        session_->update(run);
      } catch (const InvalidInput&) {
      }
    });
  }

  std::unique_ptr<Session> session_;
  QuestionOptions options_;
  int threads_;
  std::vector<Question> asked_ = {};
};

}  // namespace

void bind_asking(py::module_& module) {
  py::class_<Asking>(module, "Asking")
      .def(py::init<const py::object&, Evidence, const Wishes&, const py::object&, const std::string&, int>(),
           py::arg("items"), py::arg("evidence"), py::arg("wishes"), py::arg("ids"), py::arg("kind"),
           py::arg("threads"))
      .def("next", &Asking::next, py::arg("n"))
      .def("answer", &Asking::answer, py::arg("number"), py::arg("text"))
      .def("undo", &Asking::undo)
      .def("finish", &Asking::finish);
}

}  // namespace bellwether::python
