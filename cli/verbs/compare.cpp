// bellwether compare ITEMS -k K: several methods on the same items, and which of them is best.

#include <cli/device.h>
#include <cli/disk_items.h>
#include <cli/one_run.h>
#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/reports/comparison_report.h>
#include <cli/reports/portrait_file.h>
#include <cli/reports/result_files.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/words.h>
#include <cli/verbs/compare_rounds.h>
#include <cli/verbs/verbs.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/result_folder.h>

namespace bellwether::cli {
namespace {

/// What `cluster -o` would write for the repeat that is kept; returns what there is to warn of.
std::string keep(const CompareArguments& args, const std::filesystem::path& comparison,
                 const std::string& name, const ReadAll& read, const Evidence& evidence,
                 const Played& played) {
  const std::filesystem::path path = std::filesystem::path(args.asked.output) / name,
                              folder = comparison / name;
  std::filesystem::create_directory(folder);
  const Repeat& best = played.repeats[best_repeat(played.repeats)];
  Report report = report_on(read.given.material, evidence, best.finding);
  report.direction = read.direction;
  report.seconds_reading = read.seconds_reading;
  report.seconds_fitting = best.seconds;
  write_result(folder, report);
  std::string unseen = write_portrait(folder, report, args.asked.items,
                                      {args.asked.init, path.string(), args.as_typed}, args.asked.threads);
  write_manifest(folder, "clustering");
  return unseen;
}

/// One number for all methods, so that their scores can be compared: that of a run without a method.
std::optional<KChoice> choose_for_all(const CompareArguments& args, const Asked& asked, const ReadAll& read,
                                      std::vector<Contender>& contenders, ProgressBar& bar) {
  if (!asked.wishes.choose_k) return {};
  const Interrupt interrupt([&] { say_stopping(args.asked.quiet, " with the best number so far"); });
  const KChoice choice = choose_k(read.given.material, read.given.evidence, asked.wishes,
                                  run_shown(args.asked.threads, interrupt.token(), bar, read.device));
  for (Contender& contender : contenders) contender.wishes = with_chosen(contender.wishes, choice);
  return choice;
}

void run_all(const CompareArguments& args, const std::vector<Contender>& contenders, const ReadAll& read,
             std::optional<ResultFolder>& folder, ProgressBar& bar, ComparisonReport& report) {
  const Interrupt interrupt([&] { say_stopping(args.asked.quiet, "; what is finished is kept"); });
  std::vector<Standing> finished;
  const std::size_t never_tried = report.not_run.size();
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    const Contender& contender = contenders[c];
    const Evidence evidence = only(read.given.evidence, contender.given);
    NotRun otherwise;
    auto played = try_to_play(args, contender, read, evidence,
                              fmt::format("{} ({} of {})", contender.name, c + 1, contenders.size()),
                              interrupt.token(), bar, otherwise);
    if (played && played->standing.stopped && interrupt.token().stop_requested() && !finished.empty()) {
      played.reset();  // hardly begun, perhaps, and there are others that are finished
      otherwise = {contender.name, "interrupted"};
    }
    if (!played) {
      report.not_run.push_back(otherwise);
      continue;
    }
    if (folder)
      if (const std::string warning = keep(args, folder->path(), contender.name, read, evidence, *played);
          !warning.empty())
        played->standing.notes.push_back(warning);
    finished.push_back(std::move(played->standing));
  }
  report.interrupted = interrupt.token().stop_requested();
  if (finished.empty()) {
    const NotRun& first = report.not_run[never_tried];
    throw InvalidInput(fmt::format("no method can cluster these items; {}: {}", first.method, first.reason));
  }
  report.standings = rank(std::move(finished));
}

void compare(const CompareArguments& args) {
  const ClusterArguments& typed = args.asked;
  require<InvalidOption>(!typed.clusters.empty() || !typed.k_range.empty(),
                         "say how many clusters to find: bellwether compare {} -k 3 (-k auto chooses)",
                         shell_word(typed.items.items));
  Asked asked = cli::asked(typed);
  const std::shared_ptr<Device> device = asked_device(typed.device, typed.quiet);
  const std::string tuned_before =
      typed.solved.tuner.empty() ? ""
                                 : load_tuner(typed.solved.tuner, reading_beside(typed.items).limit).method;
  const Wishes wishes = asked.wishes;
  LineUp all = line_up(wishes, kinds_of(asked.sources), args.methods, tuned_before);
  std::optional<ResultFolder> folder;
  if (!typed.output.empty()) folder.emplace(typed.output, "comparison");
  ProgressBar bar(!typed.quiet);
  asked.wishes.options.clear();  // each is checked with the methods that know it
  asked.wishes.settings.clear();
  asked.wishes.method = "auto";
  ReadAll read = read_all(asked, typed.threads, bar);
  read.device = device;
  // Only the file tells whether an ontology guides.
  if (read.given.evidence.vectors.categories > 0)
    all = line_up(wishes, read.given.evidence.kinds(), args.methods, tuned_before);
  for (Contender& contender : all.contenders) contender.wishes.start = read.given.start;

  const auto choice = choose_for_all(args, asked, read, all.contenders, bar);
  const Evidence& evidence = read.given.evidence;
  const auto covered = covered_items(knowledge_of(evidence, evidence.kinds(), read.given.material),
                                     read.given.material.items.items());
  ComparisonReport report{.source = typed.items.items,
                          .folder = typed.output,
                          .items = read.given.material.items.items(),
                          .covered = std::ranges::count(covered, true),
                          .clusters = choice ? choice->clusters : asked.wishes.clusters,
                          .k_choice = choice,
                          .repeats = args.repeats,
                          .random_seed = asked.wishes.random_seed,
                          .not_run = std::move(all.not_run)};
  run_all(args, all.contenders, read, folder, bar, report);
  bar.clear();
  say_what_it_did(read.device.get(), typed.quiet);
  if (folder) {
    write_atomically(folder->path() / "comparison.json", [&](std::ostream& out) { out << to_json(report); });
    folder->publish();
  }
  if (typed.json) return tell("{}", to_json(report));
  if (!typed.quiet) print_comparison(stdout, report);
}

}  // namespace

