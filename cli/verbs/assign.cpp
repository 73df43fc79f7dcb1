// bellwether assign MODEL ITEMS: place new items in the clusters of a saved model.

#include <bellwether/portraits/result_json.h>
#include <cli/disk_items.h>
#include <cli/options/common.h>
#include <cli/options/features.h>
#include <cli/options/items.h>
#include <cli/options/outputs.h>
#include <cli/reports/item_files.h>
#include <cli/reports/result_files.h>
#include <cli/reports/summary.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/progress_bar.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/result_folder.h>
#include <bellwether/models/model.h>

namespace bellwether::cli {
namespace {

struct AssignArguments {
  std::string model = {};
  ItemsArguments items = {};
  std::string output = {};
  int threads = 0;
  ItemFilesArguments files = {};
  bool json = false, quiet = false, force = false;
};

struct Placed {
  Model model = {};
  Dataset items = {};
  Placement placement = {};
  std::vector<std::int64_t> sizes = {};
  Scores scores = {};
  double seconds_reading = 0, seconds_placing = 0;
};

/// The folder of a result stands for the model in it.
std::filesystem::path model_file(const std::filesystem::path& path) {
  return std::filesystem::is_directory(path) ? path / "model.bellwether" : path;
}

Placed place_items(const AssignArguments& args) {
  Placed placed;
  const Stopwatch reading;
  placed.model = load_model(model_file(args.model), reading_beside(args.items).limit);
  ProgressBar bar(!args.quiet);
  placed.items = read_for(placed.model, args.items,
                          {.threads = args.threads, .on_progress = [&](const Progress& p) { bar.show(p); }});
  bar.clear();
  placed.seconds_reading = reading.seconds();
  const Stopwatch placing;
  placed.placement = place(placed.model, placed.items, {.threads = args.threads});
  placed.seconds_placing = placing.seconds();
  placed.sizes = cluster_sizes(placed.placement.labels, cluster_count(placed.model));
  placed.scores = score(placed.placement.labels, placed.items);
  return placed;
}

std::string to_json(const Placed& placed) {
  return lines(Json{{"bellwether", BELLWETHER_VERSION},
                    {"method", placed.model.method},
                    {"clusters", placed.sizes.size()},
                    {"items", placed.items.items()},
                    {"features", placed.items.rows().columns()},
                    {"vectorizer", vectorizer_json(placed.model.vectorizer)},
                    {"objective", placed.placement.objective},
                    {"sizes", placed.sizes},
                    {"scores", object_of(placed.scores)},
                    {"seconds", {{"read", placed.seconds_reading}, {"place", placed.seconds_placing}}},
                    {"warnings", with_flags(placed.items.notes)}});
}

void print_summary(std::FILE* out, const Placed& placed, const AssignArguments& args) {
  const std::string what =
      fmt::format("{}: {} placed by {} ({})", printable(args.items.items, 200),
                  counted(placed.items.items(), "item"), printable(args.model, 200), placed.model.method);
  tell(out, "{}\n\n", wrapped(what, width_of(out), 2));
  print_sizes(out, placed.sizes, placed.model.clusters);
  if (!placed.scores.empty()) print_main_scores(out, placed.scores, placed.items);
  for (const auto& note : placed.items.notes) print_note(out, note);
}

/// A name that ends in .csv is a file; any other is a folder that gets an assignments.csv.
bool is_file(const std::string& output) {
  return std::filesystem::path(output).extension() == ".csv" || is_written_in_place(output);
}

struct Output {
  std::optional<ResultFolder> folder = {};
  std::filesystem::path file = {};  ///< as people are told
};

void prepare(Output& output, const std::string& asked) {
  const std::filesystem::path path(asked);
  output.file = is_file(asked) ? path : path / "assignments.csv";
  if (is_written_in_place(path)) return;
  if (!is_file(asked))
    output.folder.emplace(asked, "assignments");
  else
    ResultFolder(std::filesystem::absolute(path).parent_path(), "assignments");  // throws if it may not be
}

void write_to(Output& output, const std::function<void(std::ostream&)>& write) {
  if (!output.folder) {
    std::error_code error;  // that there is none is said by what writes
    std::filesystem::create_directories(std::filesystem::absolute(output.file).parent_path(), error);
    return write_atomically(output.file, write);
  }
  write_atomically(output.folder->path() / "assignments.csv", write);
  output.folder->publish();
}

void assign(const AssignArguments& args) {
  Output output;
  const bool kept = !args.output.empty();
  if (kept) prepare(output, args.output);
  const Placed placed = place_items(args);
  const auto write = [&](std::ostream& out) {
    write_assignments(out, placed.items, placed.placement.labels, placed.placement.probabilities,
                      placed.model.clusters);
  };

  if (kept) write_to(output, write);
  const auto told =
      write_item_files(args.files, args.items, placed.items, placed.placement.labels, placed.model.clusters);
  if (args.json) return tell("{}", to_json(placed));
  const bool elsewhere = kept || !told.empty();
  if (!elsewhere) {
    std::ostringstream csv;
    write(csv);
    tell("{}", csv.str());
  }
  if (args.quiet) return;
  std::FILE* words = elsewhere ? stdout : stderr;
  std::fflush(stdout);
  print_summary(words, placed, args);
  if (kept) tell("\nwritten to {}\n", output.file.string());
  for (const std::string& line : told) tell(words, "{}\n", wrapped(line, width_of(words), 2));
}

}  // namespace

Command assign_command() {
  auto args = std::make_shared<AssignArguments>();
  Command command{.name = "assign", .summary = "Place new items with a saved model"};
  command.options = {{.flags = "MODEL",
                      .into = &args->model,
                      .help = "what `bellwether cluster -o DIR` wrote: DIR, or DIR/model.bellwether",
                      .required = true}};
  add(command.options, items_options(args->items));
  add(command.options,
      {output_option(&args->output, "FILE|DIR",
                     "a file ending in .csv, or a folder that gets an assignments.csv; without it they are "
                     "printed"),
       force_flag(args->force), threads_option(args->threads), json_flag(args->json),
       quiet_flag(args->quiet, "print nothing but the assignments and errors")});
  add(command.options, item_files_options(args->files));
  command.footer =
      "Examples:\n"
      "  bellwether assign result new.csv > assignments.csv\n"
      "  bellwether assign result new.csv --truth last -o placed\n";
  command.run = [args](const Given& given) {
    if (is_file(args->output))
      require_spares(given, args->output, args->force);
    else
      require_spares_folder(given, args->output, "assignments", args->force);
    require_can_write(args->files, args->items, given, args->force);
    ReadableItems readable(args->items.ignore);
    readable.take(args->items);
    assign(*args);
  };
  return command;
}

}  // namespace bellwether::cli
