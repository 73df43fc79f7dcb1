#include <cli/asked.h>
#include <cli/disk_items.h>
#include <cli/disk_seeds.h>
#include <cli/one_run.h>
#include <cli/options/outputs.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/cluster_on_disk.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/reading.h>
#include <bellwether/data/result_folder.h>
#include <bellwether/methods/entry.h>
#include <bellwether/methods/over_workers.h>
#include <bellwether/models/model.h>
#include <bellwether/portraits/result_json.h>
#include <bellwether/runs/finding.h>

namespace bellwether::cli {
namespace {

struct Result {
  const Method& method;
  const RowFiles& files;
  const DiskItems& items;
  Outcome found = {};
  double seconds = 0;
  std::vector<std::string> names = {};  ///< of the clusters; empty: their numbers

  const Clustering& clustering() const { return found.clustering; }
  std::vector<std::int64_t> sizes() const {
    return {clustering().elsewhere.sizes.begin(), clustering().elsewhere.sizes.end()};
  }
};

/// The keys of result.json that do not need the items.
std::string json_of(const Result& result) {
  const Clustering& c = result.clustering();
  Json json{{"bellwether", BELLWETHER_VERSION},
            {"schema", schema_version},
            {"method", result.method.name},
            {"clusters", c.clusters},
            {"items", result.files.rows()},
            {"features", result.files.columns()},
            {"random_seed", c.random_seed},
            {"options", options_json(result.found.options)},
            {"restart", c.restart},
            {"iterations", c.iterations},
            {"converged", c.converged},
            {"interrupted", c.stopped},
            {"refills", c.refills},
            {"objective",
             {{"name", c.objective.name},
              {"goal", c.objective.goal == Goal::minimise ? "minimise" : "maximise"},
              {"value", c.objective.value},
              {"trace", c.objective.trace}}},
            {"sizes", result.sizes()},
            {"seconds", {{"fit", result.seconds}}}};
  for (const auto& [name, value] : c.figures) json["figures"][name] = value;
  if (!result.names.empty()) json["names"] = result.names;
  return lines(json);
}

/// As write_assignments() of items in memory, without a truth.
void write_assignments(std::ostream& out, const Result& result, RowsOnDisk& rows) {
  const bool named = !result.items.ids.empty();
  std::ifstream ids(result.items.ids);
  require(!named || ids.is_open(), "the ids of the items cannot be read again");
  Index item = 0;
  std::string id;
  const auto write = [&](const Noted& noted) {
    const bool sure = !noted.probabilities.empty();
    std::string text = item > 0 ? "" : sure ? "id,cluster,probability\n" : "id,cluster\n";
    for (std::size_t i = 0; i < noted.labels.size(); ++i, ++item) {
      if (!named) id = std::to_string(item);
      require(!named || std::getline(ids, id), "the ids of the items cannot be read to their end");
      text += csv_cell(id) + ',';
      text += result.names.empty() ? std::to_string(noted.labels[i])
                                   : csv_cell(result.names[static_cast<std::size_t>(noted.labels[i])]);
      if (sure) text += fmt::format(",{}", noted.probabilities[i]);
      text += '\n';
    }
    out << text;
  };
  rows.labels(result.clustering().elsewhere, write);
}

void write_files(const std::filesystem::path& folder, const Result& result, RowsOnDisk& rows) {
  write_atomically(folder / "assignments.csv",
                   [&](std::ostream& out) { write_assignments(out, result, rows); });
  Model model;
  model.method = result.method.name;
  model.options = result.found.options;
  const std::vector<std::int64_t> sizes = result.sizes();
  model.fallback = static_cast<int>(std::ranges::max_element(sizes) - sizes.begin());
  model.clusters = result.names;
  model.parameters = result.found.parameters;
  save_model(model, folder / "model.bellwether");
  write_atomically(folder / "result.json", [&](std::ostream& out) { out << json_of(result); });
}

/// Of the folder of a result: where the items go, as numbers.
std::string numbers_beside(std::string output) {
  while (output.size() > 1 && output.ends_with('/')) output.pop_back();
  return output + ".items.npy";
}

std::uint64_t size_in(const std::string& word) {
  try {
    return bytes_by_name(word);
  } catch (const InvalidOption&) {
    throw InvalidOption(fmt::format("--memory is '{}', but must be a size such as 500MB or 2G", word));
  }
}

void print_result(const Result& result, const ClusterArguments& args) {
  const Clustering& c = result.clustering();
  tell("{}: {} x {}, on disk; {} clusters by {}\n\n", printable(args.items.items, 200),
       counted(result.files.rows(), "item"), counted(result.files.columns(), "feature"), c.clusters,
       result.method.name);
  print_sizes(stdout, result.sizes());
  tell("\n{}: {:.6g} ({} is better), {} after {} ({})\n", c.objective.name, c.objective.value,
       c.objective.goal == Goal::minimise ? "smaller" : "larger", c.converged ? "converged" : "stopped",
       counted(c.iterations, "iteration"), duration(result.seconds));
  if (result.items.converted && !args.output.empty())
    tell("the items were written as numbers to {}: give that file the next time\n",
         printable(result.items.rows.string(), 200));
  if (!args.output.empty())
    tell("written to {}: assignments.csv, result.json, model.bellwether\n", printable(args.output, 200));
}

}  // namespace

void require_spares_numbers(const Given& given, const ClusterArguments& args) {
  if (args.output.empty() || !needs_conversion(args.items)) return;
  const std::string numbers = numbers_beside(args.output);
  require_spares(given, numbers, true);
  std::error_code ignored;
  require<InvalidOption>(
      args.force || !std::filesystem::exists(numbers, ignored),
      "-o {}: the items would be written as numbers to {}, which is there already: give it as ITEMS, "
      "or replace it with --force",
      printable(args.output, 200), printable(numbers, 200));
}

void require_on_disk(const Given& given) {
  constexpr std::array<std::string_view, 22> known{
      "ITEMS",         "--clusters",  "--method",    "--restarts",     "--iterations", "--tolerance",
      "--random-seed", "--threads",   "--set",       "--output",       "--force",      "--json",
      "--quiet",       "--memory",    "--id-column", "--label-column", "--ignore",     "--columns",
      "--header",      "--delimiter", "--seeds",     "--trust"};
  for (const GivenOption& option : given)
    require<InvalidOption>(std::ranges::find(known, option.option->name()) != known.end(),
                           "{} needs all items in memory: leave it out, or --memory", option.option->name());
}

void cluster_on_disk(const ClusterArguments& args) {
  const Asked asked = cli::asked(args);
  require<InvalidOption>(
      asked.wishes.method != "auto" && !asked.wishes.choose_k,
      "--memory leaves the items on disk, where neither a method nor -k can be chosen: name "
      "both, as in --method kmeans -k 10");
  require<InvalidOption>(
      entry_called(asked.wishes.method).search != nullptr,
      "--memory leaves the items on disk, and {} learns from all of them at once: give --method "
      "kmeans, spherical-kmeans, gm or vm",
      asked.wishes.method);
  const Method& method = find_method(asked.wishes.method);
  const bool seeded = !args.knowledge.seeds.empty();
  require<InvalidOption>(
      !seeded || asked.wishes.trust == Trust::always,
      "seeds of items that stay on disk are not checked, as that needs all of them in memory: give "
      "--trust always");
  require<InvalidOption>(
      !seeded || method.takes.contains(EvidenceKind::seeds),
      "{} takes no seeds: give the seeded or the constrained form of a method, as in --method "
      "constrained-kmeans",
      method.name);
  const std::uint64_t memory = size_in(args.memory);
  Settings settings = asked.wishes.settings;
  settings.insert(settings.end(), asked.wishes.options.begin(), asked.wishes.options.end());
  settings.emplace_back("clusters", std::int64_t{asked.wishes.clusters});
  settings.emplace_back("random_seed", static_cast<std::int64_t>(asked.wishes.random_seed));
  std::optional<ResultFolder> folder;
  if (!args.output.empty()) folder.emplace(args.output, "clustering");

  // Beside the output, because it is as large as the items: another run can begin with it.
  const DiskItems items =
      disk_items(args.items, args.output.empty() ? std::string() : numbers_beside(args.output));
  const RowFiles files(items.rows);
  const DiskSeeds seeds = seeded ? disk_seeds(args.knowledge.seeds, items, files.rows()) : DiskSeeds();
  ProgressBar bar(!args.quiet);
  const Interrupt interrupt([&] { say_stopping(args.quiet, " with the best so far"); });
  const Stopwatch fitting;
  Result result{method, files, items};
  const bellwether::Run run = run_shown(args.threads, interrupt.token(), bar);
  RowsOnDisk rows(files, asked.wishes.clusters, run, seeds.of_rows);
  result.found = rows.cluster(asked.wishes.method, memory, settings, run);
  result.seconds = fitting.seconds();
  if (seeded) result.names = cluster_names(seeds.labels, result.clustering().clusters);
  bar.clear();
  if (folder) {
    write_files(folder->path(), result, rows);
    folder->publish();
  }
  if (args.json) return tell("{}", json_of(result));
  if (!args.quiet) print_result(result, args);
}

}  // namespace bellwether::cli
