#include <experiments/page.h>

#include <algorithm>

#include <fmt/format.h>

#include <bellwether/scores/paired_t_test.h>

namespace bellwether::experiments {
namespace {

using Lines = std::vector<std::vector<std::string>>;

/// Columns as wide as their widest cell, the first to the left and the others to the right.
std::string markdown_table(const Lines& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  std::string text;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += c == 0 ? fmt::format("| {:<{}} ", lines[at][c], widths[c])
                     : fmt::format("| {:>{}} ", lines[at][c], widths[c]);
    text += "|\n";
    if (at > 0) continue;
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += fmt::format("|{}{}", std::string(widths[c] + 1, '-'), c == 0 ? "-" : ":");
    text += "|\n";
  }
  return text;
}

std::string printed(const MethodFigures& figures) {
  return figures.paper ? fmt::format("{:.3g}", *figures.paper) : "";
}

std::string p_in_words(double p) {
  return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p);
}

std::vector<std::string> line_of(const DatasetFigures& data, const MethodFigures& figures, bool first,
                                 bool intervals) {
  std::vector<std::string> line{first ? data.dataset : "", figures.method, printed(figures)};
  if (figures.splits == 0) {
    line.insert(line.end(), {figures.not_run.empty() ? "" : "NS", "", "", "", "", ""});
    if (intervals) line.emplace_back();
    return line;
  }
  line.push_back(fmt::format("{:.3f}", figures.mean));
  if (intervals) line.push_back(figures.interval ? fmt::format("{:.3f}", *figures.interval) : "");
  line.insert(line.end(), {fmt::format("{:.3f}", figures.spread),
                           figures.difference ? fmt::format("{:+.3f}", *figures.difference) : "",
                           figures.p ? p_in_words(*figures.p) : "", fmt::format("{}", figures.splits),
                           fmt::format("{:.1f}", figures.seconds)});
  return line;
}

std::string data_table(const Outcome& outcome) {
  Lines lines{{"data set", "items", "features", "classes", "prepared"}};
  for (const DatasetFigures& data : outcome.datasets)
    lines.push_back({data.dataset, fmt::format("{}", data.items), fmt::format("{}", data.features),
                     fmt::format("{}", data.classes), data.prepared});
  return markdown_table(lines);
}

/// What a method did on all data sets together.
struct Together {
  int count = 0, compared = 0, tested = 0, better = 0, worse = 0;
  double sum = 0, differences = 0, seconds = 0;
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
    all.seconds += figures.seconds;
    const MethodFigures* baseline = baseline_of(outcome, data, figures);
    if (figures.splits > 0 && baseline != nullptr && baseline != &figures) {
      all.means.push_back(figures.mean);
      all.baseline.push_back(baseline->mean);
      if (!figures.difference) all.add_difference(figures.mean - baseline->mean);
    }
    if (figures.difference) all.add_difference(*figures.difference);
    if (!figures.p) continue;
    ++all.tested;
    if (*figures.p < 0.05) ++((*figures.difference > 0) != outcome.lower_is_better ? all.better : all.worse);
  }
  return all;
}

/// Over all data sets: how often better or worse than the baseline, and what it took.
std::string summary_table(const Outcome& outcome) {
  Lines lines{{"method", "data sets", "mean difference", "better (p < 0.05)", "worse (p < 0.05)", "seconds"}};
  if (outcome.side_by_side) lines.front().push_back("p over data sets");
  const std::size_t methods = outcome.datasets.empty() ? 0 : outcome.datasets.front().methods.size();
  for (std::size_t m = 0; m < methods; ++m) {
    const MethodFigures& first = outcome.datasets.front().methods[m];
    const Together all = together(outcome, m);
    lines.push_back({fmt::format("{}{}", first.method, first.best ? ", best start" : ""),
                     fmt::format("{}", all.count),
                     all.compared > 0 ? fmt::format("{:+.3f}", all.differences / all.compared) : "",
                     all.tested > 0 ? fmt::format("{}", all.better) : "",
                     all.tested > 0 ? fmt::format("{}", all.worse) : "", fmt::format("{:.0f}", all.seconds)});
    if (outcome.side_by_side)
      lines.back().push_back(all.means.size() > 1 ? p_in_words(paired_t_test(all.means, all.baseline).p)
                                                  : "");
  }
  return markdown_table(lines);
}

std::string long_table(const Outcome& outcome) {
  Lines lines{{"data set", "method", "paper", "mean", "spread", fmt::format("- {}", outcome.baseline), "p",
               "splits", "seconds"}};
  if (outcome.intervals) lines.front().insert(lines.front().begin() + 4, "+- 95 %");
  for (const DatasetFigures& data : outcome.datasets)
    for (std::size_t m = 0; m < data.methods.size(); ++m)
      lines.push_back(line_of(data, data.methods[m], m == 0, outcome.intervals));
  return markdown_table(lines);
}

