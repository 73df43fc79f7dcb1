// K-means with and without the metric that Xing et al. learn from pairs.

#include <algorithm>
#include <memory>

#include <bellwether/collections/iris.h>
#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/normalise.h>
#include <bellwether/links/cop_kmeans.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/agreement.h>
#include <bellwether/scores/information.h>
#include <bellwether/transforms/held_out.h>
#include <bellwether/transforms/xing.h>
#include <experiments/slides_figures.h>
#include <experiments/study.h>

namespace bellwether::experiments {
namespace {

struct Table {
  Matrix items = {};
  std::vector<int> truth = {};
  int classes = 0;
};

struct TableFile {
  const char* name;
  const char* file;
  const char* label_column;
};
constexpr TableFile files[] = {{"iris", "iris/iris.data", "last"},
                               {"wine", "wine/wine.data", "first"},
                               {"ionosphere", "ionosphere/ionosphere.data", "last"},
                               {"balance", "balance/balance-scale.data", "first"}};

std::shared_ptr<const Table> table_of(Dataset data, const std::string& scale) {
  apply(fit_normaliser(data.rows(), normalise_by_name(scale)), data);
  CodedLabels classes = encode(data.labels);
  return std::make_shared<Table>(Table{std::get<Matrix>(std::move(data.values)), std::move(classes.codes),
                                       static_cast<int>(classes.names.size())});
}

/// As many similar pairs as dissimilar ones.
LabelledPairs pairs_of_split(const Table& table, double pairs, const Searches& searches) {
  return pairs_from_labels(table.truth, static_cast<Index>(pairs), searches.random_seed);
}

Matrix in_metric(const Table& table, const LabelledPairs& pairs, XingForm form, const Run& run) {
  return mapped_by(xing(table.items, pairs.similar, pairs.dissimilar, {.form = form}, run).map, table.items);
}

/// Items as they are or in a metric, clustered freely or with the similar pairs as must-links.
std::vector<double> score(const Table& table, const StudyMethod& method, const Searches& searches) {
  const LabelledPairs pairs =
      method.value > 0 ? pairs_of_split(table, method.value, searches) : LabelledPairs{};
  const bool learns = method.name.ends_with("full") || method.name.ends_with("diagonal");
  const Matrix items =
      learns ? in_metric(table, pairs, method.name.ends_with("full") ? XingForm::full : XingForm::diagonal,
                         searches.run)
             : table.items;
  double rand = 0, information = 0;
  for (int r = 0; r < searches.restarts && !searches.run.stop.stop_requested(); ++r) {
    const std::uint64_t random_seed =
        Random(searches.random_seed).split(static_cast<std::uint64_t>(r)).bits() >> 1;
    const std::vector<int> labels =
        method.name.starts_with("cop")
            ? cop_kmeans(items, {.must_link = pairs.similar},
                         {.clusters = table.classes, .restarts = 1, .random_seed = random_seed}, searches.run)
                  .labels
            : kmeans(items, {.clusters = table.classes, .restarts = 1, .random_seed = random_seed},
                     searches.run)
                  .labels;
    const Contingency tabulated = cross_tabulate(labels, table.truth);
    rand += rand_index(tabulated) / searches.restarts;
    information += nmi(tabulated) / searches.restarts;
  }
  return {rand, information};
}

std::optional<OpenedData> open_table(const Request& request, const std::string& dataset, std::string& missing,
                                     const Run&) {
  const TableFile& file = *std::ranges::find_if(files, [&](const TableFile& f) { return f.name == dataset; });
  const std::string scale = chosen_value(request, "scale", "none");
  std::error_code ignored;
  const bool there = std::filesystem::exists(request.data / file.file, ignored);
  if (!there && dataset != "iris") {
    missing = file.file;
    return std::nullopt;
  }
  const auto table =
      table_of(there ? read(request.data / file.file, {.label_column = file.label_column}) : iris(), scale);
  std::string prepared = scale == "none" ? "features as given" : fmt::format("features scaled: {}", scale);
  if (!there) prepared += fmt::format("; the copy in the tool, since there is no {}", file.file);
  return OpenedData{prepared, table->items.rows(), table->items.cols(), table->classes,
                    [table](const StudyMethod& method, int, const Searches& searches) {
                      return score(*table, method, searches);
                    }};
}

}  // namespace

Experiment slides_metric() {
  Study study{.paper = "slides",
              .name = "metric",
              .source =
                  "E. Xing, A. Ng, M. Jordan, S. Russell. Distance metric learning, with application to "
                  "clustering with side-information. NIPS 2002; shown in Semi-supervised learning, CS 145, "
                  "2015 (slides).",
              .summary = "k-means with a learned metric against the number of pairs",
              .measures = {"Rand index", "NMI"},
              .axis = "pairs of each kind",
              .baseline = "kmeans",
              .datasets = {"iris", "wine", "ionosphere", "balance"},
              .splits = 20,
              .restarts = 10,
              .open = open_table};
  study.methods.push_back({"kmeans", "k-means on the items as they are"});
  for (const int pairs : {10, 30, 100, 300, 1000}) {
    const std::string at = fmt::format("{}", pairs);
    study.methods.push_back({"kmeans-diagonal",
                             "k-means in the metric learned from the pairs, a weight for each feature", at,
                             static_cast<double>(pairs)});
    study.methods.push_back({"kmeans-full", "k-means in the metric learned from the pairs, any matrix", at,
                             static_cast<double>(pairs)});
    study.methods.push_back(
        {"cop", "COP-k-means with the similar pairs as must-links", at, static_cast<double>(pairs)});
    study.methods.push_back({"cop-full", "the same in the full metric", at, static_cast<double>(pairs)});
  }
  study.notes = {
      "As many similar as dissimilar pairs are drawn from the classes; all items are clustered and scored, "
      "as in the paper, also those that stand in pairs: with many pairs every item does, and must-links "
      "alone then give the classes. The paper's axis is the fraction of similar pairs, and all other pairs "
      "count as "
      "dissimilar there.",
      "The paper does not say how features are scaled: here they are as given, `--set scale=range` and "
      "`--set scale=standard` are others.",
      "The figures of the slides are plots whose values are lost in the text that we have."};
  return experiment_of(study);
}

}  // namespace bellwether::experiments
