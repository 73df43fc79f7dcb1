#include <experiments/transfer_tasks.h>

#include <algorithm>

#include <fmt/format.h>

#include <bellwether/engine/random.h>

namespace bellwether::experiments {
namespace {

using Names = std::vector<std::string>;

const Names& caltech_classes() {
  static const Names names{
      "Faces",     "Leopards",        "Motorbikes", "airplanes", "bonsai",   "brain",    "buddha",
      "butterfly", "car_side",        "chandelier", "crab",      "crayfish", "ewer",     "grand_piano",
      "hawksbill", "electric_guitar", "helicopter", "ibis",      "kangaroo", "ketch",    "laptop",
      "llama",     "menorah",         "minaret",    "revolver",  "scorpion", "starfish", "sunflower",
      "trilobite", "umbrella",        "watch"};
  return names;
}

const Names& scenes() {
  static const Names names{"Coast",   "Forest",      "Highway", "Insidecity", "Mountain",
                           "Office",  "OpenCountry", "Street",  "Suburb",     "TallBuilding",
                           "bedroom", "industrial",  "kitchen", "livingroom", "store"};
  return names;
}

const Names& bbc_classes() {
  static const Names names{"business", "entertainment", "politics", "sport", "tech"};
  return names;
}

/// In an order that the year of the paper fixes.
Names drawn_by(std::uint64_t year, Names names) {
  std::ranges::sort(names);
  Random(year).shuffle(names);
  return names;
}

Names without(const Names& all, const Names& some) {
  Names rest;
  for (const std::string& name : all)
    if (std::ranges::find(some, name) == some.end()) rest.push_back(name);
  return rest;
}

/// Gives the next classes of a list, one task after the other.
class Dealer {
 public:
  explicit Dealer(Names classes) : classes_(std::move(classes)) {}
  Names next(int count) {
    const auto begin = classes_.begin() + taken_;
    taken_ += count;
    return {begin, begin + count};
  }

