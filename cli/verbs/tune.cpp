// bellwether tune --solved A B C: learn from collections that were sorted before which clusterings to trust,
// and keep it for cluster --tune.

#include <cli/asked.h>
#include <cli/disk_items.h>
#include <cli/one_run.h>
#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/options/settings.h>
#include <cli/reports/tuner_report.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <cstdlib>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/runs/method_settings.h>

namespace bellwether::cli {
namespace {

constexpr Index most_drawn = 500;  ///< items of a drawn collection, as many as the paper's
constexpr int usual_draws = 5;     ///< from a single collection

struct TuneArguments {
  ItemsArguments items = {};  ///< how the collections are read
  FeatureArguments features = {};
  SolvedArguments solved = {};
  std::string method = "sib";
  std::string clusters = {}, restarts = {}, random_seed = {};
  std::vector<std::string> set = {};
  std::string output = {};
  int threads = 0;
  bool json = false, quiet = false, force = false;
};

Settings settings_of(const TuneArguments& args) {
  const Settings settings = settings_from({{"-k", "clusters", args.clusters},
                                           {"--restarts", "restarts", args.restarts},
                                           {"--random-seed", "random_seed", args.random_seed}},
                                          args.set);
  const Method& method = find_method(args.method);
  const auto fields = method.options();
  for (const auto& [name, value] : settings) set_option(fields, method.name, name, value);
  return settings;
}

std::vector<SolvedCollection> collections_of(const TuneArguments& args, const TuneWishes& wishes,
                                             const bellwether::Run& run) {
  const RunSources sources{
      .items = args.items,
      .features = args.features,
      .solved = {.solved = args.solved.solved, .label_column = args.solved.label_column}};
  const int draws = wishes.draws.value_or(args.solved.solved.size() == 1 ? usual_draws : 0);
  const auto measure = [&](SolvedRead read, Measured how) {
    const Purpose purpose = find_method(args.method).needs_counts ? Purpose::counting : Purpose::clustering;
    return measured(std::move(read.collections), plan_steps(args.features.steps, read.words, purpose), how,
                    run);
  };
  if (draws == 0) {
    require<InvalidOption>(
        args.solved.solved.size() > 1,
        "--draws 0 takes collections as they are, and there is only one: give several, or draw from it");
    require<InvalidOption>(args.clusters.empty(),
                           "-k: every solved collection has as many clusters as classes; it says how many to "
                           "draw, with --draws");
    return measure(read_solved(sources, run), Measured::apart);
  }
  require<InvalidOption>(!args.clusters.empty(),
                         "say how many classes a collection that is drawn has, as many as you will look for: "
                         "-k 5 (or give several "
                         "collections: --solved A B C)");
  const SolvedCollection all = pooled(measure(read_solved_alike(sources, run), Measured::alike));
  const std::uint64_t seed = std::strtoull(args.random_seed.c_str(), nullptr, 10);
  return draw_any(all, std::atoi(args.clusters.c_str()), most_drawn, draws, seed);
}

Lessons learn_from(const TuneArguments& args, const Settings& settings, const Strap& strap,
                   const TuneWishes& wishes) {
  const Stopwatch watch;
  ProgressBar bar(!args.quiet);
  bellwether::Run run = run_shown(args.threads, {}, bar);
  Lessons lessons{.collections = collections_of(args, wishes, run)};
  const Interrupt interrupt([&] { say_stopping(args.quiet, ""); });
  run.stop = interrupt.token();
  Settings search = settings;
  std::erase_if(search, [](const auto& setting) { return setting.first == "clusters"; });
  lessons.tuner =
      learn_tuner(find_method(args.method), search, strap, lessons.collections, wishes.strapping, run);
  require(!lessons.tuner.stopped, "interrupted: nothing was learned, and nothing was written");
  require(
      !lessons.tuner.indifferent,
      "there is nothing to keep: every value of {} does equally well on the solved collections; give harder "
      "ones, or other values (--strap)",
      strap.option);
  lessons.seconds = watch.seconds();
  return lessons;
}

void tune(const TuneArguments& args) {
  const TuneWishes wishes = tune_wishes(args.solved);
  require<InvalidOption>(
      wishes.by == TuneBy::strapping,
      "rls needs the items to be clustered: give --solved and --tune-by rls to `bellwether "
      "cluster`");
  const Settings settings = settings_of(args);
  const Strap strap = plan_strap(find_method(args.method), settings, args.solved.strap);
  require_writable(args.output);
  const Lessons lessons = learn_from(args, settings, strap, wishes);
  save_tuner(lessons.tuner, args.output);
  if (args.json) return tell("{}", to_json(lessons, args.output));
  if (!args.quiet) print_lessons(lessons, args.output);
}

}  // namespace

Command tune_command() {
  auto args = std::make_shared<TuneArguments>();
  Command command{.name = "tune",
                  .summary = "Learn from sorted collections what to set an option to, for cluster --tune",
                  .options = item_reading_options(args->items)};
  add(command.options, tuning_options(args->solved));
  add(command.options,
      {{.flags = "--method", .into = &args->method, .help = "the search to tune (sib)", .type = "NAME"},
       {.flags = "-k,--clusters",
        .into = &args->clusters,
        .help = "classes of each collection that is drawn",
        .type = "K"},
       {.flags = "--restarts",
        .into = &args->restarts,
        .help = "searches from different starts; the best is kept",
        .type = "N"},
       random_seed_option(&args->random_seed),
       settings_option(args->set, "any option of the method; may be repeated"),
       required(output_option(&args->output, "FILE", "the file to write")),
       threads_option(args->threads),
       force_flag(args->force),
       json_flag(args->json),
       quiet_flag(args->quiet)});
  add(command.options, vectorizer_options(args->features));
  command.footer =
      "Examples:\n"
      "  bellwether tune --solved mail_2023/ mail_2024/ reports/ -o tuned.bellwether\n"
      "  bellwether tune --solved newsgroups/ -k 5 --method idt -o tuned.bellwether\n"
      "  bellwether tune --solved a.csv b.csv c.csv --label-column last --method plsa --strap "
      "temper=0.5:1:0.1 -o tuned.bellwether\n"
      "  bellwether cluster new/ -k 5 --tune tuned.bellwether\n";
  command.run = [args](const Given& given) {
    require_spares(given, args->output, args->force);
    ReadableItems readable(args->items.ignore);
    for (std::string& place : args->solved.solved) readable.take(place);
    tune(*args);
  };
  return command;
}

}  // namespace bellwether::cli
