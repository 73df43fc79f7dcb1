// bellwether compare ITEMS -k K: several methods on the same items, and which of them is best.

#include <cli/comparison_report.h>
#include <cli/outputs.h>
#include <cli/portrait.h>
#include <cli/repeats.h>
#include <cli/verbs.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <new>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/result_folder.h>

namespace bellwether::cli {
namespace {

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "there is not enough memory for it";
  return error.what();
}

/// All repeats of a method, or in `reason` why there are none.
std::optional<Repeats> try_repeats(const CompareArguments& args, const Contender& contender,
                                   const std::string& head, Readings& readings,
                                   const std::stop_token& interrupted, ProgressBar& bar,
                                   std::string& reason) {
  reason = "interrupted";
  if (interrupted.stop_requested()) return {};
  try {
    const Material* material = readings.of(contender);
    if (material != nullptr) reason = unfit(contender, material->items, args.budget);
    if (material != nullptr && !reason.empty()) return {};
    return repeat(args, contender, material, head, interrupted, bar);
  } catch (const std::exception& error) {
    reason = reason_of(error);
    return {};
  }
}

/// What `cluster -o` would write for the repeat that is kept.
void keep(const CompareArguments& args, const std::filesystem::path& comparison, const std::string& name,
          const BestRepeat& best) {
  const std::filesystem::path path = std::filesystem::path(args.asked.output) / name,
                              folder = comparison / name;
  std::filesystem::create_directory(folder);
  write_result(folder, best.result(), best.items());
  write_portrait(folder, best.result(), best.items(), args.asked.items,
                 {args.asked.items.items, args.asked.init, path.string(), args.as_typed, false},
                 args.asked.threads);
  write_manifest(folder, "clustering");
}

void run_all(const CompareArguments& args, const std::vector<Contender>& contenders, Readings& readings,
             std::optional<ResultFolder>& folder, ProgressBar& bar, ComparisonReport& report) {
  const Interrupt interrupt([&] { say_stopping(args.asked.quiet, "; what is finished is kept"); });
  std::vector<Standing> finished;
  const std::size_t never_tried = report.not_run.size();
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    const std::string& name = contenders[c].name;
    std::string reason;
    auto repeats =
        try_repeats(args, contenders[c], fmt::format("{} ({} of {})", name, c + 1, contenders.size()),
                    readings, interrupt.token(), bar, reason);
    const bool interrupted = interrupt.token().stop_requested();
    if (repeats && repeats->standing.stopped && interrupted && !finished.empty()) {
      repeats.reset();  // hardly begun, perhaps, and there are others that are finished
      reason = "interrupted";
    }
    if (!repeats) {
      report.not_run.push_back({name, reason});
      continue;
    }
    report.items = repeats->best.items().items();
    report.covered = std::ranges::count(repeats->covered, true);
    if (folder) keep(args, folder->path(), name, repeats->best);
    finished.push_back(std::move(repeats->standing));
  }
  report.interrupted = interrupt.token().stop_requested();
  if (finished.empty()) {
    const NotRun& first = report.not_run[never_tried];
    throw InvalidInput(fmt::format("no method can cluster these items; {}: {}", first.method, first.reason));
  }
  report.standings = rank(std::move(finished));
}

std::uint64_t seed_in(const std::string& typed) {
  std::uint64_t seed = 0;
  const char* end = typed.data() + typed.size();
  const auto [at, error] = std::from_chars(typed.data(), end, seed);
  require<InvalidOption>(typed.empty() || (error == std::errc{} && at == end && seed < (1ULL << 62)),
                         "--random-seed is '{}', but must be a whole number, at least 0", typed);
  return seed;
}

/// All is read before the first search, so that a mistake in a file is not found an hour later.
void read_all(const ClusterArguments& asked, const std::vector<Contender>& contenders,
              const std::string& clusters, Readings& readings) {
  for (const Contender& contender : contenders) {
    const Material* material = readings.of(contender);
    if (material == nullptr || contender.args.known.any()) continue;
    require_labels_fit(read_knowledge(asked.knowledge, material->items), clusters, asked.knowledge.seeds);
  }
}

void compare(CompareArguments args) {
  const ClusterArguments& asked = args.asked;
  args.random_seed = seed_in(asked.random_seed);
  require<InvalidOption>(!asked.clusters.empty(), "say how many clusters to find: bellwether compare {} -k 3",
                         shell_word(asked.items.items));
  LineUp all = line_up(asked, args.methods);
  std::optional<ResultFolder> folder;
  if (!asked.output.empty()) folder.emplace(asked.output, "comparison");
  ProgressBar bar(!asked.quiet);
  Readings readings(asked, bar);
  read_all(asked, all.contenders, asked.clusters, readings);

  ComparisonReport report{.source = asked.items.items,
                          .folder = asked.output,
                          .clusters = std::atoi(asked.clusters.c_str()),
                          .repeats = args.repeats,
                          .random_seed = args.random_seed,
                          .not_run = std::move(all.not_run)};
  run_all(args, all.contenders, readings, folder, bar, report);
  bar.clear();
  if (folder) {
    write_atomically(folder->path() / "comparison.json", [&](std::ostream& out) { out << to_json(report); });
    folder->publish();
  }
  if (asked.json) return tell("{}", to_json(report));
  if (!asked.quiet) print_comparison(stdout, report);
}

}  // namespace

void add_compare(CLI::App& app, const std::string& as_typed) {
  auto args = std::make_shared<CompareArguments>();
  args->as_typed = as_typed;
  CLI::App* command =
      app.add_subcommand("compare", "Run several methods on the same items, and say which is best");
  command
      ->add_option("--methods", args->methods,
                   "which, with commas between them; by default all that can run with what is known")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAMES");
  command
      ->add_option("--repeats", args->repeats,
                   "runs of each method, with the random seeds S, S + 1 and so on (10)")
      ->check(CLI::Range(1, 100000).description(""))
      ->type_name("R");
  command
      ->add_option("--budget", args->budget,
                   "seconds for all repeats of one method (60): one that needs longer has fewer repeats, or "
                   "is stopped "
                   "and keeps the best so far; 0: as long as it takes")
      ->check(CLI::Range(0.0, 1e9).description(""))
      ->type_name("SECONDS");
  command
      ->add_option("-o,--output", args->asked.output,
                   "write comparison.json there, and for each method a folder with what `cluster -o` writes")
      ->type_name("DIR");
  add_force_flag(*command, args->asked.force);
  add_run_options(*command, args->asked);
  command->footer(
      "Examples:\n"
      "  bellwether compare data:iris -k 3\n"
      "  bellwether compare items.csv -k 5 --label-column last --methods kmeans,gm,sib --repeats 20\n"
      "  bellwether compare items.csv -k 5 --truth classes.csv --seeds some_labels.csv -o comparison\n"
      "  bellwether compare new.csv -k 5 --known sorted.csv --label-column last --budget 300\n"
      "  bellwether compare few_texts/ -k 3 --auxiliary many_texts/ --json\n");
  command->callback([args, command] {
    require_spares_folder(*command, args->asked.output, "comparison", args->asked.force);
    args->asked.knowledge.limit = args->asked.others.tags.limit = reading_beside(args->asked.items).limit;
    compare(*args);
  });
}

}  // namespace bellwether::cli
