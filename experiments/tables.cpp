#include <experiments/tables.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

#include <bellwether/scores/paired_t_test.h>

namespace bellwether::experiments {
namespace {

constexpr double significance = 0.01;

std::string star(const std::optional<double>& p) {
  return p && *p < significance ? "*" : "";
}

std::string p_in_words(double p) {
  return (p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p)) + star(p);
}

bool any_method(const Outcome& outcome, const auto& has) {
  return std::ranges::any_of(
      outcome.datasets, [&](const DatasetFigures& data) { return std::ranges::any_of(data.methods, has); });
}

/// Which columns the long table needs.
struct Columns {
  bool paper = false, against_paper = false, intervals = false;
};

std::vector<std::string> line_of(const MethodFigures& figures, const std::string& dataset,
                                 const Columns& columns) {
  const bool ran = figures.splits > 0;
  std::vector<std::string> line{dataset, figures.method};
  const auto add = [&](bool wanted, bool known, const auto& words) {
    if (wanted) line.push_back(known ? words() : "");
  };
  add(columns.paper, figures.paper.has_value(), [&] { return fmt::format("{:.6g}", *figures.paper); });
  line.push_back(ran ? fmt::format("{:.3f}", figures.mean) : figures.not_run.empty() ? "" : "NS");
  add(columns.intervals, ran && figures.interval, [&] { return fmt::format("{:.3f}", *figures.interval); });
  add(true, figures.splits > 1, [&] { return fmt::format("{:.3f}", figures.spread); });
  add(columns.against_paper, ran && figures.paper_p,
      [&] { return fmt::format("{:+.3f}{}", figures.mean - *figures.paper, star(figures.paper_p)); });
  add(true, figures.difference.has_value(), [&] { return fmt::format("{:+.3f}", *figures.difference); });
  add(true, figures.p.has_value(), [&] { return p_in_words(*figures.p); });
  add(true, ran, [&] { return fmt::format("{}", figures.splits); });
  return line;
}

/// What a method did on all data sets together.
struct Together {
  int count = 0, compared = 0, tested = 0, better = 0, worse = 0;
  double sum = 0, differences = 0;
  std::vector<double> means = {}, baseline = {};  ///< on the data sets that both have

