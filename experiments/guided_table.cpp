#include <experiments/guided_table.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/runs/choose_other_data.h>
#include <bellwether/runs/facts.h>
#include <bellwether/runs/finding.h>
#include <bellwether/scores/information.h>
#include <bellwether/scores/matching.h>
#include <experiments/guided_cells.h>
#include <experiments/guided_knowledge.h>
#include <experiments/guided_rivals.h>

namespace bellwether::experiments {
namespace {

enum class Told { nothing, seeds, seeds_of_half, seeds_of_each, links, known, auxiliary };

struct Setting {
  std::string name = {}, what = {};
  Told told = Told::nothing;
  double amount = 0;  ///< a share of the items, or a number
  Untruth untruth = {};
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> made{{"nothing", "the default without any knowledge, beside k-means"},
                              {"seeds 1 %", "1 % of the items are seeds, drawn at random", Told::seeds, 0.01},
                              {"seeds 5 %", "5 % of the items", Told::seeds, 0.05},
                              {"seeds 20 %", "20 % of the items", Told::seeds, 0.2},
                              {"30 % wrong",
                               "seeds of 5 % of the items, of which 30 % have another class than their own",
                               Told::seeds,
                               0.05,
                               {0.3}},
                              {"nonsense seeds",
                               "seeds of 5 % of the items, each with a random class",
                               Told::seeds,
                               0.05,
                               {0, true}},
                              {"half of the classes", "10 % of the items of half of the classes are seeds",
                               Told::seeds_of_half, 0.1}};
    for (const int each : {2, 5, 10, 20, 50})
      made.push_back({fmt::format("{} a class", each),
                      fmt::format("{} seeds of each class, of small classes half of their items", each),
                      Told::seeds_of_each, static_cast<double>(each)});
    made.insert(made.end(),
                {{"50 links", "25 must-links and 25 cannot-links between random items", Told::links, 50},
                 {"300 links", "150 of each kind", Told::links, 300},
                 {"20 % wrong", "300 links, 20 % of which are of the other kind", Told::links, 300, {0.2}},
                 {"nonsense links",
                  "150 of each kind between random items, whatever their classes",
                  Told::links,
                  300,
                  {0, true}},
                 {"known", "items of two thirds of the classes are known, those of the others are clustered",
                  Told::known},
                 {"shuffled", "the same with the known classes shuffled", Told::known, 0, {0, true}},
                 {"auxiliary",
                  "of half of the classes 20 items are clustered; all other items of the set are auxiliary",
                  Told::auxiliary, 20},
                 {"shuffled words",
                  "the same with the features of the auxiliary items shuffled",
                  Told::auxiliary,
                  20,
                  {0, true}}});
    return made;
  }();
  return all;
}

const Setting& setting_of(const std::string& name) {
  return *std::ranges::find(settings(), name, &Setting::name);
}

bool has_place(const Setting& setting, Index items, int classes, bool counts) {
  const auto count = static_cast<double>(items);
  constexpr double most_seeded = 0.6, fewest_free = 50;
  constexpr int fewest_classes = 6;  // four known ones are needed to hold some back
  if (setting.told == Told::seeds_of_each) return setting.amount * classes <= most_seeded * count;
  if (setting.told == Told::links) return count * std::exp(-2 * setting.amount / count) >= fewest_free;
  if (setting.told == Told::auxiliary) return counts && classes > 2;
  return setting.told != Told::known || classes >= fewest_classes;
}

/// Clusters and classes of the items that are not named.
Contingency tabulate_others(const std::vector<int>& labels, const std::vector<int>& truth,
                            const std::vector<bool>& named) {
  std::vector<int> found, meant;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!named.empty() && named[i]) continue;
    found.push_back(labels[i]);
    meant.push_back(truth[i]);
  }
  return cross_tabulate(found, meant);
}

/// Items with what is told of them, and their classes, which are not.
struct Problem {
  const Material& material;
  const Evidence& evidence;
  const std::vector<int>& truth;
};

/// With and without what is told, and by the default before, over the items that it does not name.
std::vector<double> gain_in_nmi(const Problem& problem, EvidenceKind kind, const Wishes& wishes,
                                const Run& run) {
  const Timed made = find(problem.material, problem.evidence, wishes, run);
  const Finding& finding = made.finding;
  const auto score = [&](const std::vector<int>& labels) {
    return nmi(tabulate_others(labels, problem.truth, finding.covered));
  };
  return {score(finding.labels()), score(finding.plain.labels), finding.used(kind) ? 1.0 : 0.0, made.seconds,
          score(default_before(problem.material, wishes, run))};
}

