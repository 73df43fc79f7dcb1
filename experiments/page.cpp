#include <experiments/page.h>

#include <algorithm>

#include <fmt/format.h>

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

std::vector<std::string> line_of(const DatasetFigures& data, const MethodFigures& figures, bool first) {
  std::vector<std::string> line{first ? data.dataset : "", figures.method, printed(figures)};
  if (figures.splits == 0) {
    line.insert(line.end(), {figures.not_run.empty() ? "" : "NS", "", "", "", "", ""});
    return line;
  }
  line.insert(line.end(), {fmt::format("{:.3f}", figures.mean), fmt::format("{:.3f}", figures.spread),
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

/// Over all data sets: how often better or worse than the baseline, and what it took.
std::string summary_table(const Outcome& outcome) {
  Lines lines{{"method", "data sets", "mean difference", "better (p < 0.05)", "worse (p < 0.05)", "seconds"}};
  std::vector<std::string> methods;
  if (!outcome.datasets.empty())
    for (const MethodFigures& m : outcome.datasets.front().methods) methods.push_back(m.method);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    int count = 0, compared = 0, better = 0, worse = 0;
    double sum = 0, seconds = 0;
    for (const DatasetFigures& data : outcome.datasets) {
      const MethodFigures& figures = data.methods[m];
      count += figures.splits > 0;
      seconds += figures.seconds;
      if (!figures.difference) continue;
      ++compared;
      sum += *figures.difference;
      if (*figures.p < 0.05) ++(*figures.difference > 0 ? better : worse);
    }
    lines.push_back({methods[m], fmt::format("{}", count),
                     compared > 0 ? fmt::format("{:+.3f}", sum / compared) : "",
                     compared > 0 ? fmt::format("{}", better) : "",
                     compared > 0 ? fmt::format("{}", worse) : "", fmt::format("{:.0f}", seconds)});
  }
  return markdown_table(lines);
}

}  // namespace

std::string figures_table(const Outcome& outcome) {
  Lines lines{{"data set", "method", "paper", "mean", "spread", fmt::format("- {}", outcome.baseline), "p",
               "splits", "seconds"}};
  for (const DatasetFigures& data : outcome.datasets)
    for (std::size_t m = 0; m < data.methods.size(); ++m)
      lines.push_back(line_of(data, data.methods[m], m == 0));
  return markdown_table(lines);
}

std::string page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                    const std::string& command) {
  std::string page = fmt::format("# {} {}: {}\n\n{}\n\n    {}\n\n", experiment.paper, experiment.table,
                                 experiment.summary, experiment.source, command);
  page += fmt::format(
      "{} over {} divisions of the classes with {} restarts each; random seed {}. `paper` is what the paper "
      "prints, "
      "`mean` and `spread` (standard deviation) are over divisions, `- {}` is the mean difference to `{}` on "
      "the "
      "same divisions and `p` that of a two-sided paired t-test of it. `seconds` are of processor time, all "
      "divisions together. NS: not run, see below.\n\n",
      outcome.score, request.splits, request.restarts, request.random_seed, outcome.baseline,
      outcome.baseline);
  if (outcome.interrupted)
    page += "**Interrupted: what was finished until then.** The same command goes on from there.\n\n";
  page += figures_table(outcome) + "\n## All data sets together\n\n" + summary_table(outcome) +
          "\n## The data\n\n" + data_table(outcome);
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
