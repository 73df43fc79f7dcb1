#pragma once
// What is to be co-clustered: one collection or several with the same features, each with its weight.

#include <optional>
#include <string>

#include <bellwether/coclustering/views.h>

namespace bellwether::coclustering {

struct Labels {
  std::vector<std::vector<int>> items = {};  ///< of each collection
  std::vector<int> features = {};
};

struct Problem {
  std::vector<Joint> collections = {};  ///< the first is the one that was asked about
  std::vector<double> lambdas = {};     ///< of each; 1 for the first
  std::vector<int> clusters = {};       ///< of the items of each
  int feature_clusters = 0;
  std::optional<CountLogs> logs = {};  ///< once the collections are there: make_logs()

  Index features() const { return collections[0].features.size(); }
  Index stored() const;

  /// The items of one collection as clusters of features show them; empty: as single features do.
  View items_by(std::size_t collection, std::span<const int> features) const;

  /// The features as clusters of items show them; no labels: as single items do.
  std::vector<View> features_by(std::span<const std::vector<int>> items) const;
};

/// Throws unless the items can be put into that many clusters: at least 1, and no more than there are
/// different items with counts.
void require_co_clusterable(const Rows& items, int clusters);

/// A problem of one collection. `feature_clusters` is at most the number of features with counts.
Problem make_problem(const Rows& items, int clusters, int feature_clusters);

/// Adds a collection. Its clusters are at most as many as it has items with counts; call
/// settle_feature_clusters() when all are there.
void add_collection(Problem& problem, Joint joint, double lambda, int clusters);

/// At most as many clusters of features as any collection has features with counts, and the logarithms.
void settle_feature_clusters(Problem& problem, int feature_clusters);

/// Counts of clusters of items against clusters of features, one row of `feature_clusters` after the other.
std::vector<double> counts_of(const Joint& joint, std::span<const int> items, int clusters,
                              std::span<const int> features, int feature_clusters);

/// J: what is lost of the mutual information, in nats. The same labels give the same bits.
double loss(const Problem& problem, const Labels& labels);
/// The same from the counts of each collection.
double loss(const Problem& problem, std::span<const std::vector<double>> tables);

/// I of a table of counts, in nats.
double information_of_counts(std::span<const double> counts, Index columns);

/// p(x~,z~) of one collection.
Matrix table_of(const Joint& joint, std::span<const int> items, int clusters, std::span<const int> features,
                int feature_clusters);

}  // namespace bellwether::coclustering
