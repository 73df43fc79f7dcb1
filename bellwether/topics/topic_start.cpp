#include <bellwether/topics/topic_start.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/topics/counts.h>
#include <bellwether/topics/topic_step.h>

namespace bellwether {
namespace {

double exponential(Random& random) {
  return -std::log1p(-random.uniform());
}

/// Scales every column to sum 1; one of zeros becomes even.
void scale_columns(TopicTable& table) {
  std::vector<double> totals(static_cast<std::size_t>(table.topics()));
  for (Index j = 0; j < table.rows(); ++j)
    for (Index z = 0; z < table.topics(); ++z) totals[z] += table.row(j)[z];
  for (Index j = 0; j < table.rows(); ++j)
    for (Index z = 0; z < table.topics(); ++z)
      table.row(j)[z] = totals[z] > 0 ? table.row(j)[z] / totals[z] : 1 / static_cast<double>(table.rows());
}

/// What each feature has of all rows, by their weights.
std::vector<double> shares_of_features(const std::vector<TopicPart>& parts) {
  std::vector<double> shares(static_cast<std::size_t>(parts[0].rows.columns()));
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  double total = 0;
  for (const TopicPart& part : parts) {
    if (part.weight == 0) continue;
    for (Index i = 0; i < part.rows.rows(); ++i)
      with_counts(part.rows, i, columns, values, [&](const SparseRow& row) {
        for (std::size_t j = 0; j < row.values.size(); ++j) {
          const double share = row.values[j] * part.scales[i] * part.weight;
          shares[row.columns[j]] += share;
          total += share;
        }
      });
  }
  for (double& share : shares) share /= total;
  return shares;
}

TopicTable cluster_profiles(const TopicPart& part, std::span<const int> start, int clusters) {
  TopicTable profiles(part.rows.columns(), clusters);
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (Index i = 0; i < part.rows.rows(); ++i) {
    if (start[i] == unlabelled) continue;
    with_counts(part.rows, i, columns, values, [&](const SparseRow& row) {
      for (std::size_t j = 0; j < row.values.size(); ++j)
        profiles.row(row.columns[j])[start[i]] += row.values[j] * part.scales[i];
    });
  }
  return profiles;
}

void require_start_fits(const Rows& items, std::span<const int> start, int clusters) {
  require(std::ssize(start) == items.rows(),
          "the start has clusters of {} items, but there are {}: give one for each, {} where there is none",
          start.size(), items.rows(), unlabelled);
  for (std::size_t i = 0; i < start.size(); ++i)
    require(
        start[i] >= unlabelled && start[i] < clusters,
        "item {} (counted from 0) starts in cluster {}, but clusters are 0 to {}: ask for more, or renumber",
        i, start[i], clusters - 1);
  for (int z = 0; z < clusters; ++z)
    require(std::ranges::find(start, z) != start.end(),
            "no item starts in cluster {}: a topic that nothing tells from the others stays as they are", z);
}

}  // namespace

TopicModel random_topics(const std::vector<TopicPart>& parts, int clusters, const Random& random) {
  TopicModel model;
  model.topics = TopicTable(parts[0].rows.columns(), clusters);
  Random draws = random.split(0);
  for (Index j = 0; j < model.topics.rows(); ++j)
    for (int z = 0; z < clusters; ++z) model.topics.row(j)[z] = exponential(draws);
  scale_columns(model.topics);
  for (std::size_t p = 0; p < parts.size(); ++p)
    model.mixtures.push_back(random_mixtures(0, parts[p].rows.rows(), clusters, random.split(p + 1)));
  model.random = random.split(1);
  return model;
}

TopicModel topics_of_clusters(const std::vector<TopicPart>& parts, std::span<const int> start, int clusters) {
  require_start_fits(parts[0].rows, start, clusters);
  constexpr double own_topic = 0.9, own_mixture = 0.5;
  TopicModel model;
  model.topics = cluster_profiles(parts[0], start, clusters);
  scale_columns(model.topics);
  const std::vector<double> shares = shares_of_features(parts);
  for (Index j = 0; j < model.topics.rows(); ++j)
    for (int z = 0; z < clusters; ++z) {
      double& topic = model.topics.row(j)[z];
      topic = own_topic * topic + (1 - own_topic) * shares[j];
    }
  for (const TopicPart& part : parts) {
    TopicTable& mixtures = model.mixtures.emplace_back(part.rows.rows(), clusters);
    const bool items = model.mixtures.size() == 1;
    for (Index i = 0; i < mixtures.rows(); ++i) {
      const bool known = items && start[i] != unlabelled;
      for (int z = 0; z < clusters; ++z) mixtures.row(i)[z] = (known ? 1 - own_mixture : 1) / clusters;
      if (known) mixtures.row(i)[start[i]] += own_mixture;
    }
  }
  return model;
}

}  // namespace bellwether
