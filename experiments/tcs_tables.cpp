#include <experiments/tcs_tables.h>

#include <algorithm>
#include <chrono>

#include <bellwether/data/error.h>
#include <experiments/figures.h>
#include <experiments/filling.h>
#include <experiments/finished_cells.h>
#include <experiments/processor_seconds.h>
#include <experiments/tcs_methods.h>
#include <experiments/tcs_paper.h>

namespace bellwether::experiments {
namespace {

struct TcsTable {
  std::string name = {};
  const std::vector<TcsMethod>& methods;
  std::vector<std::string> datasets = {};
  std::optional<double> (*printed)(const std::string&, const std::string&) = nullptr;
  Printed (*paper)() = nullptr;
  std::string baseline = {};
  bool unit_length = false;
  std::vector<std::string> notes = {};
};

/// Items without any value have no direction and are dropped.
PreparedData with_unit_length(PreparedData data) {
  std::vector<Index> kept;
  for (Index i = 0; i < data.items.rows(); ++i)
    if (data.items.row(i).norm() > 0) kept.push_back(i);
  PreparedData scaled{data.items(kept, Eigen::all), {}, data.classes, data.prepared + ", items of length 1"};
  scaled.items.rowwise().normalize();
  for (const Index i : kept) scaled.labels.push_back(data.labels[static_cast<std::size_t>(i)]);
  return scaled;
}

/// Which of a table's rows and columns are asked for, in the table's order.
template <class Things, class Name>
auto chosen(const Things& all, const std::vector<std::string>& wanted, const Name& name) {
  std::vector<typename Things::value_type> some;
  for (const auto& one : all)
    if (wanted.empty() || std::ranges::find(wanted, name(one)) != wanted.end()) some.push_back(one);
  return some;
}

/// Every method on every split of a data set; one that cannot run there has nothing to do.
std::vector<Piece> pieces_of(const std::string& dataset, const PreparedData& data,
                             const std::vector<TcsMethod>& methods, const Request& request) {
  std::vector<Piece> pieces;
  for (int split = 0; split < request.splits; ++split)
    for (const TcsMethod& method : methods) {
      if (method.why_not && !method.why_not(data).empty()) {
        pieces.push_back({dataset, split});
        continue;
      }
      const auto work = [&, split](const std::vector<std::string>&, const Run& run) -> std::vector<Cell> {
        const Division division = divide_classes(data, request.random_seed, split);
        const double began = processor_seconds();
        const double score = method.score(division, searches_of(request, split, run));
        return {{dataset, split, method.name, score, processor_seconds() - began}};
      };
      pieces.push_back({dataset, split, {method.name}, work});
    }
  return pieces;
}

std::string where_expected(const TcsTable& table, const Request& request) {
  std::string words =
      fmt::format("{}: none of the data sets is there; expected, for instance:", request.data.string());
  for (const std::string& dataset : table.datasets)
    for (const std::string& file : tcs_files(dataset)) words += fmt::format("\n  {}", file);
  return words;
}

void check(const TcsTable& table, const Request& request) {
  std::error_code ignored;
  require<InvalidOption>(!request.data.empty(),
                         "say where the data sets are: --data DIR, a folder with, for instance, {}",
                         tcs_files(table.datasets.back()).front());
  require(std::filesystem::is_directory(request.data, ignored),
          "--data {}: there is no such folder; it should hold, for instance, {}", request.data.string(),
          tcs_files(table.datasets.back()).front());
  require_names(request.only, table.datasets, "data set");
  std::vector<std::string> names;
  for (const TcsMethod& method : table.methods) names.push_back(method.name);
  require_names(request.methods, names, "method");
}

Outcome run_table(const TcsTable& table, const Request& request, const Run& run) {
  check(table, request);
  const auto began = std::chrono::steady_clock::now();
  const auto datasets = chosen(table.datasets, request.only, [](const std::string& n) { return n; });
  const auto methods = chosen(table.methods, request.methods, [](const TcsMethod& m) { return m.name; });
  FinishedCells finished(request.finished, settings_of("tcs", table.name, request), "nmi");
  Outcome outcome{.score = "NMI", .baseline = table.baseline, .printed = table.paper(), .notes = table.notes};
  for (const TcsMethod& method : methods)
    outcome.notes.push_back(fmt::format("`{}`: {}.", method.name, method.what));
  Filling filling(run, finished, std::ssize(datasets) * std::ssize(methods) * request.splits);
  for (const std::string& dataset : datasets) {
    if (run.stop.stop_requested()) break;
    auto data = read_tcs_data(request.data, dataset, {.threads = run.threads}, scale_asked(request));
    if (!data) {
      outcome.left_out.push_back(
          fmt::format("{}: there is no {}", dataset, fmt::join(tcs_files(dataset), " or no ")));
      continue;
    }
    if (table.unit_length) data = with_unit_length(std::move(*data));
    on_threads(run.threads, [&] { filling.fill(pieces_of(dataset, *data, methods, request)); });
    DatasetFigures figures{dataset, data->prepared, data->items.rows(), data->items.cols(), data->classes};
    for (const TcsMethod& method : methods) {
      figures.methods.push_back(figures_of(dataset, method.name, table.baseline, request.splits, finished));
      set_beside_paper(figures.methods.back(), table.printed(dataset, method.name));
      figures.methods.back().not_run = method.why_not && !method.why_not(*data).empty()
                                           ? method.why_not(*data)
                                           : filling.failure(dataset, method.name);
    }
    outcome.datasets.push_back(std::move(figures));
  }
  require(!outcome.datasets.empty() || run.stop.stop_requested(), "{}", where_expected(table, request));
  outcome.interrupted = run.stop.stop_requested();
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return outcome;
}

Experiment experiment_of(const TcsTable& table, const std::string& summary) {
  std::vector<std::string> names;
  for (const TcsMethod& method : table.methods) names.push_back(method.name);
  return {"tcs",
          table.name,
          "S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014.",
          summary,
          table.datasets,
          names,
          12,
          50,
          [table](const Request& request, const Run& run) { return run_table(table, request, run); }};
}

std::vector<std::string> common_notes() {
  return {
      "Classes are divided at random into training, validation and test classes, a third each; figures are "
      "of the "
      "test classes, whose number is given. The paper has one division and prints the mean over 50 restarts; "
      "here "
      "each score is such a mean, and the table has the mean and the standard deviation over many divisions.",
      "The paper's significance tests pair the restarts of its one division; here the paired t-test is over "
      "divisions. The paper's figures are of another division, so a difference to them of the "
      "size of "
      "the spread says nothing.",
  };
}

}  // namespace

Experiment tcs_table3() {
  return experiment_of({"table3", tcs_methods(), tcs_dataset_names(), printed_in_table3, printed_table3, "gm",
                        false, common_notes()},
                       "clustering with knowledge of other classes: NMI on items as they are");
}

Experiment tcs_table4() {
  return experiment_of({"table4",
                        tcs_direction_methods(),
                        {"cnae", "k9"},
                        printed_in_table4,
                        printed_table4,
                        "vm",
                        true,
                        common_notes()},
                       "the same on text, with items of length 1, for mixtures on the sphere");
}

}  // namespace bellwether::experiments
