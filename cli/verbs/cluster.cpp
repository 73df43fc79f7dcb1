// bellwether cluster ITEMS -k K: find the clusters, say what was found, and keep it.

#include <cli/device.h>
#include <cli/disk_items.h>
#include <cli/one_run.h>
#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/reports/item_files.h>
#include <cli/reports/portrait_file.h>
#include <cli/reports/result_files.h>
#include <cli/reports/summary.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/scarce_memory.h>
#include <cli/terminal/words.h>
#include <cli/verbs/cluster_on_disk.h>
#include <cli/verbs/verbs.h>

#include <memory>
#include <optional>

#include <bellwether/data/result_folder.h>
#include <bellwether/methods/entry.h>

namespace bellwether::cli {
namespace {

/// The command as it can be typed again: without what must not be there yet.
std::string to_repeat(std::string typed, const Given& given) {
  for (const auto& [option, words] : given) {
    if (option->name() != "--append" && option->name() != "--save-config") continue;
    const std::string said = fmt::format(" {} {}", option->name(), shell_word(words.front()));
    if (const std::size_t at = typed.find(said); at != std::string::npos) typed.erase(at, said.size());
  }
  return typed;
}

void cluster(const ClusterArguments& args, const ItemFilesArguments& files, const std::string& as_typed) {
  const Asked asked = cli::asked(args);
  const std::shared_ptr<Device> device = asked_device(args.device, args.quiet);
  std::optional<ResultFolder> folder;
  if (!args.output.empty() && !args.dry_run) folder.emplace(args.output, "clustering");
  ProgressBar bar(!args.quiet);
  ReadAll read = read_all(asked, args.threads, bar);
  read.device = device;
  Wishes wishes = asked.wishes;
  wishes.start = read.given.start;
  if (args.dry_run) {
    bar.clear();
    return print_plan(stdout, read.given.material, read.given.evidence,
                      plan(read.given.material, read.given.evidence, wishes));
  }
  // From here on there is something to keep, and the first Ctrl-C waits until it is written.
  const Interrupt interrupt([&] { say_stopping(args.quiet, " with the best so far"); });
  bar.say("clustering");
  bar.nothing_follows(read.given.evidence.kinds().empty());
  Report report = run_once(read, read.given.evidence, wishes,
                           run_shown(args.threads, interrupt.token(), bar, read.device));
  bar.clear();
  say_what_it_did(read.device.get(), args.quiet);

  SummaryContext context{args.init, args.output, as_typed, args.features.select_for,
                         args.method == "auto" || entry_called(args.method).learner != nullptr};
  if (folder) {
    now_doing("writing " + args.output);
    write_result(folder->path(), report);
    const std::string unseen = write_portrait(folder->path(), report, args.items, context, args.threads);
    if (!unseen.empty()) report.warnings.push_back(unseen);
    folder->publish();
  }
  context.files =
      write_item_files(files, args.items, report.items(), report.clustering().labels, report.finding.names);
  if (args.json) return tell("{}", result_json(report));
  if (!args.quiet) print_summary(stdout, report, context);
}

}  // namespace

Command cluster_command(const std::string& as_typed) {
  auto args = std::make_shared<ClusterArguments>();
  auto files = std::make_shared<ItemFilesArguments>();
  Command command{.name = "cluster", .summary = "Cluster items, print a summary, write results"};
  command.options = {
      {.flags = "--method",
       .into = &args->method,
       .help = "see `bellwether methods`; auto (the default) chooses",
       .type = "NAME"},
      output_option(&args->output, "DIR",
                    "write assignments.csv, result.json, model.bellwether there, what else was found, and "
                    "what `report` shows"),
      force_flag(args->force),
      {.flags = "--dry-run",
       .into = &args->dry_run,
       .help = "read everything, print the plan and what it would cost, and compute nothing"},
      {.flags = "--memory",
       .into = &args->memory,
       .help =
           "leave the items on disk and read them again in every round, for files or folders that are larger "
           "than memory: 2G is how much may be used beside them (kmeans, spherical-kmeans, gm, vm)",
       .type = "SIZE"}};
  add(command.options, item_files_options(*files));
  add(command.options, run_options(*args));
  command.footer =
      "Examples:\n"
      "  bellwether cluster data:iris -k 3\n"
      "  bellwether cluster items.csv -k auto\n"
      "  bellwether cluster items.csv -k auto --k-range 2:50 --seeds some_labels.csv\n"
      "  bellwether cluster items.csv -k 5 --label-column last --normalise standard -o result\n"
      "  bellwether cluster posts/ -k 20 --strip headers,quotes,signatures --language english\n"
      "  bellwether cluster photos.zip -k 8 --features sift\n"
      "  bellwether cluster photos/ -k 8 --sort-into sorted\n"
      "  bellwether cluster items.csv -k 5 --append with_clusters.csv\n"
      "  bellwether cluster items.csv -k 5 --seeds some_labels.csv\n"
      "  bellwether cluster items.csv -k 5 --must-link together.csv --cannot-link apart.csv\n"
      "  bellwether cluster new.csv -k 5 --known sorted.csv --label-column last\n"
      "  bellwether cluster few_texts/ -k 3 --auxiliary many_texts/\n"
      "  bellwether cluster photos/ -k 4 --annotated tagged_photos/ --tags tags.csv\n"
      "  bellwether cluster texts.csv --text-column text -k 5 --vectors glove.6B.100d.txt\n"
      "  bellwether cluster texts.csv --text-column text -k 5 --ontology categories.csv\n"
      "  bellwether cluster new_texts/ -k 5 --solved sorted_texts/\n"
      "  bellwether cluster big.npy -k 64 --method kmeans --memory 2G -o result\n";
  command.run = [args, files, as_typed](const Given& given) {
    require_spares_folder(given, args->output, "clustering", args->force);
    require_can_write(*files, args->items, given, args->force);
    if (!args->memory.empty()) {
      require_on_disk(given);
      require_spares_numbers(given, *args);
      return cluster_on_disk(*args);
    }
    ReadableItems readable(args->items.ignore);
    make_readable(*args, readable);
    cluster(*args, *files, to_repeat(as_typed, given));
  };
  return command;
}

}  // namespace bellwether::cli