  void add_difference(double difference) {
    ++compared;
    differences += difference;
  }
};

const MethodFigures* baseline_of(const Outcome& outcome, const DatasetFigures& data,
                                 const MethodFigures& method) {
  const auto found = std::ranges::find_if(data.methods, [&](const MethodFigures& m) {
    return m.method == (method.baseline.empty() ? outcome.baseline : method.baseline) && m.at == method.at &&
           m.best == method.best && m.splits > 0;
  });
  return found == data.methods.end() ? nullptr : &*found;
}

Together together(const Outcome& outcome, std::size_t method) {
  Together all;
  for (const DatasetFigures& data : outcome.datasets) {
    const MethodFigures& figures = data.methods[method];
    all.count += figures.splits > 0;
    all.sum += figures.mean;
    const MethodFigures* baseline = baseline_of(outcome, data, figures);
    if (figures.splits > 0 && baseline != nullptr && baseline != &figures) {
      all.means.push_back(figures.mean);
      all.baseline.push_back(baseline->mean);
      if (!figures.difference) all.add_difference(figures.mean - baseline->mean);
    }
    if (figures.difference) all.add_difference(*figures.difference);
    if (!figures.p) continue;
    ++all.tested;
    if (*figures.p < significance)
      ++((*figures.difference > 0) != outcome.lower_is_better ? all.better : all.worse);
  }
  return all;
}

std::string name_of(const DatasetFigures& data) {
  return data.measured.empty() ? data.dataset : fmt::format("{}, {}", data.dataset, data.measured);
}

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

namespace {

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

Lines long_table(const Outcome& outcome) {
  const Columns columns{any_method(outcome, [](const MethodFigures& m) { return m.paper.has_value(); }),
                        any_method(outcome, [](const MethodFigures& m) { return m.paper_p.has_value(); }),
                        outcome.intervals};
  std::vector<std::string> names{"data set", "method"};
  if (columns.paper) names.emplace_back("paper");
  names.emplace_back("mean");
  if (columns.intervals) names.emplace_back("+- 95 %");
  names.emplace_back("spread");
  if (columns.against_paper) names.emplace_back("- paper");
  for (const std::string& name :
       {fmt::format("- {}", outcome.baseline), std::string("p"), std::string("splits")})
    names.push_back(name);
  Lines lines{names};
  for (const DatasetFigures& data : outcome.datasets)
    for (std::size_t m = 0; m < data.methods.size(); ++m)
      lines.push_back(line_of(data.methods[m], m == 0 ? name_of(data) : "", columns));
  return lines;
}

Lines side_by_side_table(const Outcome& outcome, bool best) {
  Lines lines(1, {best ? "best start" : "mean over starts"});
  if (outcome.datasets.empty()) return lines;
  std::vector<std::string> means{"mean"};
  const std::size_t methods = outcome.datasets.front().methods.size();
  for (const DatasetFigures& data : outcome.datasets) lines.push_back({data.dataset});
  for (std::size_t m = 0; m < methods; ++m) {
    if (outcome.datasets.front().methods[m].best != best) continue;
    lines.front().push_back(outcome.datasets.front().methods[m].method);
    for (std::size_t d = 0; d < outcome.datasets.size(); ++d) {
      const MethodFigures& figures = outcome.datasets[d].methods[m];
      lines[d + 1].push_back(figures.splits > 0 ? fmt::format("{:.3f}{}", figures.mean, star(figures.p))
                             : figures.not_run.empty() ? ""
                                                       : "NS");
    }
    const Together all = together(outcome, m);
    means.push_back(all.count == std::ssize(outcome.datasets) ? fmt::format("{:.3f}", all.sum / all.count)
                                                              : "");
  }
  lines.push_back(means);
  return lines;
}

Lines summary_table(const Outcome& outcome) {
  Lines lines{{"method", "data sets", "mean difference", "better (p < 0.01)", "worse (p < 0.01)",
               "p over data sets"}};
  const std::size_t methods = outcome.datasets.empty() ? 0 : outcome.datasets.front().methods.size();
  for (std::size_t m = 0; m < methods; ++m) {
    const MethodFigures& first = outcome.datasets.front().methods[m];
    const Together all = together(outcome, m);
    lines.push_back({fmt::format("{}{}", first.method, first.best ? ", best start" : ""),
                     fmt::format("{}", all.count),
                     all.compared > 0 ? fmt::format("{:+.3f}", all.differences / all.compared) : "",
                     all.tested > 0 ? fmt::format("{}", all.better) : "",
                     all.tested > 0 ? fmt::format("{}", all.worse) : "",
                     all.means.size() > 1 ? p_in_words(paired_t_test(all.means, all.baseline).p) : ""});
  }
  return lines;
}

Lines data_table(const Outcome& outcome) {
  Lines lines{{"data set", "items", "features", "classes", "prepared"}};
  for (const DatasetFigures& data : outcome.datasets)
    if (lines.back().front() != data.dataset)  // the measures of a data set stand together
      lines.push_back({data.dataset, fmt::format("{}", data.items), fmt::format("{}", data.features),
                       fmt::format("{}", data.classes), data.prepared});
  return lines;
}

Lines printed_table(const Printed& printed) {
  Lines lines{printed.columns};
  const std::size_t columns = printed.columns.size() - 1;
  for (std::size_t r = 0; r < printed.rows.size(); ++r) {
    lines.push_back({printed.rows[r]});
    for (const double figure : printed.figures[r])
      lines.back().push_back(std::isnan(figure) ? "" : fmt::format("{:.{}f}", figure, printed.decimals));
  }
  std::vector<std::string> means{"mean"}, differences{"- " + printed.baseline}, tests{"p over rows"};
  const auto base = std::ranges::find(printed.columns, printed.baseline) - printed.columns.begin() - 1;
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<double> mine, theirs;
    for (const auto& figures : printed.figures) {
      const double their = printed.baseline.empty() ? 0 : figures[static_cast<std::size_t>(base)];
      if (std::isnan(figures[c]) || std::isnan(their)) continue;
      mine.push_back(figures[c]);
      theirs.push_back(their);
    }
    double sum = 0;
    for (const double figure : mine) sum += figure;
    means.push_back(mine.empty() ? "" : fmt::format("{:.3f}", sum / static_cast<double>(mine.size())));
    const bool tested = std::ssize(printed.columns) > base + 1 && static_cast<std::ptrdiff_t>(c) != base &&
                        !printed.baseline.empty() && mine.size() > 1;
    const PairedTTest test = tested ? paired_t_test(mine, theirs) : PairedTTest{};
    differences.push_back(tested ? fmt::format("{:+.3f}", test.mean_difference) : "");
    tests.push_back(tested ? p_in_words(test.p) : "");
  }
  lines.push_back(means);
  if (!printed.baseline.empty()) lines.insert(lines.end(), {differences, tests});
  return lines;
}

}  // namespace bellwether::experiments
