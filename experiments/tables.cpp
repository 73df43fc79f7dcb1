#include <experiments/tables.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <bellwether/scores/paired_t_test.h>

namespace bellwether::experiments {
namespace {

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

}  // namespace

std::string name_of(const DatasetFigures& data) {
  return data.measured.empty() ? data.dataset : fmt::format("{}, {}", data.dataset, data.measured);
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
