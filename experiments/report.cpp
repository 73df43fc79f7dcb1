#include <experiments/report.h>

#include <algorithm>

#include <fmt/format.h>

namespace bellwether::experiments {
namespace {

const char* const stars_are = "`*`: p < 0.01";

std::string how_to_read_long(const Request& request, const Outcome& outcome) {
  const bool printed = std::ranges::any_of(outcome.datasets, [](const DatasetFigures& data) {
    return std::ranges::any_of(data.methods, [](const MethodFigures& m) { return m.paper.has_value(); });
  });
  const bool against = std::ranges::any_of(outcome.datasets, [](const DatasetFigures& data) {
    return std::ranges::any_of(data.methods, [](const MethodFigures& m) { return m.paper_p.has_value(); });
  });
  std::string words = fmt::format(
      "{} over {} {} with {} restarts each; random seed {}. `mean` and `spread` (standard deviation) "
      "are over {}, {}`- {}` is the mean difference to `{}` on the same {} and `p` that of a "
      "two-sided paired t-test of it ({}). NS: not run, see below.",
      outcome.score, request.splits, outcome.splits_are, request.restarts, request.random_seed, outcome.split,
      outcome.intervals ? "`+- 95 %` is half of the mean's confidence interval, " : "", outcome.baseline,
      outcome.baseline, outcome.split, stars_are);
  if (printed) words += " `paper` is what the paper prints.";
  if (against)
    words +=
        " `- paper` is the difference to it, with a star if it lies outside of where 99 of 100 more such "
        "splits "
        "would: the paper's figure is of one.";
  return words;
}

std::string how_to_read_side_by_side(const Request& request, const Outcome& outcome) {
  const std::string repeats =
      fmt::format("{}, {} is better; {}: {}, starts on each: {}, random seed {}. ", outcome.score,
                  outcome.lower_is_better ? "lower" : "higher", outcome.splits_are, request.splits,
                  request.restarts, request.random_seed);
  if (!outcome.axis.empty())
    return repeats +
           fmt::format(
               "{} over data sets, {} and starts. {}, by a two-sided paired t-test against `{}` at "
               "the same place over all {} of the data sets together.",
               outcome.shows_gains ? fmt::format("Mean differences to `{}`", outcome.baseline) : "Means",
               outcome.split, stars_are, outcome.baseline, outcome.split);
  return repeats +
         fmt::format(
             "Figures are means over draws: of the mean over starts, and of the start whose objective is "
             "best. {}, by a two-sided paired t-test against `{}` on the same draws; better and worse count "
             "such data sets, `p over data sets` is that of the test over the data sets' means. NS: not run, "
             "see below.",
             stars_are, outcome.baseline);
}

std::string how_to_read(const Request& request, const Outcome& outcome) {
  if (!outcome.tables.empty())
    return fmt::format("Of each data set: {} {}; random seed {}.", request.splits, outcome.split,
                       request.random_seed);
  return outcome.side_by_side ? how_to_read_side_by_side(request, outcome)
                              : how_to_read_long(request, outcome);
}

void add_own_tables(Report& report, const Outcome& outcome) {
  for (const OwnTable& table : outcome.tables) {
    report.parts.push_back(Heading{table.title});
    report.parts.push_back(Paragraph{table.remark});
    report.parts.push_back(TablePart{table.lines});
  }
}

/// The figures themselves: the experiment's own tables, one table, two, or curves.
void add_figures(Report& report, const Request& request, const Outcome& outcome) {
  if (!outcome.tables.empty()) {
    add_own_tables(report, outcome);
    if (!outcome.axis.empty())
      for (const Curves& curves : curves_of(outcome)) report.parts.push_back(curves);
  } else if (!outcome.side_by_side) {
    report.parts.push_back(TablePart{long_table(outcome)});
  } else if (outcome.axis.empty()) {
    for (const bool best : {false, true})
      report.parts.push_back(TablePart{side_by_side_table(outcome, best)});
  } else {
    const std::vector<Curves> all = curves_of(outcome);
    for (const Curves& curves : all) report.parts.push_back(curves);
    report.parts.push_back(TablePart{curves_table(all)});
    if (request.splits > 1) {
      report.parts.push_back(Paragraph{fmt::format("Standard deviations over {}:", outcome.split)});
      report.parts.push_back(TablePart{spreads_table(all)});
    }
  }
  for (const Scatter& scatter : outcome.scatters) report.parts.push_back(scatter);
}

void add_data(Report& report, const Experiment& experiment, const Outcome& outcome) {
  report.parts.push_back(Heading{"The data"});
  report.parts.push_back(TablePart{data_table(outcome)});
  Bullets needed;
  for (const NeededData& data : experiment.data)
    if (data.instead.empty()) needed.texts.push_back(fmt::format("{}: {}.", data.name, data.published));
  for (const std::string& words : outcome.stand_ins) needed.texts.push_back("Instead of " + words + ".");
  for (const std::string& words : outcome.left_out)
    needed.texts.push_back(fmt::format("Left out: {}.", words));
  if (!needed.texts.empty()) report.parts.push_back(needed);
}

void add_notes(Report& report, const Outcome& outcome) {
  report.parts.push_back(
      Heading{outcome.tables.empty() ? "What was run, and what differs from the paper" : "What was run"});
  Bullets notes{outcome.notes};
  for (const DatasetFigures& data : outcome.datasets)
    for (const MethodFigures& figures : data.methods) {
      const std::string words =
          fmt::format("{}{}{} on {}: {}.", figures.method, figures.at.empty() ? "" : " at ", figures.at,
                      data.dataset, figures.not_run);
      const bool said = std::ranges::find(notes.texts, words) != notes.texts.end();  // of another measure
      if (!figures.not_run.empty() && !said) notes.texts.push_back(words);
    }
  report.parts.push_back(notes);
}

void add_printed(Report& report, const Outcome& outcome) {
  report.parts.push_back(Heading{"What the paper prints"});
  if (!outcome.printed->remark.empty()) report.parts.push_back(Paragraph{outcome.printed->remark});
  report.parts.push_back(TablePart{printed_table(*outcome.printed)});
}

}  // namespace

Report report_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                 const std::string& command) {
  Report report{fmt::format("{} {}: {}", experiment.paper, experiment.table, experiment.summary), {}};
  report.parts = {Paragraph{experiment.source}, Command{command}};
  if (!experiment.protocol.empty()) report.parts.push_back(Paragraph{experiment.protocol});
  report.parts.push_back(Paragraph{how_to_read(request, outcome)});
  if (request.quick)
    report.parts.push_back(
        Paragraph{"**A quick run: fewer data sets, draws and starts than the experiment has.**"});
  if (outcome.interrupted)
    report.parts.push_back(
        Paragraph{"**Interrupted: what was finished until then.** The same command goes on from there."});
  add_figures(report, request, outcome);
  if (outcome.axis.empty() && outcome.summarised) {
    report.parts.push_back(Heading{"All data sets together"});
    report.parts.push_back(TablePart{summary_table(outcome)});
  }
  if (outcome.printed) add_printed(report, outcome);
  add_data(report, experiment, outcome);
  add_notes(report, outcome);
  return report;
}

}  // namespace bellwether::experiments
