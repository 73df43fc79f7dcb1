#include <cli/reports/comparison_report.h>
#include <cli/terminal/flags.h>

#include <fmt/ranges.h>

#include <bellwether/portraits/result_json.h>

namespace bellwether::cli {
namespace {

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

/// For each kind that it was given, whether most repeats used it; null if there was none.
Json knowledge_used(const Standing& standing) {
  if (standing.used.empty()) return nullptr;
  Json used = Json::object();
  for (const EvidenceKind kind : standing.given)
    used[std::string(name_of(kind))] = 2 * times_used(standing, kind) > standing.used.size();
  return used;
}

/// What a word in the table or a boolean cannot say.
std::string note_of(const Standing& standing) {
  std::vector<std::string> notes = with_flags(standing.notes);
  for (const EvidenceKind kind : standing.given)
    if (const std::size_t used = times_used(standing, kind); used > 0 && used < standing.used.size())
      notes.push_back(
          fmt::format("{} were used in {} of {} repeats", name_of(kind), used, standing.used.size()));
  return fmt::format("{}", fmt::join(notes, "; "));
}

Json to_json(const Standing& standing) {
  Json scores = Json::object();
  for (const auto& [name, spread] : standing.scores)
    scores[name] = {
        {"mean", spread.mean()}, {"deviation", or_null(spread.deviation())}, {"values", spread.values}};
  return {
      {"method", standing.method},
      {"folder", standing.method},
      {"needs", given_in_words(standing)},
      {"knowledge_used", knowledge_used(standing)},
      {"repeats", standing.repeats()},
      {"scores", scores},
      {"agreement", or_null(standing.agreement)},
      {"seconds", {{"mean", standing.seconds.mean()}, {"deviation", or_null(standing.seconds.deviation())}}},
      {"best", standing.best},
      {"difference_to_best", or_null(standing.difference)},
      {"p", or_null(standing.p)},
      {"stopped", standing.stopped},
      {"note", note_of(standing)}};
}

}  // namespace

std::string to_json(const ComparisonReport& report) {
  Json methods = Json::array(), not_run = Json::array();
  for (const Standing& standing : report.standings.methods) methods.push_back(to_json(standing));
  for (const auto& [method, reason, failed] : report.not_run)
    not_run.push_back({{"method", method}, {"reason", with_flags(reason)}, {"failed", failed}});
  const bool ranked = report.standings.ranked;
  Json json{{"bellwether", BELLWETHER_VERSION},
            {"schema", schema_version},
            {"source", report.source},
            {"items", report.items},
            {"clusters", report.clusters},
            {"repeats", report.repeats},
            {"random_seed", report.random_seed},
            {"main_score", ranked ? Json(main_score) : Json()},
            {"best", ranked ? Json(report.standings.methods.front().method) : Json()},
            {"verdict", with_flags(report.standings.verdict)},
            {"methods", methods},
            {"not_run", not_run},
            {"interrupted", report.interrupted}};
  if (report.k_choice) json["k"] = k_choice_json(*report.k_choice);
  return lines(json);
}

}  // namespace bellwether::cli
