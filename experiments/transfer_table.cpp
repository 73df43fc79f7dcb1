#include <experiments/transfer_table.h>

#include <algorithm>
#include <chrono>

#include <bellwether/data/error.h>
#include <experiments/corpora.h>
#include <experiments/figures.h>
#include <experiments/filling.h>
#include <experiments/finished_cells.h>
#include <experiments/processor_seconds.h>
#include <experiments/tcs_protocol.h>

namespace bellwether::experiments {
namespace {

bool is_asked(const std::string& name, const std::vector<std::string>& names) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

/// How a method, with its place on the axis, is called in the file of finished cells.
std::string cell_name(const std::string& method, const std::string& at, bool best) {
  return fmt::format("{}{}{}{}", method, at.empty() ? "" : " ", at, best ? " best" : "");
}

/// Each name once, in the order of the table.
template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& thing : things)
    if (std::ranges::find(names, thing.name) == names.end()) names.push_back(thing.name);
  return names;
}

/// The mean over starts and the best of them are two cells of one piece.
std::vector<Piece> pieces_of(const TransferTable& table, const Task& task, const Corpus& corpus,
                             const std::vector<TransferMethod>& methods, const Request& request) {
  std::vector<Piece> pieces;
  for (int split = 0; split < request.splits; ++split)
    for (const TransferMethod& method : methods) {
      const std::string mean = cell_name(method.name, method.at, false),
                        best = cell_name(method.name, method.at, true);
      const auto work = [&, split, mean, best](const std::vector<std::string>&,
                                               const Run& run) -> std::vector<Cell> {
        const Problem problem = draw_problem(corpus, task, request.random_seed, split, method.items);
        const double began = processor_seconds();
        const Searched searched =
            search_from_starts(problem, method.search, request.restarts,
                               searches_of(request, split, run).random_seed, table.unit, run);
        const double seconds = processor_seconds() - began;
        return {{task.name, split, mean, searched.mean, seconds},
                {task.name, split, best, searched.best, seconds}};
      };
      pieces.push_back({task.name, split, {mean, best}, work});
    }
  return pieces;
}

void check(const TransferTable& table, const Request& request) {
  const std::string expected = corpus_folders(table.tasks.front().corpus).front();
  std::error_code ignored;
  require<InvalidOption>(!request.data.empty(),
                         "say where the data sets are: --data DIR, a folder with, for instance, {}",
                         expected);
  require(std::filesystem::is_directory(request.data, ignored),
          "--data {}: there is no such folder; it should hold, for instance, {}", request.data.string(),
          expected);
  require<InvalidOption>(request.features.empty() || std::filesystem::is_directory(request.features, ignored),
                         "--features {}: there is no such folder; make it first", request.features.string());
  require_names(request.only, names_of(table.tasks), "data set");
  require_names(request.methods, names_of(table.methods), "method");
}

DatasetFigures figures_of_task(const TransferTable& table, const Task& task, const Corpus& corpus,
                               const std::vector<TransferMethod>& methods, const Request& request,
                               const FinishedCells& finished, const Filling& filling) {
  const Problem first = draw_problem(corpus, task, request.random_seed, 0);
  DatasetFigures figures{task.name,
                         fmt::format("{}: {}; {} auxiliary items", corpus.prepared,
                                     fmt::join(task.classes, ", "), first.auxiliary.rows()),
                         first.target.rows(), first.target.columns, first.classes};
  if (first.tagged_with.rows() > 0) figures.prepared += fmt::format(", {} tags", first.tagged_with.columns);
  for (const bool best : {false, true})
    for (const TransferMethod& method : methods) {
      MethodFigures mine = figures_of(task.name, cell_name(method.name, method.at, best),
                                      cell_name(table.baseline, method.at, best), request.splits, finished);
      mine.method = method.name;
      mine.at = method.at;
      mine.best = best;
      mine.not_run = best ? "" : filling.failure(task.name, cell_name(method.name, method.at, false));
      figures.methods.push_back(std::move(mine));
    }
  return figures;
}

/// The corpus of a task; the last one is kept, because tasks of one corpus stand together.
class CurrentCorpus {
 public:
  CurrentCorpus(const CorpusReader& reader, const Request& request, const Run& run)
      : reader_(reader), request_(request), run_(run) {}

