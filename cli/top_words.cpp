#include <cli/top_words.h>
#include <cli/words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/values.h>

namespace bellwether::cli {
namespace {

/// The method's table of clusters holds their centres. From behind a learned map no way leads back.
Matrix centres_of(const Result& result) {
  if (result.centres.size() > 0) return result.centres;
  const bool mapped = std::ranges::any_of(
      result.vectorizer.steps, [](const Step& step) { return std::holds_alternative<LinearMap>(step); });
  if (mapped || result.outcome.parameters.empty()) return {};
  return parameter(result.outcome.parameters, find_method(result.method).cluster_table);
}

/// Clusters x words.
Matrix centres_by_word(const Result& result) {
  Matrix centres = centres_of(result);
  for (const Step& step : result.vectorizer.steps)
    if (const auto* svd = std::get_if<Svd>(&step); svd != nullptr && svd->components.rows() == centres.cols())
      centres = Matrix(centres * svd->components);
  return centres;
}

/// Names that a reader knows: words, or the columns of a table of counts.
std::vector<std::string> shown_features(const Result& result) {
  if (const auto* text = std::get_if<TextVectorizer>(&result.vectorizer.extractor)) return text->vocabulary;
  const bool counts = find_method(result.method).needs_counts || result.borrowed;
  return counts && !result.vectorizer.reads_raw_items() ? result.columns : std::vector<std::string>();
}

}  // namespace

Matrix telling_features(const Rows& items, const Clustering& found) {
  Matrix shares = Matrix::Zero(found.clusters, items.columns());
  for_each_value(items, [&](Index i, Index j, double value) {
    shares(found.labels[static_cast<std::size_t>(i)], j) += value;
  });
  Vector all = shares.colwise().sum();
  all /= std::max(all.sum(), 1e-300);
  for (Index k = 0; k < shares.rows(); ++k) {
    const double total = std::max(shares.row(k).sum(), 1e-300);
    for (Index j = 0; j < shares.cols(); ++j) {
      const double share = shares(k, j) / total;
      shares(k, j) = all[j] > 0 && share > all[j] ? share * std::log(share / all[j]) : 0.0;
    }
  }
  return shares;
}

std::vector<std::vector<std::string>> top_words(const Result& result, std::size_t most) {
  const std::vector<std::string> vocabulary = shown_features(result);
  if (vocabulary.empty()) return {};
  const Matrix centres = centres_by_word(result);
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

void print_top_words(std::FILE* out, const std::vector<std::vector<std::string>>& words,
                     const std::vector<std::string>& names, const std::string& what) {
  if (words.empty()) return;
  constexpr std::size_t most_listed = 40;
  const auto name = [&](std::size_t k) {
    return names.empty() ? std::to_string(k) : printable(names[k], 24);
  };
  const std::size_t listed = std::min(words.size(), most_listed);
  std::size_t width = std::string_view("cluster").size();
  for (std::size_t k = 0; k < listed; ++k) width = std::max(width, name(k).size());
  tell(out, "\n  {}\n", bold(out, fmt::format("{:>{}}  {}", "cluster", width, what)));
  for (std::size_t k = 0; k < listed; ++k) {
    std::vector<std::string> safe;
    for (const std::string& word : words[k]) safe.push_back(printable(word, 24));
    tell(out, "  {:>{}}  {}\n", name(k), width,
         wrapped(fmt::format("{}", fmt::join(safe, ", ")), width_of(out), static_cast<int>(width) + 4));
  }
}

void print_feature_clusters(std::FILE* out, const Result& result) {
  constexpr std::size_t most_clusters = 8, most_features = 8;
  const FeatureClusters& features = result.outcome.features;
  const auto names = shown_features(result);
  const auto order_by = [](auto& numbers, const auto& weight) {
    std::ranges::stable_sort(numbers, [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  };
  if (features.clusters == 0 || names.size() != features.labels.size()) return;
  std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(features.clusters));
  for (std::size_t j = 0; j < names.size(); ++j)
    if (features.weights[j] > 0) members[features.labels[j]].push_back(j);
  std::vector<std::size_t> clusters(members.size());
  std::iota(clusters.begin(), clusters.end(), std::size_t{0});
  order_by(clusters, [&](std::size_t c) { return members[c].size(); });
  clusters.resize(std::min(clusters.size(), most_clusters));
  tell(out, "\n  {}\n",
       bold(out, fmt::format("the largest of {} clusters of features (all are in features.csv, with -o)",
                             features.clusters)));
  for (const std::size_t c : clusters) {
    order_by(members[c], [&](std::size_t j) { return features.weights[j]; });
    std::vector<std::string> safe;
    for (std::size_t i = 0; i < std::min(members[c].size(), most_features); ++i)
      safe.push_back(printable(names[members[c][i]], 24));
    const std::string head = fmt::format("{:>5} {:>6} features  ", c, members[c].size());
    tell(out, "{}{}\n", head,
         wrapped(fmt::format("{}", fmt::join(safe, ", ")), width_of(out), static_cast<int>(head.size())));
  }
}

}  // namespace bellwether::cli
