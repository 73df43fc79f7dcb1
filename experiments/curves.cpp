#include <experiments/curves.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

#include <bellwether/scores/paired_t_test.h>

namespace bellwether::experiments {
namespace {

std::string group_of(const DatasetFigures& data) {
  const std::string name = name_of(data);
  return name.substr(0, name.find('-'));
}

void add_once(std::vector<std::string>& all, const std::string& one) {
  if (!one.empty() && std::ranges::find(all, one) == all.end()) all.push_back(one);
}

/// The standard deviation of what it gains over the baseline.
double spread_of_gains(const MethodFigures& figures) {
  if (figures.scores.size() < 2) return 0;
  const auto count = static_cast<double>(figures.scores.size());
  double squares = 0;
  for (std::size_t i = 0; i < figures.scores.size(); ++i)
    squares += std::pow(figures.scores[i] - figures.theirs[i] - *figures.difference, 2);
  return std::sqrt(squares / (count - 1));
}

/// The mean over a group's data sets of a method at a place, or wherever it is the same for all places; it is
/// tested over all draws of these data sets together.
Curves::Point point_of(const Outcome& outcome, const std::string& group, const std::string& method,
                       const std::string& at) {
  double sum = 0, spreads = 0;
  int count = 0, repeated = 0;
  std::vector<double> mine, theirs;
  for (const DatasetFigures& data : outcome.datasets) {
    if (group_of(data) != group) continue;
    for (const MethodFigures& m : data.methods) {
      if (m.best || m.method != method || (m.at != at && !m.at.empty()) || m.splits == 0) continue;
      if (outcome.shows_gains && !m.difference) continue;
      sum += outcome.shows_gains ? *m.difference : m.mean;
      ++count;
      spreads += outcome.shows_gains ? spread_of_gains(m) : m.spread;
      repeated += m.splits > 1;
      mine.insert(mine.end(), m.scores.begin(), m.scores.end());
      theirs.insert(theirs.end(), m.theirs.begin(), m.theirs.end());
    }
  }
  if (count == 0) return {};
  const bool tested = method != outcome.baseline && mine.size() > 1;
  return {sum / count, tested && paired_t_test(mine, theirs).p < significance,
          repeated == count ? std::optional(spreads / count) : std::nullopt};
}

/// A line for each place of each group, with what `cell` says of each method there.
Lines table_of_curves(const std::vector<Curves>& all,
                      const std::function<std::string(const Curves::Point&)>& cell) {
  if (all.empty()) return {{"data sets"}};
  Lines lines{{"data sets", all.front().axis}};
  for (const auto& [method, points] : all.front().methods) lines.front().push_back(method);
  for (const Curves& curves : all)
    for (std::size_t place = 0; place < curves.places.size(); ++place) {
      std::vector<std::string> line{place == 0 ? curves.group : "", curves.places[place]};
      for (const auto& [method, points] : curves.methods) line.push_back(cell(points[place]));
      lines.push_back(std::move(line));
    }
  return lines;
}

}  // namespace

std::vector<Curves> curves_of(const Outcome& outcome) {
  std::vector<std::string> groups, methods;
  std::map<std::string, std::vector<std::string>> places_of;  // a group may not have all places
  for (const DatasetFigures& data : outcome.datasets) {
    const std::string group = group_of(data);
    add_once(groups, group);
    for (const MethodFigures& m : data.methods) {
      if (!outcome.shows_gains || m.method != outcome.baseline) add_once(methods, m.method);
      if (m.splits > 0) add_once(places_of[group], m.at);
    }
  }
  // With several measures the group has the name of its own.
  const bool measured = !outcome.datasets.empty() && !outcome.datasets.front().measured.empty();
  std::vector<Curves> all;
  for (const std::string& group : groups) {
    const std::vector<std::string>& places = places_of[group];
    Curves curves{group, outcome.axis, measured ? "" : outcome.score, places};
    curves.gains = outcome.shows_gains;
    if (outcome.shows_gains) curves.score += fmt::format(" less that of {}", outcome.baseline);
    for (const std::string& method : methods) {
      std::vector<Curves::Point> points;
      for (const std::string& at : places) points.push_back(point_of(outcome, group, method, at));
      curves.methods.emplace_back(method, std::move(points));
    }
    all.push_back(std::move(curves));
  }
  return all;
}

Lines curves_table(const std::vector<Curves>& all) {
  const bool gains = !all.empty() && all.front().gains;
  return table_of_curves(all, [gains](const Curves::Point& point) {
    if (!point.mean) return std::string();
    return fmt::format("{}{}",
                       gains ? fmt::format("{:+.3f}", *point.mean) : fmt::format("{:.3f}", *point.mean),
                       point.significant ? "*" : "");
  });
}

Lines spreads_table(const std::vector<Curves>& all) {
  return table_of_curves(all, [](const Curves::Point& point) {
    return point.spread ? fmt::format("{:.3f}", *point.spread) : std::string();
  });
}

}  // namespace bellwether::experiments