  const std::optional<Corpus>& of(const Task& task) {
    if (task.corpus == name_) return corpus_;
    corpus_.reset();
    corpus_ = reader_(request_, task.corpus, run_);
    name_ = task.corpus;
    return corpus_;
  }

 private:
  const CorpusReader& reader_;
  const Request& request_;
  const Run& run_;
  std::string name_ = {};
  std::optional<Corpus> corpus_ = {};
};

Outcome empty_outcome(const TransferTable& table, const std::vector<TransferMethod>& methods) {
  Outcome outcome{.score = table.unit == EntropyUnit::bits ? "entropy in bits" : "entropy in nats",
                  .baseline = table.baseline,
                  .lower_is_better = true,
                  .splits_are = "random draws",
                  .split = "draws",
                  .side_by_side = true,
                  .axis = table.axis,
                  .printed = table.printed,
                  .notes = table.notes};
  std::vector<std::string> said;
  for (const TransferMethod& method : methods) {
    if (std::ranges::find(said, method.name) != said.end()) continue;
    said.push_back(method.name);
    outcome.notes.push_back(fmt::format("`{}`: {}.", method.name, method.what));
  }
  return outcome;
}

void run_tasks(const TransferTable& table, const CorpusReader& reader, const Request& request, const Run& run,
               const std::vector<TransferMethod>& methods, Outcome& outcome) {
  std::vector<Task> tasks;
  for (const Task& task : table.tasks)
    if (is_asked(task.name, request.only)) tasks.push_back(task);
  FinishedCells finished(request.finished, settings_of(table.paper, table.name, request), "entropy");
  Filling filling(run, finished, std::ssize(tasks) * std::ssize(methods) * request.splits);
  CurrentCorpus corpora(reader, request, run);
  for (const Task& task : tasks) {
    if (run.stop.stop_requested()) return;
    const std::optional<Corpus>& corpus = corpora.of(task);
    if (!corpus) {
      outcome.left_out.push_back(
          fmt::format("{}: there is no {}", task.name, fmt::join(corpus_folders(task.corpus), " or no ")));
      continue;
    }
    on_threads(run.threads, [&] { filling.fill(pieces_of(table, task, *corpus, methods, request)); });
    outcome.datasets.push_back(figures_of_task(table, task, *corpus, methods, request, finished, filling));
  }
}

/// With the unit that is asked for.
TransferTable in_unit(TransferTable table, const Request& request) {
  if (request.choices.contains("entropy"))
    table.unit = request.choices.at("entropy") == "nats" ? EntropyUnit::nats : EntropyUnit::bits;
  return table;
}

Outcome run_table(const TransferTable& asked, const CorpusReader& reader, const Request& request,
                  const Run& run) {
  const TransferTable table = in_unit(asked, request);
  check(table, request);
  const auto began = std::chrono::steady_clock::now();
  std::vector<TransferMethod> methods;
  for (const TransferMethod& method : table.methods)
    if (is_asked(method.name, request.methods)) methods.push_back(method);
  Outcome outcome = empty_outcome(table, methods);
  try {
    run_tasks(table, reader, request, run, methods, outcome);
  } catch (const Error&) {
    if (!run.stop.stop_requested()) throw;  // else: stopped while a corpus was read
  }
  outcome.interrupted = run.stop.stop_requested();
  require(!outcome.datasets.empty() || outcome.interrupted,
          "{}: none of the data sets is there; expected, for instance: {}", request.data.string(),
          fmt::join(corpus_folders(table.tasks.front().corpus), ", "));
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return outcome;
}

}  // namespace

std::optional<Corpus> corpus_in_folder(const Request& request, const std::string& corpus, const Run& run) {
  return read_corpus(request.data, corpus, request.features, run);
}

Experiment experiment_of(const TransferTable& table, const CorpusReader& reader) {
  return {table.paper,
          table.name,
          table.source,
          table.summary,
          names_of(table.tasks),
          names_of(table.methods),
          table.splits,
          table.restarts,
          [table, reader](const Request& request, const Run& run) {
            return run_table(table, reader, request, run);
          }};
}

}  // namespace bellwether::experiments
