#pragma once
// The words that stand for a cluster of texts, and the features that tell a cluster of counts from others.

#include <cstdio>
#include <string>
#include <vector>

#include <cli/result.h>

namespace bellwether::cli {

/// For each cluster the words (or features with names, of methods for counts) that weigh most in its centre,
/// the first of them first; empty if there are none or the method has no centres. Centres in the space of an
/// SVD are led back to the words.
std::vector<std::vector<std::string>> top_words(const Result& result, std::size_t most = 8);

/// What each feature contributes to telling a cluster from all items: p(z|x~) log (p(z|x~) / p(z)), where
/// positive; clusters x features.
Matrix telling_features(const Rows& items, const Clustering& found);

/// `what` heads the lists: "its words".
void print_top_words(std::FILE* out, const std::vector<std::vector<std::string>>& words,
                     const std::vector<std::string>& names = {}, const std::string& what = "its words");

/// The heaviest clusters of features, each by its heaviest features.
void print_feature_clusters(std::FILE* out, const Result& result);

}  // namespace bellwether::cli
