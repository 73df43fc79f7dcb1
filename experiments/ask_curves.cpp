#include <experiments/ask_curves.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/take.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/runs/answers.h>
#include <bellwether/runs/asking.h>
#include <bellwether/scores/agreement.h>
#include <experiments/ask_tables.h>
#include <experiments/guided_data.h>
#include <experiments/study.h>

namespace bellwether::experiments {
namespace {

namespace fs = std::filesystem;

constexpr int most_sampled = 1000;

struct AskedSet {
  Material material = {};
  std::vector<int> truth = {};
  int classes = 0;
  bool sampled = false;  ///< each draw takes some of the items
  std::string prepared = {};
};

AskedSet table(const fs::path& file, const std::string& label_column, bool standard, bool sampled,
               const std::string& prepared) {
  Dataset items = read(file, {.label_column = label_column});
  const CodedLabels coded = encode(items.labels);
  items.labels.clear();
  if (standard) {
    Matrix& x = std::get<Matrix>(items.values);
    for (Index j = 0; j < x.cols(); ++j) {
      x.col(j).array() -= x.col(j).mean();
      x.col(j) /= std::max(std::sqrt(x.col(j).squaredNorm() / static_cast<double>(x.rows())), 1e-300);
    }
  }
  return {material_of(std::move(items)), coded.codes, static_cast<int>(coded.names.size()), sampled,
          prepared};
}

std::optional<AskedSet> read_set(const fs::path& folder, const std::string& name, std::string& missing,
                                 const Run& run) {
  const auto from = [&](const char* file, const char* label_column, bool standard, bool sampled,
                        const char* prepared) -> std::optional<AskedSet> {
    if (fs::exists(folder / file)) return table(folder / file, label_column, standard, sampled, prepared);
    missing = file;
    return std::nullopt;
  };
  if (name == "iris") return from("iris/iris.data", "last", false, false, "as published");
  if (name == "wine") return from("wine/wine.data", "first", true, false, "standardised");
  if (name == "optrec")
    return from("optrec/optdigits.tes", "last", false, false, "the test half, as published");
  if (name == "breast_cancer")
    return from("breast_cancer/breast_cancer.csv", "last", true, false, "standardised");
  if (name == "letter")
    return from("letter/letter-recognition.data", "first", false, true, "1000 items drawn at random");
  auto set = read_guided_set(folder, name, missing, run);
  if (!set) return std::nullopt;
  return AskedSet{std::move(set->material), std::move(set->truth), set->classes, false, set->prepared};
}

/// The items of one draw.
AskedSet drawn(const AskedSet& set, Random random) {
  if (!set.sampled) return set;
  std::vector<Index> rows(set.truth.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Index>(i);
  random.shuffle(rows);
  rows.resize(std::min<std::size_t>(rows.size(), most_sampled));
  AskedSet some{set.material, {}, set.classes};
  some.material.items = take_items(set.material.items, rows);
  for (const Index row : rows) some.truth.push_back(set.truth[static_cast<std::size_t>(row)]);
  return some;
}

struct Asker {
  QuestionOptions options = {};
  double wrong = 0;  ///< the share of answers
};

Asker asker_of(const std::string& method) {
  const bool labels = method.starts_with("labels");
  const double wrong = method.find(" 5 %") != std::string::npos    ? 0.05
                       : method.find(" 10 %") != std::string::npos ? 0.1
                                                                   : 0;
  return {{.labels = labels, .pairs = !labels}, wrong};
}

Answer answer_of(const AskedSet& set, const Question& question, bool wrong, Random& random) {
  const int own = set.truth[static_cast<std::size_t>(question.items.front())];
  if (question.kind == QuestionKind::label) {
    const int shift = wrong ? 1 + static_cast<int>(random.below(set.classes - 1)) : 0;
    return {Reply::name, fmt::format("class {}", (own + shift) % set.classes)};
  }
  const bool together = own == set.truth[static_cast<std::size_t>(question.items.back())];
  return {together != wrong ? Reply::yes : Reply::no};
}

/// Contradictions, which wrong answers lead to, are taken for "don't know".
void take(Session& session, const Question& question, const Answer& answer) {
  try {
    take_answer(session, question, answer);
  } catch (const InvalidInput&) {
    take_answer(session, question, {Reply::unknown});
  }
}

double agreement(const std::vector<int>& labels, const std::vector<int>& truth,
                 const std::vector<bool>& left_out) {
  std::vector<int> found, meant;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!left_out.empty() && left_out[i]) continue;
    found.push_back(labels[i]);
    meant.push_back(truth[i]);
  }
  return adjusted_rand_index(cross_tabulate(found, meant));
}

/// Over all items and over those that no question named, after so many answers.
std::vector<double> score(const AskedSet& all, const StudyMethod& method, int split,
                          const Searches& searches) {
  const Random random = Random(searches.random_seed).split(7000 + static_cast<std::uint64_t>(split));
  const AskedSet set = drawn(all, random.split(1));
  const std::uint64_t random_seed = random.split(2).bits();
  const Wishes wishes{.clusters = set.classes, .random_seed = random_seed >> 2};
  Session session(set.material, {}, wishes);
  session.carry_out(searches.run);
  if (method.name == "no answers") {
    const double plain = agreement(session.labels(), set.truth, {});
    return {plain, plain};
  }
  const Asker asker = asker_of(method.name);
  Random lies = random.split(3);
  std::vector<bool> named(set.truth.size(), false);
  for (int answer = 0; answer < static_cast<int>(method.value); ++answer) {
    const auto next = questions(session, 1, asker.options);
    if (next.empty()) break;
    for (const Index item : next.front().items) named[static_cast<std::size_t>(item)] = true;
    take(session, next.front(), answer_of(set, next.front(), lies.uniform() < asker.wrong, lies));
    try {
      session.update(searches.run);
    } catch (const InvalidInput&) {
      // No clustering keeps all answers: the next question comes from the last one, as in `ask`.
    }
  }
  session.adopt(checking(session)(searches.run));
  return {agreement(session.labels(), set.truth, {}), agreement(session.labels(), set.truth, named)};
}

std::optional<OpenedData> open(const Request& request, const std::string& dataset, std::string& missing,
                               const Run& run) {
  auto read = read_set(request.data, dataset, missing, run);
  if (!read) return std::nullopt;
  const auto set = std::make_shared<const AskedSet>(std::move(*read));
  const Rows rows = set->material.items.rows();
  const Index items = set->sampled ? std::min<Index>(rows.rows(), most_sampled) : rows.rows();
  return OpenedData{set->prepared, items, rows.columns(), set->classes,
                    [set](const StudyMethod& method, int split, const Searches& searches) {
                      return score(*set, method, split, searches);
                    }};
}

}  // namespace

