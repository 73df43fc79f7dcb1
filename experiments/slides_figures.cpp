#include <experiments/slides_figures.h>

#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/engine/random.h>
#include <bellwether/links/cop_kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/scores/information.h>
#include <experiments/corpora.h>
#include <experiments/study.h>
#include <experiments/transfer_tasks.h>

namespace bellwether::experiments {
namespace {

constexpr int documents_of_a_group = 100, documents_if_quick = 50;

const char* const source =
    "S. Basu, A. Banerjee, R. Mooney. Semi-supervised clustering by seeding. ICML 2002; shown in "
    "Semi-supervised learning, CS 145, 2015 (slides).";

const std::vector<std::string>& groups_of(const std::string& dataset) {
  static const std::vector<std::string> different{"alt.atheism", "rec.sport.baseball", "sci.space"};
  static const std::vector<std::string> same{"comp.graphics", "comp.os.ms-windows.misc", "comp.windows.x"};
  return dataset == "different3" ? different : dataset == "same3" ? same : newsgroups();
}

std::optional<SeedingData> read_k1a(const Request& request, std::string& missing) {
  const auto file = request.data / "cluto_docs/k1a.mat.gz";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    missing = "cluto_docs/k1a.mat.gz";
    return std::nullopt;
  }
  const Dataset counts = read(file);
  const CodedLabels classes = encode(counts.labels);
  return weighted_documents(std::get<SparseMatrix>(counts.values), classes.codes,
                            static_cast<int>(classes.names.size()));
}

struct Documents {
  std::shared_ptr<const SeedingData> data = {};
  std::string prepared = {};
};

std::optional<Documents> documents_of(const Request& request, const std::string& dataset,
                                      std::string& missing, const Run& run) {
  if (dataset == "k1a") {
    auto data = read_k1a(request, missing);
    if (!data) return std::nullopt;
    return Documents{std::make_shared<SeedingData>(std::move(*data)), "words as given, tf-idf, length 1"};
  }
  const std::optional<Corpus> corpus = read_corpus(request.data, "20newsgroups", {}, run);
  if (!corpus) {
    missing = "20newsgroups";
    return std::nullopt;
  }
  const int each = request.quick ? documents_if_quick : documents_of_a_group;
  return Documents{
      std::make_shared<SeedingData>(draw_documents(*corpus, groups_of(dataset), each, request.random_seed)),
      fmt::format("{} documents of each group; {}; tf-idf, length 1", each, corpus->prepared)};
}

/// The mean over searches of what `measure` makes of their labels.
std::vector<double> mean_of_searches(
    const std::string& method, const SeedingData& data, const std::vector<int>& seeds,
    const Searches& searches, const std::function<std::vector<double>(const std::vector<int>&)>& measure) {
  std::vector<double> sums;
  for (int r = 0; r < searches.restarts && !searches.run.stop.stop_requested(); ++r) {
    const std::uint64_t random_seed =
        Random(searches.random_seed).split(static_cast<std::uint64_t>(r)).bits() >> 1;
    const auto scores = measure(cluster_with_seeds(method, data, seeds, random_seed, searches.run));
    sums.resize(scores.size());
    for (std::size_t m = 0; m < scores.size(); ++m) sums[m] += scores[m] / searches.restarts;
  }
  return sums;
}

/// Of the items set aside alone.
std::vector<double> information_on_test(const std::vector<int>& labels, const SeedingData& data,
                                        const std::vector<Index>& test) {
  std::vector<int> found, truth;
  for (const Index i : test) {
    found.push_back(labels[static_cast<std::size_t>(i)]);
    truth.push_back(data.truth[static_cast<std::size_t>(i)]);
  }
  const Contingency table = cross_tabulate(found, truth);
  return {mutual_information(table), nmi(table)};
}

std::vector<StudyMethod> methods_at(const std::vector<double>& places) {
  std::vector<StudyMethod> methods{{"kmeans", "spherical k-means without seeds, from k-means++"}};
  const std::vector<std::pair<std::string, std::string>> with_seeds{
      {"seeded", "spherical k-means that begins with the means of the seeds"},
      {"constrained", "the same, and every seed stays in its cluster"},
      {"cop",
       "COP-k-means on the same directions from k-means++, with the links that the seeds give; it finds "
       "labels that keep every link, where the paper's pass may give up"}};
  for (const double place : places)
    for (const auto& [name, what] : with_seeds)
      methods.push_back({name, what, fmt::format("{:g}", place), place});
  return methods;
}

Study like_basu(const std::string& name, const std::string& summary, const std::string& axis) {
  Study study{.paper = "slides",
              .name = name,
              .source = source,
              .summary = summary,
              .measures = {"MI", "NMI"},
              .axis = axis,
              .baseline = "kmeans",
              .splits_are = "folds of ten",
              .split = "folds"};
  study.notes = {
      "A tenth of the items is set aside, seeds are drawn from the others, all items are clustered, and "
      "scores are of those set aside. MI is in nats, NMI divides it by the mean of the two entropies.",
      "Words are stems without stop words, of articles without their headers, that at least two documents of "
      "the draw have.",
      "The figures of the slides are plots whose values are lost in the text that we have; what they show is "
      "said in the protocol."};
  return study;
}

const std::vector<double>& fractions() {
  static const std::vector<double> tenths{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  return tenths;
}

OpenedData opened(const Documents& documents) {
  return {documents.prepared, documents.data->items.rows(), documents.data->items.columns,
          documents.data->classes};
}

}  // namespace

std::vector<int> cluster_with_seeds(const std::string& method, const SeedingData& data,
                                    std::span<const int> seeds, std::uint64_t random_seed, const Run& run) {
  if (method == "cop")
    return cop_kmeans(data.items, links_of_seeds(seeds, data.classes),
                      {.clusters = data.classes, .restarts = 1, .random_seed = random_seed}, run)
        .labels;
  const SphericalOptions options{.clusters = data.classes, .restarts = 1, .random_seed = random_seed};
  if (method == "kmeans") return spherical_kmeans(data.items, options, run).labels;
  return spherical_kmeans(data.items, options, run, {.labels = seeds, .hold = method == "constrained"})
      .labels;
}

Experiment slides_mi() {
  Study study = like_basu("mi", "mutual information against the fraction of seeds", "seed fraction");
  study.datasets = {"small20", "different3", "same3"};
  study.methods = methods_at(fractions());
  study.open = [](const Request& request, const std::string& dataset, std::string& missing,
                  const Run& run) -> std::optional<OpenedData> {
    const auto documents = documents_of(request, dataset, missing, run);
    if (!documents) return std::nullopt;
    OpenedData data = opened(*documents);
    data.score = [mine = documents->data, request](const StudyMethod& method, int split,
                                                   const Searches& searches) {
      const SeededFold fold =
          draw_fold(mine->truth, mine->classes, method.value, 0, request.random_seed, split);
      return mean_of_searches(method.name, *mine, fold.seeds, searches, [&](const std::vector<int>& labels) {
        return information_on_test(labels, *mine, fold.test);
      });
    };
    return data;
  };
  return experiment_of(study);
}

Experiment slides_objective() {
  Study study = like_basu("objective", "the objective of spherical k-means against the fraction of seeds",
                          "seed fraction");
  study.measures = {"sum of cosines"};
  study.datasets = {"small20", "k1a"};
  study.methods = methods_at(fractions());
  study.notes.front() =
      "A tenth of the items is set aside, seeds are drawn from the others, and all items are clustered. The "
      "objective is that of all items: the sum of their cosines with the direction of their cluster, "
      "whichever method put them there.";
  study.open = [](const Request& request, const std::string& dataset, std::string& missing,
                  const Run& run) -> std::optional<OpenedData> {
    const auto documents = documents_of(request, dataset, missing, run);
    if (!documents) return std::nullopt;
    OpenedData data = opened(*documents);
    data.score = [mine = documents->data, request](const StudyMethod& method, int split,
                                                   const Searches& searches) {
      const SeededFold fold =
          draw_fold(mine->truth, mine->classes, method.value, 0, request.random_seed, split);
      return mean_of_searches(method.name, *mine, fold.seeds, searches, [&](const std::vector<int>& labels) {
        return std::vector<double>{spherical_objective(mine->items, labels, mine->classes)};
      });
    };
    return data;
  };
  return experiment_of(study);
}

Experiment slides_noise() {
  Study study = like_basu("noise", "mutual information against the fraction of wrong seeds",
                          "wrong seeds, as a fraction");
  study.datasets = {"small20", "different3", "same3"};
  study.methods = methods_at({0, 0.1, 0.2, 0.3, 0.4, 0.5});
  study.notes.push_back(
      "Half of the items that are not set aside are seeds (`--set seeds=...` for another fraction). A wrong "
      "seed has another class than its own, each with the same chance.");
  study.open = [](const Request& request, const std::string& dataset, std::string& missing,
                  const Run& run) -> std::optional<OpenedData> {
    const auto documents = documents_of(request, dataset, missing, run);
    if (!documents) return std::nullopt;
    OpenedData data = opened(*documents);
    const double fraction = std::stod(chosen_value(request, "seeds", "0.5"));
    data.score = [mine = documents->data, request, fraction](const StudyMethod& method, int split,
                                                             const Searches& searches) {
      const SeededFold fold =
          draw_fold(mine->truth, mine->classes, fraction, method.value, request.random_seed, split);
      return mean_of_searches(method.name, *mine, fold.seeds, searches, [&](const std::vector<int>& labels) {
        return information_on_test(labels, *mine, fold.test);
      });
    };
    return data;
  };
  return experiment_of(study);
}

}  // namespace bellwether::experiments