/// A line for each data set and one for their mean, a column for each method.
std::string side_by_side_table(const Outcome& outcome, bool best) {
  if (outcome.datasets.empty()) return "";
  Lines lines(1, {best ? "best start" : "mean over starts"});
  std::vector<std::string> means{"mean"};
  const std::size_t methods = outcome.datasets.front().methods.size();
  for (const DatasetFigures& data : outcome.datasets) lines.push_back({data.dataset});
  for (std::size_t m = 0; m < methods; ++m) {
    if (outcome.datasets.front().methods[m].best != best) continue;
    lines.front().push_back(outcome.datasets.front().methods[m].method);
    for (std::size_t d = 0; d < outcome.datasets.size(); ++d) {
      const MethodFigures& figures = outcome.datasets[d].methods[m];
      lines[d + 1].push_back(figures.splits > 0        ? fmt::format("{:.3f}", figures.mean)
                             : figures.not_run.empty() ? ""
                                                       : "NS");
    }
    const Together all = together(outcome, m);
    means.push_back(all.count == std::ssize(outcome.datasets) ? fmt::format("{:.3f}", all.sum / all.count)
                                                              : "");
  }
  lines.push_back(means);
  return markdown_table(lines);
}

std::string group_of(const std::string& dataset) {
  return dataset.substr(0, dataset.find('-'));
}

/// The mean over a group's data sets of a method at a place of the axis, or wherever it is the same for all.
std::string mean_in_group(const Outcome& outcome, const std::string& group, const std::string& method,
                          const std::string& at) {
  double sum = 0;
  int count = 0;
  for (const DatasetFigures& data : outcome.datasets) {
    if (group_of(data.dataset) != group) continue;
    for (const MethodFigures& m : data.methods) {
      if (m.best || m.method != method || (m.at != at && !m.at.empty()) || m.splits == 0) continue;
      sum += m.mean;
      ++count;
    }
  }
  return count > 0 ? fmt::format("{:.3f}", sum / count) : "";
}

/// For each group of data sets a line for each place of the axis, and a column for each method.
std::string curves_table(const Outcome& outcome) {
  std::vector<std::string> groups, methods, places;
  const auto add = [](std::vector<std::string>& all, const std::string& one) {
    if (!one.empty() && std::ranges::find(all, one) == all.end()) all.push_back(one);
  };
  for (const DatasetFigures& data : outcome.datasets) {
    add(groups, group_of(data.dataset));
    for (const MethodFigures& m : data.methods) {
      add(methods, m.method);
      add(places, m.at);
    }
  }
  Lines lines{{"data sets", outcome.axis}};
  lines.front().insert(lines.front().end(), methods.begin(), methods.end());
  for (const std::string& group : groups)
    for (const std::string& at : places) {
      lines.push_back({at == places.front() ? group : "", at});
      for (const std::string& method : methods)
        lines.back().push_back(mean_in_group(outcome, group, method, at));
    }
  return markdown_table(lines);
}

std::string how_to_read(const Request& request, const Outcome& outcome) {
  if (!outcome.side_by_side)
    return fmt::format(
        "{} over {} {} with {} restarts each; random seed {}. `paper` is what the paper prints, `mean` and "
        "`spread` (standard deviation) are over {}, {}`- {}` is the mean difference to `{}` on the same "
        "{} and `p` that of a two-sided paired t-test of it. `seconds` are of processor time, all "
        "{} together. NS: not run, see below.\n\n",
        outcome.score, request.splits, outcome.splits_are, request.restarts, request.random_seed,
        outcome.split, outcome.intervals ? "`+- 95 %` is half of the mean's confidence interval, " : "",
        outcome.baseline, outcome.baseline, outcome.split, outcome.split);
  const std::string repeats =
      fmt::format("{}, {} is better; {}: {}, starts on each: {}, random seed {}. ", outcome.score,
                  outcome.lower_is_better ? "lower" : "higher", outcome.splits_are, request.splits,
                  request.restarts, request.random_seed);
  if (!outcome.axis.empty()) return repeats + "Means over data sets, draws and starts.\n\n";
  return repeats +
         fmt::format(
             "Figures are means over draws: of the mean over starts, and of the start whose objective is "
             "best. "
             "Differences are to `{}` on the same draws; better and worse count the data sets where a "
             "two-sided "
             "paired t-test over draws says so, `p over data sets` is that of the test over the data sets' "
             "means. `seconds` are of processor time, all draws together. NS: not run, see below.\n\n",
             outcome.baseline);
}

}  // namespace

std::string figures_table(const Outcome& outcome) {
  if (!outcome.side_by_side) return long_table(outcome);
  if (!outcome.axis.empty()) return curves_table(outcome);
  return side_by_side_table(outcome, false) + "\n" + side_by_side_table(outcome, true);
}

std::string page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                    const std::string& command) {
  std::string page = fmt::format("# {} {}: {}\n\n{}\n\n    {}\n\n", experiment.paper, experiment.table,
                                 experiment.summary, experiment.source, command);
  page += how_to_read(request, outcome);
  if (outcome.interrupted)
    page += "**Interrupted: what was finished until then.** The same command goes on from there.\n\n";
  page += figures_table(outcome);
  if (outcome.axis.empty()) page += "\n## All data sets together\n\n" + summary_table(outcome);
  page += "\n## The data\n\n" + data_table(outcome);
  for (const std::string& words : outcome.left_out) page += fmt::format("\nLeft out: {}.\n", words);
  page += "\n## What was run, and what differs from the paper\n\n";
  for (const std::string& note : outcome.notes) page += fmt::format("- {}\n", note);
  for (const DatasetFigures& data : outcome.datasets)
    for (const MethodFigures& figures : data.methods)
      if (!figures.not_run.empty())
        page += fmt::format("- {} on {}: {}.\n", figures.method, data.dataset, figures.not_run);
  return page;
}

}  // namespace bellwether::experiments
