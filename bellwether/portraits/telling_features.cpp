#include <bellwether/portraits/json_text.h>
#include <bellwether/portraits/numbers.h>
#include <bellwether/portraits/telling_features.h>
#include <bellwether/portraits/top_words.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include <bellwether/data/values.h>

namespace bellwether {
namespace {

constexpr std::size_t most_features = 12;
constexpr double telling = 0.1;  // of the standard deviation; below this a column says nothing

/// Clusters x words, by which words were chosen: in the space of an SVD means are led back.
Matrix weights_by_word(const Report& report, const Centres& centres) {
  Matrix weights = report.centres.size() > 0 ? report.centres : centres.means;
  for (const Step& step : report.finding.vectorizer.steps)
    if (const auto* svd = std::get_if<Svd>(&step); svd != nullptr && svd->components.rows() == weights.cols())
      weights = Matrix(weights * svd->components);
  return weights;
}

std::vector<Json> words_of_clusters(const Report& report, const Centres& centres,
                                    const std::vector<std::vector<std::string>>& words) {
  const auto* text = std::get_if<TextVectorizer>(&report.finding.vectorizer.extractor);
  const std::vector<std::string>& names = text != nullptr ? text->vocabulary : report.finding.columns;
  std::unordered_map<std::string_view, Index> place;
  for (std::size_t j = 0; j < names.size(); ++j) place.emplace(names[j], static_cast<Index>(j));
  const Matrix weights = weights_by_word(report, centres);
  std::vector<Json> lists;
  for (std::size_t k = 0; k < words.size(); ++k) {
    Json& list = lists.emplace_back(Json::array());
    for (const std::string& word : words[k]) {
      Json feature{{"name", word}};
      const auto row = static_cast<Index>(k), column = place.at(word);
      if (row < weights.rows() && column < weights.cols()) feature["weight"] = rounded(weights(row, column));
      feature["direction"] = "high";
      list.push_back(feature);
    }
  }
  return lists;
}

/// Whether the columns that were clustered are those of the table, perhaps in other units.
bool keeps_columns(const Report& report, Index columns) {
  const auto keeps = [](const Step& step) {
    const auto* map = std::get_if<LinearMap>(&step);
    return map != nullptr ? map->only_weights()
                          : !std::holds_alternative<Svd>(step) && !std::holds_alternative<TopicMap>(step);
  };
  return !report.finding.vectorizer.reads_raw_items() &&
         std::ranges::all_of(report.finding.vectorizer.steps, keeps) &&
         (report.finding.columns.empty() || std::ssize(report.finding.columns) == columns);
}

/// The mean of each column over all items, and its standard deviation over those shown.
struct ColumnSpread {
  Vector mean, deviation;
};

ColumnSpread spread_of(const Dataset& sample, const Centres& centres, const std::vector<Index>& shown) {
  ColumnSpread spread{Vector::Zero(centres.means.cols()), Vector::Zero(centres.means.cols())};
  double all = 0;
  for (Index k = 0; k < centres.means.rows(); ++k) {
    const auto size = static_cast<double>(centres.sizes[static_cast<std::size_t>(k)]);
    spread.mean += size * centres.means.row(k).transpose();
    all += size;
  }
  spread.mean /= all;
  // sum (x - m)^2 = n m^2 + sum over the stored values of x (x - 2 m)
  const auto count = static_cast<double>(shown.size());
  spread.deviation = count * spread.mean.cwiseAbs2();
  for_each_value(sample.rows(), [&](Index i, Index j, double value) {
    const double x =
        centres.item_scales[static_cast<std::size_t>(shown[static_cast<std::size_t>(i)])] * value;
    spread.deviation[j] += x * (x - 2 * spread.mean[j]);
  });
  spread.deviation = (spread.deviation / count).cwiseMax(0).cwiseSqrt();
  return spread;
}

Json columns_of_cluster(const Centres& centres, Index cluster, const ColumnSpread& spread,
                        const std::vector<std::string>& names) {
  const Index columns = centres.means.cols();
  const auto deviation = [&](Index j) {
    const double unit = spread.deviation[j];
    // A column that is the same everywhere but for rounding tells nothing.
    const bool varies = unit > 1e-9 * std::abs(spread.mean[j]);
    return varies ? (centres.means(cluster, j) - spread.mean[j]) / unit : 0.0;
  };
  std::vector<Index> order(static_cast<std::size_t>(columns));
  std::iota(order.begin(), order.end(), Index{0});
  const std::size_t count = std::min(most_features, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](Index a, Index b) {
                      const double da = std::abs(deviation(a)), db = std::abs(deviation(b));
                      return da > db || (da == db && a < b);
                    });
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    const double far = deviation(order[i]);
    if (std::abs(far) < telling) break;
    list.push_back(
        {{"name", names.empty() ? std::to_string(order[i]) : names[static_cast<std::size_t>(order[i])]},
         {"weight", rounded(std::abs(far))},
         {"direction", far > 0 ? "high" : "low"}});
  }
  return list;
}

}  // namespace

std::vector<Json> top_features(const Report& report, const Centres& centres, const Dataset& sample,
                               const std::vector<Index>& shown) {
  const auto words = top_words(report, most_features);
  if (!words.empty()) return words_of_clusters(report, centres, words);
  if (!keeps_columns(report, centres.means.cols())) return {};
  const ColumnSpread spread = spread_of(sample, centres, shown);
  std::vector<Json> lists;
  for (Index k = 0; k < centres.means.rows(); ++k) {
    const bool empty = centres.sizes[static_cast<std::size_t>(k)] == 0;
    lists.push_back(empty ? Json::array() : columns_of_cluster(centres, k, spread, report.finding.columns));
  }
  return lists;
}

}  // namespace bellwether
