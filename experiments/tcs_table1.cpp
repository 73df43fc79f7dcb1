// Likelihoods at the true classes and at the optimum that EM reaches from them.

#include <memory>

#include <fmt/format.h>

#include <bellwether/features/svd.h>
#include <bellwether/features/weights.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/vm.h>
#include <bellwether/scores/information.h>
#include <experiments/corpora.h>
#include <experiments/study.h>
#include <experiments/tcs_figures.h>

namespace bellwether::experiments {
namespace {

constexpr int kept_of_words = 30;

/// Documents in few dimensions, as they are and of length 1. Those without any weight are dropped.
struct NewsDocuments {
  LabelledItems plain = {};
  Matrix directions = {};
};

NewsDocuments documents_of(Corpus corpus, const Run& run) {
  apply(fit_weighter(corpus.counts, {.kind = Weighting::ltc}), corpus.counts, run);
  const Matrix all = project(fit_svd(corpus.counts, {.dimensions = kept_of_words}, run), corpus.counts, run);
  const CodedLabels classes = encode(corpus.classes);
  std::vector<Index> kept;
  NewsDocuments made;
  for (Index i = 0; i < all.rows(); ++i)
    if (all.row(i).norm() > 0) {
      kept.push_back(i);
      made.plain.labels.push_back(classes.codes[static_cast<std::size_t>(i)]);
    }
  made.plain.items = all(kept, Eigen::all);
  made.plain.classes = static_cast<int>(classes.names.size());
  made.directions = made.plain.items.rowwise().normalized();
  return made;
}

/// The log-likelihood, and how far the labels still are the classes. Held at the classes, every item counts
/// with its own class alone.
std::vector<double> scores(const Clustering& found, const std::vector<int>& truth) {
  return {found.objective.value, nmi(cross_tabulate(found.labels, truth))};
}

std::vector<double> score(const NewsDocuments& documents, const std::string& method, const Run& run) {
  const std::vector<int>& truth = documents.plain.labels;
  const int clusters = documents.plain.classes;
  const Seeds seeds{.labels = truth, .hold = method.ends_with("truth")};
  if (method.starts_with("gm"))
    return scores(gm(documents.plain.items, {.clusters = clusters, .restarts = 1}, run, seeds), truth);
  return scores(vm(documents.directions, {.clusters = clusters, .restarts = 1}, run, seeds), truth);
}

}  // namespace

Experiment tcs_table1() {
  Study study{
      .paper = "tcs",
      .name = "table1",
      .source =
          "S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014.",
      .summary = "the likelihood that EM reaches from the true classes, beside that of the classes",
      .measures = {"log-likelihood", "NMI"},
      .baseline = "truth",
      .datasets = {"20newsgroups"},
      .splits = 1,
      .restarts = 1};
  study.methods = {
      {"gm-truth", "GM with every item held in its true class", "", 0, "gm-truth", -18168},
      {"gm-optimum", "GM by EM from the means of the true classes", "", 0, "gm-truth", -18115},
      {"vm-truth", "VM with every item held in its true class", "", 0, "vm-truth", 4.09906e9},
      {"vm-optimum", "VM by EM from the directions of the true classes", "", 0, "vm-truth", 4.09965e9}};
  study.notes = {
      "Nothing is drawn at random: one run, and no test. The start is the true classes, as in the paper.",
      "The paper does not say how it prepared the documents here. As for its other texts: words weighted by "
      "ltc, 30 dimensions by a singular value decomposition, and for VM items of length 1. A likelihood is "
      "in "
      "the units of its items, so that the paper's values and these cannot be compared, only their order.",
      "`truth` counts each item with its own class alone, the sum of log w_z f(x | z); `optimum` is the "
      "likelihood of the mixture, the sum of log sum_k w_k f(x | k)."};
  study.open = [](const Request& request, const std::string& dataset, std::string& missing,
                  const Run& run) -> std::optional<OpenedData> {
    auto corpus = read_corpus(request.data, dataset, {}, run);
    if (!corpus) {
      missing = dataset;
      return std::nullopt;
    }
    const std::string prepared =
        fmt::format("{}, weighted by ltc, svd to {}", corpus->prepared, kept_of_words);
    const auto documents = std::make_shared<const NewsDocuments>(documents_of(std::move(*corpus), run));
    return OpenedData{prepared, documents->plain.items.rows(), documents->plain.items.cols(),
                      documents->plain.classes,
                      [documents](const StudyMethod& method, int, const Searches& searches) {
                        return score(*documents, method.name, searches.run);
                      }};
  };
  return experiment_of(study);
}

}  // namespace bellwether::experiments