 private:
  Names classes_;
  std::ptrdiff_t taken_ = 0;
};

struct Kind {
  const char* name;
  int classes;
  int count;
};

/// Tasks "bi1", "bi2", ... of classes that are dealt out.
std::vector<Task> dealt(const Task& like, const Names& classes, const std::vector<Kind>& kinds) {
  Dealer dealer(classes);
  std::vector<Task> tasks;
  for (const Kind& kind : kinds)
    for (int i = 1; i <= kind.count; ++i) {
      Task task = like;
      task.name = fmt::format("{}-{}{}", like.name, kind.name, i);
      task.classes = dealer.next(kind.classes);
      tasks.push_back(std::move(task));
    }
  return tasks;
}

/// All others of `classes` are auxiliary.
void let_others_help(std::vector<Task>& tasks, const Names& classes) {
  for (Task& task : tasks) task.others = without(classes, task.classes);
}

void append(std::vector<Task>& all, std::vector<Task> more) {
  std::ranges::move(more, std::back_inserter(all));
}

Task news_task(const std::string& name, const Names& classes) {
  return {.name = name,
          .corpus = "20newsgroups",
          .classes = classes,
          .others = without(newsgroups(), classes),
          .items = 50,
          .other_items = 100,
          .feature_in = 3,
          .tag_in = 3};
}

Task bbc_task(const std::string& name, const Names& classes) {
  return {.name = name,
          .corpus = "bbc",
          .classes = classes,
          .others = without(bbc_classes(), classes),
          .items = 50,
          .other_items = 200,
          .feature_in = 3};
}

Task annotated_pictures(const std::string& name, const Names& classes = {}) {
  return {.name = name,
          .corpus = "pictures",
          .classes = classes,
          .others = {"images-dev", "images-test"},
          .items = 50,
          .tag_in = 5};
}

constexpr std::uint64_t stc_year = 2008, aplsa_year = 2009;

}  // namespace

const std::vector<std::string>& newsgroups() {
  static const std::vector<std::string> names{"alt.atheism",
                                              "comp.graphics",
                                              "comp.os.ms-windows.misc",
                                              "comp.sys.ibm.pc.hardware",
                                              "comp.windows.x",
                                              "comp.sys.mac.hardware",
                                              "misc.forsale",
                                              "rec.autos",
                                              "rec.motorcycles",
                                              "rec.sport.baseball",
                                              "rec.sport.hockey",
                                              "sci.crypt",
                                              "sci.electronics",
                                              "sci.med",
                                              "sci.space",
                                              "soc.religion.christian",
                                              "talk.politics.guns",
                                              "talk.politics.mideast",
                                              "talk.politics.misc",
                                              "talk.religion.misc"};
  return names;
}

std::vector<Task> stc_tasks() {
  Names objects = drawn_by(stc_year, caltech_classes());
  objects.resize(20);
  std::vector<Task> tasks = dealt({.name = "caltech", .corpus = "caltech101", .items = 70}, objects,
                                  {{"bi", 2, 6}, {"tri", 3, 1}, {"quint", 5, 1}});
  let_others_help(tasks, objects);
  std::vector<Task> of_scenes = dealt({.name = "scene", .corpus = "scene15", .items = 70},
                                      drawn_by(stc_year, scenes()), {{"bi", 2, 3}, {"quad", 4, 1}});
  let_others_help(of_scenes, scenes());
  append(tasks, std::move(of_scenes));
  append(
      tasks,
      {news_task("news-bi1", {"rec.autos", "rec.motorcycles"}),
       news_task("news-bi2", {"sci.med", "sci.space"}),
       news_task("news-bi3", {"comp.graphics", "comp.windows.x"}),
       news_task("news-tri1", {"talk.politics.guns", "talk.politics.mideast", "talk.politics.misc"}),
       news_task("news-quint1",
                 {"comp.graphics", "rec.autos", "sci.space", "soc.religion.christian", "misc.forsale"}),
       bbc_task("bbc-bi1", {"business", "politics"}), bbc_task("bbc-tri1", {"business", "sport", "tech"})});
  return tasks;
}

std::vector<Task> two_class_tasks(const std::vector<Task>& tasks, const Names& groups) {
  std::vector<Task> some;
  for (const Task& task : tasks)
    if (task.classes.size() == 2 &&
        std::ranges::find(groups, task.name.substr(0, task.name.find('-'))) != groups.end())
      some.push_back(task);
  return some;
}

std::vector<Task> aplsa_tasks() {
  std::vector<Task> tasks = dealt(annotated_pictures("caltech"), drawn_by(aplsa_year, caltech_classes()),
                                  {{"bi", 2, 6}, {"quad", 4, 2}, {"quint", 5, 1}});
  append(tasks, {annotated_pictures("scene-bi7", {"Highway", "livingroom"}),
                 annotated_pictures("scene-oct1", {"Highway", "Mountain", "kitchen", "Coast", "Office",
                                                   "TallBuilding", "livingroom", "bedroom"}),
                 news_task("news-bi1", {"rec.autos", "rec.motorcycles"}),
                 news_task("news-bi2", {"sci.med", "sci.space"}),
                 news_task("news-quint1", {"comp.graphics", "rec.autos", "sci.space",
                                           "soc.religion.christian", "misc.forsale"})});
  return tasks;
}

std::vector<Task> aplsa_development_tasks() {
  Names objects = drawn_by(aplsa_year, caltech_classes());
  objects.erase(objects.begin(), objects.begin() + 25);  // the others are in aplsa_tasks()
  std::vector<Task> tasks = dealt(annotated_pictures("caltech"), objects, {{"tune", 2, 3}});
  append(tasks, {annotated_pictures("scene-tune4", {"Forest", "Insidecity"}),
                 annotated_pictures("scene-tune5", {"OpenCountry", "Street", "Suburb", "industrial"}),
                 news_task("news-tune6", {"comp.os.ms-windows.misc", "comp.windows.x"}),
                 news_task("news-tune7", {"talk.politics.guns", "talk.politics.mideast"})});
  return tasks;
}

}  // namespace bellwether::experiments
