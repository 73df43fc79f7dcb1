#include <cli/verbs/reproduce_json.h>

#include <cmath>

#include <experiments/tables.h>

namespace bellwether::cli {
namespace {

using experiments::DatasetFigures;
using experiments::MethodFigures;

Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

Json to_json(const MethodFigures& figures) {
  Json json{{"method", figures.method}, {"splits", figures.splits}, {"seconds", figures.seconds}};
  if (!figures.at.empty()) json["at"] = figures.at;
  if (figures.best) json["best_start"] = true;
  json["paper"] = number_or_null(figures.paper);
  json["mean"] = figures.splits > 0 ? Json(figures.mean) : Json();
  json["spread"] = figures.splits > 1 ? Json(figures.spread) : Json();
  json["interval"] = number_or_null(figures.interval);
  if (!figures.baseline.empty()) json["baseline"] = figures.baseline;
  json["difference"] = number_or_null(figures.difference);
  json["p"] = number_or_null(figures.p);
  json["p_of_paper"] = number_or_null(figures.paper_p);
  json["significant"] = figures.p && *figures.p < experiments::significance;
  if (!figures.not_run.empty()) json["not_run"] = figures.not_run;
  return json;
}

Json to_json(const DatasetFigures& data) {
  Json methods = Json::array();
  for (const auto& figures : data.methods) methods.push_back(to_json(figures));
  Json json{{"data_set", data.dataset},
            {"prepared", data.prepared},
            {"items", data.items},
            {"features", data.features},
            {"classes", data.classes}};
  if (!data.measured.empty()) json["measure"] = data.measured;
  json["methods"] = methods;
  return json;
}

Json to_json(const experiments::Printed& printed) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < printed.rows.size(); ++r) {
    Json row = Json::object();
    for (std::size_t c = 0; c < printed.figures[r].size(); ++c)
      row[printed.columns[c + 1]] = std::isnan(printed.figures[r][c]) ? Json() : Json(printed.figures[r][c]);
    rows.push_back({{"row", printed.rows[r]}, {"figures", row}});
  }
  return {{"rows", rows}, {"remark", printed.remark}};
}

}  // namespace

Json outcome_as_json(const experiments::Experiment& experiment, const experiments::Request& request,
                     const experiments::Outcome& outcome, const std::string& command) {
  Json datasets = Json::array(), scatters = Json::array();
  for (const auto& data : outcome.datasets) datasets.push_back(to_json(data));
  for (const auto& scatter : outcome.scatters)
    scatters.push_back(
        {{"title", scatter.title}, {"points", scatter.points}, {"clusters", scatter.clusters}});
  Json json{{"bellwether", BELLWETHER_VERSION}, {"paper", experiment.paper},
            {"table", experiment.table},        {"command", command},
            {"score", outcome.score},           {"lower_is_better", outcome.lower_is_better},
            {"baseline", outcome.baseline},     {"splits", request.splits},
            {"restarts", request.restarts},     {"random_seed", request.random_seed},
            {"quick", request.quick},           {"data_sets", datasets}};
  if (!outcome.axis.empty()) json["axis"] = outcome.axis;
  if (!scatters.empty()) json["scatters"] = scatters;
  if (outcome.printed) json["printed_in_paper"] = to_json(*outcome.printed);
  json["left_out"] = outcome.left_out;
  json["stand_ins"] = outcome.stand_ins;
  json["notes"] = outcome.notes;
  json["interrupted"] = outcome.interrupted;
  json["seconds"] = outcome.seconds;
  return json;
}

}  // namespace bellwether::cli