Experiment ask_curves() {
  Study study{.paper = "ask",
              .name = "curves",
              .source = "Not from a paper: what the questions of `bellwether ask` are worth.",
              .summary = "agreement with the classes after so many answers, of pairs and of labels",
              .measures = {"ARI of all items", "ARI of items not asked about"},
              .axis = "answers",
              .baseline = "no answers",
              .datasets = {"iris", "wine", "optrec", "breast_cancer", "letter", "20newsgroups"},
              .splits = 10,
              .restarts = 1,
              .open = open,
              .tables = ask_tables};
  study.methods.push_back({"no answers", "the library's default with the true number of clusters"});
  const std::vector<std::pair<std::string, std::string>> askers{
      {"pairs", "each question is whether two items belong together, and each counts as one answer"},
      {"pairs 5 % wrong", "the same, one answer in twenty is wrong"},
      {"pairs 10 % wrong", "one answer in ten is wrong"},
      {"labels", "each question is which class an item is of"},
      {"labels 10 % wrong", "one answer in ten names another class"}};
  for (const auto& [name, what] : askers)
    for (const int answers : {5, 10, 25, 50, 100})
      study.methods.push_back({name, what, fmt::format("{}", answers), static_cast<double>(answers)});
  study.notes = {
      "The way of asking was chosen on iris, wine, breast_cancer and digits by pairs without wrong answers, "
      "so "
      "figures on these flatter. letter and 20newsgroups were looked at last, but one rule (what could not "
      "be "
      "checked may not move many items) was added after their first figures, so that these flatter, too.",
      "Draws differ in the random seed, in the answers that are wrong, and for letter in the items.",
      "An answer that contradicts others is taken for \"don't know\", and counts."};
  return experiment_of(study);
}

}  // namespace bellwether::experiments
