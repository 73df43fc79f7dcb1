#include <bellwether/portraits/top_words.h>

#include <algorithm>
#include <numeric>

namespace bellwether {
namespace {

/// The method's table of clusters holds their centres. From behind a learned map no way leads back.
Matrix centres_of(const Report& report) {
  const Finding& finding = report.finding;
  if (report.centres.size() > 0) return report.centres;
  const bool mapped = std::ranges::any_of(
      finding.vectorizer.steps, [](const Step& step) { return std::holds_alternative<LinearMap>(step); });
  if (mapped || finding.outcome.parameters.empty()) return {};
  return parameter(finding.outcome.parameters, report.method().cluster_table);
}

/// Clusters x words.
Matrix centres_by_word(const Report& report) {
  Matrix centres = centres_of(report);
  for (const Step& step : report.finding.vectorizer.steps)
    if (const auto* svd = std::get_if<Svd>(&step); svd != nullptr && svd->components.rows() == centres.cols())
      centres = Matrix(centres * svd->components);
  return centres;
}

/// Names that a reader knows.
std::vector<std::string> shown_features(const Report& report) {
  const Finding& finding = report.finding;
  if (const auto* text = std::get_if<TextVectorizer>(&finding.vectorizer.extractor)) return text->vocabulary;
  const bool counts =
      report.method().needs_counts || !report.others.empty() || features_in(finding).clusters > 0;
  return counts && !finding.vectorizer.reads_raw_items() ? finding.columns : std::vector<std::string>();
}

}  // namespace

std::vector<std::vector<std::string>> top_words(const Report& report, std::size_t most) {
  const std::vector<std::string> vocabulary = shown_features(report);
  if (vocabulary.empty()) return {};
  const Matrix centres = centres_by_word(report);
  if (centres.cols() != std::ssize(vocabulary)) return {};
  std::vector<std::vector<std::string>> words;
  std::vector<Index> order(vocabulary.size());
  const std::size_t count = std::min(most, order.size());
  for (Index k = 0; k < centres.rows(); ++k) {
    std::iota(order.begin(), order.end(), Index{0});
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](Index a, Index b) {
                        return centres(k, a) > centres(k, b) || (centres(k, a) == centres(k, b) && a < b);
                      });
    auto& top = words.emplace_back();
    // Back from an SVD, what should be 0 is so but for rounding.
    const double least = 1e-9 * centres.row(k).cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < count && centres(k, order[i]) > least; ++i)
      top.push_back(vocabulary[static_cast<std::size_t>(order[i])]);
  }
  return words;
}

std::vector<FeatureGroup> largest_feature_groups(const Report& report, std::size_t most,
                                                 std::size_t features_of_each) {
  const FeatureClusters& features = features_in(report.finding);
  const auto names = shown_features(report);
  if (features.clusters == 0 || names.size() != features.labels.size()) return {};
  std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(features.clusters));
  for (std::size_t j = 0; j < names.size(); ++j)
    if (features.weights[j] > 0) members[static_cast<std::size_t>(features.labels[j])].push_back(j);
  std::vector<std::size_t> clusters(members.size());
  std::iota(clusters.begin(), clusters.end(), std::size_t{0});
  const auto order_by = [](auto& numbers, const auto& weight) {
    std::ranges::stable_sort(numbers, [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  };
  order_by(clusters, [&](std::size_t c) { return members[c].size(); });
  clusters.resize(std::min(clusters.size(), most));
  std::vector<FeatureGroup> groups;
  for (const std::size_t c : clusters) {
    order_by(members[c], [&](std::size_t j) { return features.weights[j]; });
    FeatureGroup& group = groups.emplace_back(FeatureGroup{.number = c, .size = members[c].size()});
    for (std::size_t i = 0; i < std::min(members[c].size(), features_of_each); ++i)
      group.top.push_back(names[members[c][i]]);
  }
  return groups;
}

std::vector<std::string> names_of_features(const Report& report) {
  const Finding& finding = report.finding;
  if (const auto* text = std::get_if<TextVectorizer>(&finding.vectorizer.extractor)) return text->vocabulary;
  std::vector<std::string> names = finding.columns;
  const std::size_t features = features_in(finding).labels.size();
  if (names.size() == features) return names;
  names.clear();
  for (std::size_t j = 0; j < features; ++j) names.push_back(std::to_string(j));
  return names;
}

}  // namespace bellwether
