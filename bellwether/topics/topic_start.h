#pragma once
// Where EM begins: by chance, or from clusters that are given.

#include <span>

#include <bellwether/engine/random.h>
#include <bellwether/topics/em.h>

namespace bellwether {

/// Every distribution (each P(f|z), each mixture) uniform among all there are: exponential draws, scaled to
/// sum 1. The topics, and each part, draw from a stream of their own, so that a part more changes nothing of
/// the others.
TopicModel random_topics(const std::vector<TopicPart>& parts, int clusters, const Random& random);

/// From clusters of the rows of the first part (`unlabelled`: none): a topic is nine tenths its cluster's
/// share of the features, one tenth that of all rows by their weights; a mixture is one half its row's
/// cluster, one half all clusters alike. Without a cluster it is all of them alike.
TopicModel topics_of_clusters(const std::vector<TopicPart>& parts, std::span<const int> start, int clusters);

}  // namespace bellwether