std::vector<double> beside_kmeans(const GuidedSet& set, const Wishes& wishes, const Run& run) {
  const Timed made = find(set.material, {}, wishes, run);
  const Timed simple = find(set.material, {}, usual_measures(set, wishes, "kmeans"), run);
  const auto score = [&](const std::vector<int>& labels) {
    return nmi(tabulate_others(labels, set.truth, {}));
  };
  return {score(made.finding.labels()), score(simple.finding.labels()), 0, made.seconds,
          score(default_before(set.material, wishes, run))};
}

/// The share of the items without a seed that are found under the name of their class.
double share_named(const std::vector<int>& labels, const Evidence& evidence, const std::vector<int>& truth) {
  double right = 0, all = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (evidence.seeds[i] != unlabelled) continue;
    ++all;
    const auto name = static_cast<std::size_t>(labels[i]);
    if (labels[i] >= 0 && name < evidence.labels.size())
      right += evidence.labels[name] == fmt::format("{}", truth[i]);
  }
  return right / all;
}

double accuracy_by_name(const Finding& finding, const Evidence& evidence, const std::vector<int>& truth) {
  const bool named = finding.used(EvidenceKind::seeds);
  return share_named(named ? finding.labels() : named_by(finding.labels(), evidence.seeds), evidence, truth);
}

std::vector<double> beside_logistic(const GuidedSet& set, const Evidence& evidence, const Wishes& wishes,
                                    const Run& run) {
  const Timed made = find(set.material, evidence, wishes, run);
  Wishes alone = usual_measures(set, wishes, "logistic");
  alone.trust = Trust::always;
  const Timed classified = find(set.material, evidence, alone, run);
  return {
      accuracy_by_name(made.finding, evidence, set.truth),
      accuracy_by_name(classified.finding, evidence, set.truth),
      made.finding.used(EvidenceKind::seeds) ? 1.0 : 0.0, made.seconds,
      share_named(named_by(default_before(set.material, wishes, run), evidence.seeds), evidence, set.truth)};
}

/// Links that contradict each other in a way that only a search finds out are drawn again, too.
std::vector<double> with_links(const GuidedSet& set, const Setting& setting, const Random& random,
                               const Wishes& wishes, const Run& run) {
  constexpr std::uint64_t most_draws = 10;
  for (std::uint64_t draw = 0;; ++draw) {
    const Evidence links =
        draw_links(set.truth, static_cast<int>(setting.amount), setting.untruth, random.split(100 + draw));
    try {
      return gain_in_nmi({set.material, links, set.truth}, EvidenceKind::links, wishes, run);
    } catch (const InvalidInput&) {
      if (draw + 1 == most_draws) throw;
    }
  }
}

std::vector<double> with_known(const GuidedSet& set, bool shuffled, const Random& random, Wishes wishes,
                               const Run& run) {
  const KnownDraw draw = draw_known(set.truth, set.classes, random);
  Material material = set.material;
  material.items = take_items(set.material.items, draw.others);
  Evidence evidence;
  evidence.known.items = take_items(set.material.items, draw.known);
  std::vector<std::string> classes;
  for (const Index i : draw.known)
    classes.push_back(fmt::format("{}", set.truth[static_cast<std::size_t>(i)]));
  if (shuffled) random.split(5).shuffle(classes);
  CodedLabels coded = encode(classes);
  evidence.known.classes = std::move(coded.codes);
  evidence.known.names = std::move(coded.names);
  std::vector<int> truth;
  for (const Index i : draw.others) truth.push_back(set.truth[static_cast<std::size_t>(i)]);
  wishes.clusters = set.classes - static_cast<int>(evidence.known.names.size());
  return gain_in_nmi({material, evidence, truth}, EvidenceKind::known, wishes, run);
}

