#include <experiments/study.h>

#include <algorithm>
#include <chrono>

#include <bellwether/data/error.h>
#include <experiments/figures.h>
#include <experiments/filling.h>
#include <experiments/processor_seconds.h>

namespace bellwether::experiments {
namespace {

bool asked_for(const std::string& name, const std::vector<std::string>& names) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

/// How a method is called in the file of finished cells; the first measure needs no name.
std::string cell_name(const Study& study, const std::string& method, const std::string& at,
                      std::size_t measure) {
  return fmt::format("{}{}{}{}{}", method, at.empty() ? "" : " ", at, measure == 0 ? "" : " ",
                     measure == 0 ? "" : study.measures[measure]);
}

std::vector<std::string> names_of(const std::vector<StudyMethod>& methods) {
  std::vector<std::string> names;
  for (const StudyMethod& method : methods)
    if (std::ranges::find(names, method.name) == names.end()) names.push_back(method.name);
  return names;
}

std::vector<Piece> pieces_of(const Study& study, const std::string& dataset, const OpenedData& data,
                             const std::vector<StudyMethod>& methods, const Request& request) {
  std::vector<Piece> pieces;
  for (int split = 0; split < request.splits; ++split)
    for (const StudyMethod& method : methods) {
      if (data.has_place && !data.has_place(method)) {
        pieces.push_back({dataset, split});
        continue;
      }
      std::vector<std::string> cells;
      for (std::size_t m = 0; m < study.measures.size(); ++m)
        cells.push_back(cell_name(study, method.name, method.at, m));
      const auto work = [&, split, cells](const std::vector<std::string>&, const Run& run) {
        const double began = processor_seconds();
        const std::vector<double> scores = data.score(method, split, searches_of(request, split, run));
        const double seconds = processor_seconds() - began;
        std::vector<Cell> made;
        for (std::size_t m = 0; m < cells.size(); ++m)
          made.push_back({dataset, split, cells[m], scores.at(m), seconds});
        return made;
      };
      pieces.push_back({dataset, split, cells, work});
    }
  return pieces;
}

/// The baseline at the same place, or the one that is the same at all places.
std::string baseline_cell(const Study& study, const StudyMethod& method, std::size_t measure) {
  const std::string name = method.baseline.empty() ? study.baseline : method.baseline;
  const bool has_places = std::ranges::any_of(
      study.methods, [&](const StudyMethod& m) { return m.name == name && !m.at.empty(); });
  return cell_name(study, name, has_places ? method.at : "", measure);
}

DatasetFigures figures_of_data(const Study& study, const std::string& dataset, const OpenedData& data,
                               const std::vector<StudyMethod>& methods, std::size_t measure,
                               const Request& request, const FinishedCells& finished,
                               const Filling& filling) {
  DatasetFigures figures{dataset, data.prepared, data.items, data.features, data.classes};
  if (study.measures.size() > 1) figures.measured = study.measures[measure];
  for (const StudyMethod& method : methods) {
    const std::string cell = cell_name(study, method.name, method.at, measure);
    MethodFigures mine =
        figures_of(dataset, cell, baseline_cell(study, method, measure), request.splits, finished);
    mine.method = method.name;
    mine.at = method.at;
    mine.baseline = method.baseline;
    if (measure == 0) mine.paper = method.paper;
    mine.not_run = filling.failure(dataset, cell);
    figures.methods.push_back(std::move(mine));
  }
  return figures;
}

void check(const Study& study, const Request& request) {
  require_names(request.only, study.datasets, "data set");
  require_names(request.methods, names_of(study.methods), "method");
  if (!study.needs_data) return;
  std::error_code ignored;
  require<InvalidOption>(!request.data.empty(), "say where the data sets are: --data DIR");
  require(std::filesystem::is_directory(request.data, ignored),
          "--data {}: there is no such folder; `bellwether reproduce {}` says what it should hold",
          request.data.string(), study.paper);
}

Outcome empty_outcome(const Study& study, const std::vector<StudyMethod>& methods) {
  Outcome outcome{.score = fmt::format("{}", fmt::join(study.measures, " and ")),
                  .baseline = study.baseline,
                  .lower_is_better = study.lower_is_better,
                  .splits_are = study.splits_are,
                  .split = study.split,
                  .side_by_side = !study.axis.empty(),
                  .axis = study.axis,
                  .summarised = study.datasets.size() > 1 && study.measures.size() == 1,
                  .shows_gains = study.shows_gains,
                  .notes = study.notes};
  std::vector<std::string> said;
  for (const StudyMethod& method : methods) {
    if (std::ranges::find(said, method.name) != said.end()) continue;
    said.push_back(method.name);
    outcome.notes.push_back(fmt::format("`{}`: {}.", method.name, method.what));
  }
  return outcome;
}

void run_datasets(const Study& study, const Request& request, const Run& run,
                  const std::vector<StudyMethod>& methods, Outcome& outcome) {
  FinishedCells finished(request.finished, settings_of(study.paper, study.name, request),
                         study.measures.front());
  const auto count =
      std::ranges::count_if(study.datasets, [&](const auto& name) { return asked_for(name, request.only); });
  Filling filling(run, finished, count * std::ssize(methods) * request.splits);
  for (const std::string& dataset : study.datasets) {
    if (!asked_for(dataset, request.only)) continue;
    if (run.stop.stop_requested()) return;
    std::string missing;
    const std::optional<OpenedData> data =
        study.open(request, dataset, missing, {.threads = run.threads, .stop = run.stop});
    if (!data) {
      outcome.left_out.push_back(fmt::format("{}: there is no {}", dataset, missing));
      continue;
    }
    on_threads(run.threads, [&] { filling.fill(pieces_of(study, dataset, *data, methods, request)); });
    for (std::size_t m = 0; m < study.measures.size(); ++m)
      outcome.datasets.push_back(
          figures_of_data(study, dataset, *data, methods, m, request, finished, filling));
  }
}

Outcome run_study(const Study& study, const Request& request, const Run& run) {
  check(study, request);
  const auto began = std::chrono::steady_clock::now();
  std::vector<StudyMethod> methods;
  for (const StudyMethod& method : study.methods)
    if (asked_for(method.name, request.methods)) methods.push_back(method);
  Outcome outcome = empty_outcome(study, methods);
  try {
    run_datasets(study, request, run, methods, outcome);
    if (study.scatters && !run.stop.stop_requested()) outcome.scatters = study.scatters(request, run);
  } catch (const Error&) {
    if (!run.stop.stop_requested()) throw;  // else: stopped while a data set was opened
  }
  outcome.interrupted = run.stop.stop_requested();
  require(!outcome.datasets.empty() || outcome.interrupted, "{}: none of the data sets is there: {}",
          request.data.string(), fmt::join(outcome.left_out, "; "));
  if (study.tables) outcome.tables = study.tables(outcome);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return outcome;
}

}  // namespace

Experiment experiment_of(const Study& study) {
  return {study.paper,
          study.name,
          study.source,
          study.summary,
          study.datasets,
          names_of(study.methods),
          study.splits,
          study.restarts,
          [study](const Request& request, const Run& run) { return run_study(study, request, run); }};
}

}  // namespace bellwether::experiments
