#include <page/colours.h>
#include <page/page_data.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace bellwether::page {
namespace {

using Json = nlohmann::ordered_json;

/// Enough digits for a plot.
double short_number(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double unit = std::pow(10, 5 - std::ceil(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

Json column_of(const Matrix& places, Index column) {
  Json values = Json::array();
  for (Index i = 0; i < places.rows(); ++i)
    values.push_back(column < places.cols() ? short_number(places(i, column)) : 0.0);
  return values;
}

Json names_or_null(const std::vector<ShownItem>& items, int ShownItem::*number,
                   const std::vector<std::string>& names) {
  Json values = Json::array();
  for (const ShownItem& item : items) {
    const int k = item.*number;
    values.push_back(k < 0 ? Json(nullptr) : Json(names[static_cast<std::size_t>(k)]));
  }
  return values;
}

Json items_json(const ShownResult& result) {
  Json json{{"id", Json::array()}};
  for (const ShownItem& item : result.shown) json["id"].push_back(item.id);
  json["group"] = names_or_null(result.shown, &ShownItem::cluster, result.cluster_names);
  if (result.has_truth()) json["class"] = names_or_null(result.shown, &ShownItem::truth, result.truth_names);
  if (result.has_before())
    json["before"] = names_or_null(result.shown, &ShownItem::before, result.cluster_names);
  if (!result.shown.empty() && result.shown.front().probability)
    for (const ShownItem& item : result.shown)
      json["certainty"].push_back(short_number(item.probability.value_or(0)));
  for (const ShownItem& item : result.shown)
    if (!item.text.empty()) {
      for (const ShownItem& each : result.shown) json["text"].push_back(each.text);
      break;
    }
  json["x"] = {column_of(result.neighbours, 0), column_of(result.coordinates, 0)};
  json["y"] = {column_of(result.neighbours, 1), column_of(result.coordinates, 1)};
  return json;
}

Json result_json(const ShownResult& result) {
  Json colours = Json::array();
  for (int k = 0; k < result.clusters; ++k) colours.push_back(colour(k));
  Json trace = Json::array();
  for (const double value : result.trace) trace.push_back(value);
  return {{"items", items_json(result)},
          {"groups", result.cluster_names},
          {"groupColours", colours},
          {"classes", result.truth_names},
          {"classColours", class_colours(result)},
          {"objective", result.objective},
          {"trace", trace}};
}

Json comparison_json(const ShownComparison& comparison) {
  Json lines = Json::array();
  for (const ComparedMethod& method : comparison.methods)
    for (const auto& score : method.scores)
      if (score.name == comparison.main_score)
        lines.push_back({{"method", method.method},
                         {"mean", score.mean},
                         {"deviation", score.deviation},
                         {"values", score.values},
                         {"best", method.best}});
  return {{"score", comparison.main_score}, {"methods", lines}};
}

}  // namespace

std::string page_data(const std::vector<ShownResult>& results,
                      const std::optional<ShownComparison>& comparison) {
  Json json{{"results", Json::array()}};
  for (const ShownResult& result : results) json["results"].push_back(result_json(result));
  if (comparison && !comparison->main_score.empty()) json["comparison"] = comparison_json(*comparison);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace bellwether::page
