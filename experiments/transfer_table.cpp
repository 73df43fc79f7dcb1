#include <experiments/transfer_table.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <experiments/corpora.h>
#include <experiments/figures.h>
#include <experiments/finished_cells.h>
#include <experiments/processor_seconds.h>

namespace bellwether::experiments {
namespace {

bool wanted(const std::string& name, const std::vector<std::string>& names) {
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

/// Runs the cells of one task that are not finished, several at once.
class Filling {
 public:
  Filling(const TransferTable& table, const Request& request, const Run& run, FinishedCells& finished,
          std::int64_t all)
      : table_(table), request_(request), run_(run), finished_(finished), all_(all) {}

  void fill(const Task& task, const Corpus& corpus, const std::vector<TransferMethod>& methods) {
    const auto count = static_cast<int>(methods.size());
    for_each_parallel(request_.splits * count, [&](int number) {
      if (run_.stop.stop_requested()) return;
      const TransferMethod& method = methods[static_cast<std::size_t>(number % count)];
      if (!is_known(task, number / count, method)) run_cell(task, corpus, method, number / count);
      report();
    });
  }

  /// In words, of a method that could not run on a task.
  std::string failure(const std::string& task, const TransferMethod& method) const {
    const auto found = failures_.find({task, cell_name(method.name, method.at, false)});
    return found == failures_.end() ? "" : found->second;
  }

 private:
  bool is_known(const Task& task, int split, const TransferMethod& method) {
    const std::scoped_lock lock(mutex_);
    return finished_.has(task.name, split, cell_name(method.name, method.at, false)) &&
           finished_.has(task.name, split, cell_name(method.name, method.at, true));
  }

  void run_cell(const Task& task, const Corpus& corpus, const TransferMethod& method, int split) {
    const std::string name = cell_name(method.name, method.at, false);
    const std::uint64_t random_seed =
        Random(request_.random_seed).split(1000 + static_cast<std::uint64_t>(split)).bits() >> 1;
    try {
      const Problem problem = draw_problem(corpus, task, request_.random_seed, split, method.items);
      const double began = processor_seconds();
      const Searched searched = search_from_starts(problem, method.search, request_.restarts, random_seed,
                                                   table_.unit, {.threads = 1, .stop = run_.stop});
      const double seconds = processor_seconds() - began;
      if (run_.stop.stop_requested()) return;  // it ended early: done again next time
      const std::scoped_lock lock(mutex_);
      if (!finished_.has(task.name, split, name))
        finished_.add({task.name, split, name, searched.mean, seconds});
      finished_.add({task.name, split, cell_name(method.name, method.at, true), searched.best, seconds});
    } catch (const Error& error) {
      const std::scoped_lock lock(mutex_);
      failures_[{task.name, name}] = error.what();
    }
  }

  void report() {
    const std::scoped_lock lock(mutex_);
    ++done_;
    if (run_.on_progress)
      run_.on_progress({.stage = "running",
                        .done = done_,
                        .unit = "cells",
                        .share = static_cast<double>(done_) / static_cast<double>(all_)});
  }

  const TransferTable& table_;
  const Request& request_;
  const Run& run_;
  FinishedCells& finished_;
  std::int64_t all_;
  std::int64_t done_ = 0;
  std::map<std::pair<std::string, std::string>, std::string> failures_ = {};
  std::mutex mutex_ = {};
};

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
      mine.not_run = best ? "" : filling.failure(task.name, method);
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
                  .side_by_side = true,
                  .axis = table.axis,
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
    if (wanted(task.name, request.only)) tasks.push_back(task);
  FinishedCells finished(request.finished,
                         fmt::format("{} {}, {} restarts, random seed {}", table.paper, table.name,
                                     request.restarts, request.random_seed),
                         "entropy");
  Filling filling(table, request, run, finished, std::ssize(tasks) * std::ssize(methods) * request.splits);
  CurrentCorpus corpora(reader, request, run);
  for (const Task& task : tasks) {
    if (run.stop.stop_requested()) return;
    const std::optional<Corpus>& corpus = corpora.of(task);
    if (!corpus) {
      outcome.left_out.push_back(
          fmt::format("{}: there is no {}", task.name, fmt::join(corpus_folders(task.corpus), " or no ")));
      continue;
    }
    on_threads(run.threads, [&] { filling.fill(task, *corpus, methods); });
    outcome.datasets.push_back(figures_of_task(table, task, *corpus, methods, request, finished, filling));
  }
}

Outcome run_table(const TransferTable& table, const CorpusReader& reader, const Request& request,
                  const Run& run) {
  check(table, request);
  const auto began = std::chrono::steady_clock::now();
  std::vector<TransferMethod> methods;
  for (const TransferMethod& method : table.methods)
    if (wanted(method.name, request.methods)) methods.push_back(method);
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
