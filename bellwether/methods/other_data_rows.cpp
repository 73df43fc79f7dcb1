// The rows of co-clustering and of topic models: alone, and with other data that share their features.

#include <cmath>

#include <bellwether/coclustering/feature_clustering.h>
#include <bellwether/coclustering/objective.h>
#include <bellwether/coclustering/stc.h>
#include <bellwether/data/values.h>
#include <bellwether/methods/row.h>
#include <bellwether/topics/aplsa.h>
#include <bellwether/topics/likelihood.h>

namespace bellwether {
namespace {

/// The sum of each feature's counts.
Vector feature_sums(const Rows& items) {
  Vector sums = Vector::Zero(items.columns());
  for_each_value(items, [&](Index, Index j, double value) { sums[j] += value; });
  return sums;
}

/// A feature's share of its cluster's counts, over the items and, by their weights, the auxiliary ones.
FeatureClusters feature_clusters(const CoClustering& found, const Problem& problem, double lambda) {
  Vector mass = feature_sums(problem.items);
  mass /= std::max(mass.sum(), 1e-300);
  for (const Auxiliary& other : problem.auxiliary) {
    const Vector sums = feature_sums(other.items);
    mass += other.lambda.value_or(lambda) / std::max(sums.sum(), 1e-300) * sums;
  }
  std::vector<double> totals(static_cast<std::size_t>(found.feature_clusters), 0.0);
  for (std::size_t j = 0; j < found.features.size(); ++j)
    totals[found.features[j]] += mass[static_cast<Index>(j)];
  FeatureClusters made{.clusters = found.feature_clusters, .labels = found.features};
  for (std::size_t j = 0; j < found.features.size(); ++j) {
    const double total = totals[found.features[j]];
    made.weights.push_back(total > 0 ? mass[static_cast<Index>(j)] / total : 0.0);
  }
  return made;
}

/// Features belong to the topic that makes most of them: argmax_z P(f|z) P(z), P(z) as the items have it.
FeatureClusters feature_topics(const TopicClustering& found) {
  FeatureClusters made{.clusters = found.clusters};
  for (Index j = 0; j < found.topics.cols(); ++j) {
    Index topic = 0;
    (found.topics.col(j).array() * found.shares.array()).maxCoeff(&topic);
    made.labels.push_back(static_cast<int>(topic));
    made.weights.push_back(found.topics(topic, j));
  }
  return made;
}

/// The topic that each row of mixtures has most of, the first of equals.
std::vector<int> main_topics(const Matrix& mixtures) {
  std::vector<int> topics;
  for (Index i = 0; i < mixtures.rows(); ++i) {
    Index best = 0;
    mixtures.row(i).maxCoeff(&best);
    topics.push_back(static_cast<int>(best));
  }
  return topics;
}

Matrix as_row(const std::vector<int>& numbers) {
  Matrix row(1, static_cast<Index>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) row(0, static_cast<Index>(i)) = numbers[i];
  return row;
}

/// The feature clusters in a model file, which may hold anything.
std::vector<int> feature_labels_of(const Parameters& parameters, const Rows& items, Index clusters) {
  const Matrix& row = table_of(parameters, "features", 1, items.columns());
  std::vector<int> labels;
  for (Index j = 0; j < row.cols(); ++j) {
    require(row(0, j) >= 0 && row(0, j) < static_cast<double>(clusters),
            "the model's feature {} is in cluster {}, but there are {}", j, row(0, j), clusters);
    labels.push_back(static_cast<int>(row(0, j)));
  }
  return labels;
}

Placement place_by_co_clusters(const Parameters& parameters, const Rows& items, const Run& run) {
  const Matrix& table = parameter(parameters, "table");
  require(table.rows() >= 1 && table.cols() >= 1 && table.minCoeff() >= 0 && table.sum() > 0,
          "the model's table is not one of shares");
  const auto features = feature_labels_of(parameters, items, table.cols());
  Placement placed{.labels = place_by_profiles(items, features, table, run)};
  placed.objective = information_loss(items, placed.labels, features);
  return placed;
}

Placement place_by_topics(const Parameters& parameters, const Rows& items, const Run& run) {
  const Matrix& topics = centres_of(parameters, "topics", items);
  require(topics.minCoeff() >= 0, "the model's topics are not shares");
  const Matrix mixtures = fold_in(items, topics, run);
  Placement placed{.labels = main_topics(mixtures),
                   .objective = topic_log_likelihood(items, mixtures, topics)};
  for (Index i = 0; i < mixtures.rows(); ++i) placed.probabilities.push_back(mixtures.row(i).maxCoeff());
  return placed;
}

/// `fit(problem, options, run)` and `fit_from`, and what of their result is kept.
template <class Options, class Fit, class FitFrom>
Method co_clustering_row(Method method, Fit fit, FitFrom fit_from) {
  method.objective = "loss in mutual information (nats)";
  method.by_direction = true;
  method.needs_counts = true;
  method.clusters_features = true;
  method.places_exactly = false;
  method.cluster_table = "table";
  method.feature_table = "features";
  method.options = default_fields<Options>;
  method.cluster = [=, name = method.name](const Problem& problem, const Settings& settings, const Run& run) {
    const auto options = with_settings<Options>(name, settings);
    CoClustering found = problem.start.empty() ? fit(problem, options, run) : fit_from(problem, options, run);
    Outcome outcome{.parameters = {{"features", as_row(found.features)}, {"table", found.table}},
                    .options = settings_of(options)};
    double lambda = 1;
    if constexpr (requires { options.lambda; }) lambda = options.lambda;
    outcome.features = feature_clusters(found, problem, lambda);
    outcome.auxiliary = std::move(found.auxiliary);
    outcome.clustering = std::move(found);
    return outcome;
  };
  method.place = place_by_co_clusters;
  return method;
}

template <class Options, class Fit, class FitFrom>
Method topic_row(Method method, Fit fit, FitFrom fit_from) {
  method.objective = "log-likelihood";
  method.by_direction = true;
  method.needs_counts = true;
  method.clusters_features = true;
  method.places_exactly = false;
  method.cluster_table = "topics";
  method.options = default_fields<Options>;
  method.cluster = [=, name = method.name](const Problem& problem, const Settings& settings, const Run& run) {
    const auto options = with_settings<Options>(name, settings);
    TopicClustering found =
        problem.start.empty() ? fit(problem, options, run) : fit_from(problem, options, run);
    Outcome outcome{.parameters = {{"topics", found.topics}}, .options = settings_of(options)};
    outcome.features = feature_topics(found);
    if (found.tags.rows() > 0) outcome.auxiliary.push_back(main_topics(found.tags));
    outcome.clustering = std::move(found);
    return outcome;
  };
  method.place = place_by_topics;
  return method;
}

Method itcc_row() {
  return co_clustering_row<ItccOptions>(
      {.name = "itcc",
       .summary = "items and features clustered at once; for counts, with readable groups of features",
       .citation = "Dhillon, Mallela & Modha 2003"},
      [](const Problem& p, const ItccOptions& o, const Run& run) { return itcc(p.items, o, run); },
      [](const Problem& p, const ItccOptions& o, const Run& run) {
        return itcc_from(p.items, p.start, o, run);
      });
}

Method feature_clustering_row() {
  return co_clustering_row<FeatureClusteringOptions>(
      {.name = "feature-clustering",
       .summary = "features clustered first, then the items by the clusters of features; for counts",
       .citation = "the baseline of Dai, Yang, Xue & Yu 2008"},
      [](const Problem& p, const FeatureClusteringOptions& o, const Run& run) {
        return feature_clustering(p.items, o, run);
      },
      [](const Problem& p, const FeatureClusteringOptions& o, const Run& run) {
        return feature_clustering_from(p.items, p.start, o, run);
      });
}

Method stc_row() {
  return co_clustering_row<StcOptions>(
      {.name = "stc",
       .summary = "itcc whose groups of features are learned from other, unlabelled items, too",
       .citation = "Dai, Yang, Xue & Yu 2008",
       .plain = "itcc",
       .takes = {EvidenceKind::auxiliary}},
      [](const Problem& p, const StcOptions& o, const Run& run) { return stc(p.items, p.auxiliary, o, run); },
      [](const Problem& p, const StcOptions& o, const Run& run) {
        return stc_from(p.items, p.start, p.auxiliary, o, run);
      });
}

Method plsa_row() {
  return topic_row<PlsaOptions>(
      {.name = "plsa",
       .summary = "every item a mixture of topics, with a probability for each; for counts",
       .citation = "Hofmann 1999; with rows of equal weight as in Yang, Chen, Xue, Dai & Yu 2009",
       .on_device = true},
      [](const Problem& p, const PlsaOptions& o, const Run& run) { return plsa(p.items, o, run); },
      [](const Problem& p, const PlsaOptions& o, const Run& run) {
        return plsa_from(p.items, p.start, o, run);
      });
}

/// Without tags aPLSA is PLSA.
PlsaOptions without_tags(const AplsaOptions& o) {
  return {.clusters = o.clusters,
          .temper = o.temper,
          .restarts = o.restarts,
          .iterations = o.iterations,
          .tolerance = o.tolerance,
          .random_seed = o.random_seed};
}

Method aplsa_row() {
  return topic_row<AplsaOptions>(
      {.name = "aplsa",
       .summary = "plsa whose topics are learned from other, tagged items, too",
       .citation = "Yang, Chen, Xue, Dai & Yu 2009",
       .plain = "plsa",
       .takes = {EvidenceKind::annotated},
       .on_device = true},
      [](const Problem& p, const AplsaOptions& o, const Run& run) {
        return p.tags.rows() == 0 ? plsa(p.items, without_tags(o), run) : aplsa(p.items, p.tags, o, run);
      },
      [](const Problem& p, const AplsaOptions& o, const Run& run) {
        return p.tags.rows() == 0 ? plsa_from(p.items, p.start, without_tags(o), run)
                                  : aplsa_from(p.items, p.start, p.tags, o, run);
      });
}

}  // namespace

std::vector<Method> other_data_rows() {
  return {itcc_row(), feature_clustering_row(), stc_row(), plsa_row(), aplsa_row()};
}

}  // namespace bellwether
