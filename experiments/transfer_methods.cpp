#include <experiments/transfer_methods.h>

#include <array>

#include <bellwether/coclustering/feature_clustering.h>
#include <bellwether/coclustering/stc.h>
#include <bellwether/features/normalise.h>
#include <bellwether/features/weights.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/topics/plsa.h>

namespace bellwether::experiments {
namespace {

const SparseMatrix& items_of(const Problem& problem, Items items) {
  return items == Items::separate ? problem.target : problem.both;
}

template <class Options>
Options co_options(const Problem& problem, const CoSettings& settings, const SearchStart& start) {
  Options options;
  options.clusters = problem.classes;
  options.feature_clusters = settings.feature_clusters;
  options.search = settings.search;
  options.restarts = 1;
  options.iterations = settings.iterations > 0              ? settings.iterations
                       : settings.search == CoSearch::batch ? batch_iterations
                                                            : 100;
  options.random_seed = start.random_seed;
  return options;
}

template <class Options>
Options plain_options(const Problem& problem, const SearchStart& start) {
  Options options;
  options.clusters = problem.classes;
  options.restarts = 1;
  options.random_seed = start.random_seed;
  return options;
}

/// Items by clusters of features: the counts of each cluster together.
Matrix gathered_features(const SparseMatrix& items, const std::vector<int>& features, int clusters) {
  Matrix gathered = Matrix::Zero(items.rows(), clusters);
  for (std::size_t i = 0; i + 1 < items.starts.size(); ++i)
    for (auto at = static_cast<std::size_t>(items.starts[i]);
         at < static_cast<std::size_t>(items.starts[i + 1]); ++at)
      gathered(static_cast<Index>(i), features[static_cast<std::size_t>(items.column_of[at])]) +=
          items.values[at];
  return gathered;
}

}  // namespace

Search spherical_search(Items items) {
  return [items](const Problem& problem, const SearchStart& start) -> Clustering {
    SparseMatrix weighted = items_of(problem, items);
    apply(fit_weighter(weighted, {.kind = Weighting::tf_idf}), weighted, start.run);
    return spherical_kmeans(weighted, plain_options<SphericalOptions>(problem, start), start.run);
  };
}

Search feature_clustering_search(const CoSettings& settings) {
  return [settings](const Problem& problem, const SearchStart& start) -> Clustering {
    const auto options = co_options<FeatureClusteringOptions>(problem, settings, start);
    if (settings.items == Items::separate) return feature_clustering(problem.target, options, start.run);
    const CoClustering of_both = feature_clustering(problem.both, options, start.run);
    const Matrix target = gathered_features(problem.target, of_both.features, of_both.feature_clusters);
    return feature_clustering(target, options, start.run);
  };
}

Search itcc_search(const CoSettings& settings) {
  return [settings](const Problem& problem, const SearchStart& start) -> Clustering {
    return itcc(items_of(problem, settings.items), co_options<ItccOptions>(problem, settings, start),
                start.run);
  };
}

Search stc_search(const CoSettings& settings) {
  return [settings](const Problem& problem, const SearchStart& start) -> Clustering {
    auto options = co_options<StcOptions>(problem, settings, start);
    options.lambda = settings.lambda;
    const std::array<Auxiliary, 1> others{Auxiliary{.items = problem.auxiliary}};
    return stc(problem.target, others, options, start.run);
  };
}

Search kmeans_search(Items items) {
  return [items](const Problem& problem, const SearchStart& start) -> Clustering {
    SparseMatrix scaled = items_of(problem, items);
    apply(fit_normaliser(scaled, Normalise::l2), scaled, start.run);
    return kmeans(scaled, plain_options<KMeansOptions>(problem, start), start.run);
  };
}

Search plsa_search(Items items) {
  return [items](const Problem& problem, const SearchStart& start) -> Clustering {
    return plsa(items_of(problem, items), plain_options<PlsaOptions>(problem, start), start.run);
  };
}

Search aplsa_search(const AplsaOptions& settings) {
  return [settings](const Problem& problem, const SearchStart& start) -> Clustering {
    AplsaOptions options = settings;
    options.clusters = problem.classes;
    options.restarts = 1;
    options.random_seed = start.random_seed;
    return aplsa(problem.target, tags_by_features(problem.tagged_with, problem.auxiliary), options,
                 start.run);
  };
}

}  // namespace bellwether::experiments