/// A few items that others of the same kind may help to sort.
std::vector<double> with_auxiliary(const GuidedSet& set, const Setting& setting, const Random& random,
                                   Wishes wishes, const Run& run) {
  const AuxiliaryDraw draw = draw_auxiliary(set.truth, set.classes, static_cast<int>(setting.amount), random);
  Material material = set.material;
  material.items = take_items(set.material.items, draw.items);
  OtherItems others{.source = "auxiliary items", .rows = take_items(set.material.items, draw.others)};
  others.items = others.rows.items();
  Evidence evidence{.auxiliary = {std::move(others)}};
  if (setting.untruth.nonsense)
    evidence.auxiliary = with_shuffled_features(std::move(evidence.auxiliary), random.split(8).bits());
  std::vector<int> truth;
  for (const Index i : draw.items) truth.push_back(set.truth[static_cast<std::size_t>(i)]);
  wishes.clusters = (set.classes + 1) / 2;
  return gain_in_nmi({material, evidence, truth}, EvidenceKind::auxiliary, wishes, run);
}

std::optional<OpenedData> open(const Request& request, const std::string& dataset, std::string& missing,
                               const Run& run) {
  auto read = read_guided_set(request.data, dataset, missing, run);
  if (!read) return std::nullopt;
  const auto set = std::make_shared<const GuidedSet>(std::move(*read));
  const Rows rows = set->material.items.rows();
  return OpenedData{
      set->prepared,
      rows.rows(),
      rows.columns(),
      set->classes,
      [set](const StudyMethod& method, int, const Searches& searches) {
        return score_guided(*set, method.name, searches);
      },
      [items = rows.rows(), classes = set->classes, counts = set->counts](const StudyMethod& method) {
        return has_place(setting_of(method.name), items, classes, counts);
      }};
}

}  // namespace

std::vector<double> score_guided(const GuidedSet& set, const std::string& method, const Searches& searches) {
  const Setting& setting = setting_of(method);
  // What is told must not be drawn from the numbers that the library draws its starts from.
  const Random random = Random(searches.random_seed).split(9000);
  const Wishes wishes{.clusters = set.classes, .random_seed = searches.random_seed};
  const auto seeded = [&](const std::vector<int>& seeds) {
    const Evidence evidence = as_evidence(seeds);
    return gain_in_nmi({set.material, evidence, set.truth}, EvidenceKind::seeds, wishes, searches.run);
  };
  switch (setting.told) {
    case Told::nothing:
      return beside_kmeans(set, wishes, searches.run);
    case Told::seeds:
      return seeded(draw_seeds(set.truth, set.classes, setting.amount, setting.untruth, random));
    case Told::seeds_of_half:
      return seeded(draw_seeds_of_half(set.truth, set.classes, setting.amount, random));
    case Told::seeds_of_each:
      return beside_logistic(
          set,
          as_evidence(draw_seeds_of_each(set.truth, set.classes, static_cast<int>(setting.amount), random)),
          wishes, searches.run);
    case Told::links:
      return with_links(set, setting, random, wishes, searches.run);
    case Told::known:
      return with_known(set, setting.untruth.nonsense, random, wishes, searches.run);
    case Told::auxiliary:
      return with_auxiliary(set, setting, random, wishes, searches.run);
  }
  throw Error("there is no such setting");
}

Experiment guided_table() {
  Study study{
      .paper = "guided",
      .name = "table",
      .source = "Not from a paper: what knowledge is worth with this library's own choices.",
      .summary = "how much seeds, links, known classes and auxiliary items help, and what wrong ones do",
      .measures = {"score", "without", "used", "seconds", "before"},
      .baseline = "nothing",
      .datasets = guided_set_names(),
      .splits = 3,
      .restarts = 1,
      .open = open,
      .tables = guided_tables};
  for (const Setting& setting : settings()) {
    StudyMethod method{setting.name, setting.what};
    method.baseline = setting.name;
    study.methods.push_back(method);
  }
  study.notes = {
      "The ways in which knowledge is used, and what each is expected to gain, were chosen on the "
      "development sets, so figures on these flatter. The other sets were not looked at before; several are "
      "of the same kinds (digits, words of articles).",
      "Every run is the library's default with what is told, checks included: nothing is set by hand.",
      "k-means and `logistic` alone are given standardised features; of counts, ltc, 100 dimensions by svd "
      "and length 1.",
      "Items in a seed or a link are never scored. Where fewer than 50 items would be left by links, or more "
      "than 60 % of them were seeds, a cell is empty; so is that of known classes with fewer than six "
      "classes "
      "in all.",
      "Links that contradict each other are drawn again: a cannot-link within what must-links join, and what "
      "the library refuses.",
      "Times are of one processor core, and the only figures here that another run does not give again."};
  return experiment_of(study);
}

}  // namespace bellwether::experiments