Command compare_command(const std::string& as_typed) {
  auto args = std::make_shared<CompareArguments>();
  args->as_typed = as_typed;
  Command command{.name = "compare",
                  .summary = "Run several methods on the same items, and say which is best"};
  command.options = {
      {.flags = "--methods",
       .into = &args->methods,
       .help = "which, with commas between them; by default all that can run with what is known",
       .type = "NAMES",
       .delimiter = ',',
       .one_each = true},
      {.flags = "--repeats",
       .into = &args->repeats,
       .help = "runs of each method, with the random seeds S, S + 1 and so on (10)",
       .type = "R",
       .range = Range{1, 100000}},
      {.flags = "--budget",
       .into = &args->budget,
       .help = "seconds for all repeats of one method (60): one that needs longer has fewer repeats, or is "
               "stopped and keeps the best so far; 0: as long as it takes",
       .type = "SECONDS",
       .range = Range{0, 1e9}},
      output_option(
          &args->asked.output, "DIR",
          "write comparison.json there, and for each method a folder with what `cluster -o` writes"),
      force_flag(args->asked.force)};
  add(command.options, run_options(args->asked));
  command.footer =
      "Examples:\n"
      "  bellwether compare data:iris -k 3\n"
      "  bellwether compare items.csv -k 5 --label-column last --methods kmeans,gm,sib --repeats 20\n"
      "  bellwether compare items.csv -k 5 --truth classes.csv --seeds some_labels.csv -o comparison\n"
      "  bellwether compare new.csv -k 5 --known sorted.csv --label-column last --budget 300\n"
      "  bellwether compare few_texts/ -k 3 --auxiliary many_texts/ --json\n"
      "  bellwether compare items.csv -k auto\n";
  command.run = [args](const Given& given) {
    require_spares_folder(given, args->asked.output, "comparison", args->asked.force);
    ReadableItems readable(args->asked.items.ignore);
    make_readable(args->asked, readable);
    compare(*args);
  };
  return command;
}

}  // namespace bellwether::cli
