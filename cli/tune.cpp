// bellwether tune --solved A B C: learn from collections that were sorted before which clusterings to trust,
// and keep it for cluster --tune.

#include <cli/interrupt.h>
#include <cli/json_text.h>
#include <cli/outputs.h>
#include <cli/progress_bar.h>
#include <cli/settings.h>
#include <cli/solved.h>
#include <cli/stopwatch.h>
#include <cli/tuning_report.h>
#include <cli/verbs.h>
#include <cli/words.h>
#include <cli/writable.h>

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

constexpr Index most_drawn = 500;  ///< items of a drawn collection, as many as the paper's

struct Arguments {
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

Settings settings_of(const Arguments& args) {
  const Settings settings = settings_from({{"-k", "clusters", args.clusters},
                                           {"--restarts", "restarts", args.restarts},
                                           {"--random-seed", "random_seed", args.random_seed}},
                                          args.set);
  check_settings(args.method, settings);
  return settings;
}

std::vector<SolvedCollection> collections_of(const Arguments& args, const TunePlan& plan,
                                             const bellwether::Run& run) {
  const Purpose purpose = find_method(args.method).needs_counts ? Purpose::counting : Purpose::clustering;
  if (plan.draws == 0) {
    require<InvalidOption>(args.clusters.empty(),
                           "-k: every solved collection has as many clusters as classes; it says how many to "
                           "draw, with --draws");
    return read_solved(args.items, args.solved, args.features, purpose, run);
  }
  require<InvalidOption>(!args.clusters.empty(),
                         "say how many classes a collection that is drawn has, as many as you will look for: "
                         "-k 5 (or give several collections: --solved A B C)");
  const WithSorted all = read_with_sorted(args.items, args.solved, args.features, purpose, run);
  const std::uint64_t seed = std::strtoull(args.random_seed.c_str(), nullptr, 10);
  return draw_any(all.sorted, std::atoi(args.clusters.c_str()), most_drawn, plan.draws, seed);
}

struct Lessons {
  std::vector<SolvedCollection> collections = {};
  Tuner tuner = {};
  double seconds = 0;
};

Lessons learn_from(const Arguments& args, const Settings& settings, const Strap& strap,
                   const TunePlan& plan) {
  const Stopwatch watch;
  ProgressBar bar(!args.quiet);
  bellwether::Run run{.threads = args.threads, .on_progress = [&](const Progress& p) { bar.show(p); }};
  Lessons lessons{.collections = collections_of(args, plan, run)};
  const Interrupt interrupt([&] { say_stopping(args.quiet, ""); });
  run.stop = interrupt.token();
  Settings search = settings;
  std::erase_if(search, [](const auto& setting) { return setting.first == "clusters"; });
  lessons.tuner =
      learn_tuner(find_method(args.method), search, strap, lessons.collections, plan.strapping, run);
  require(!lessons.tuner.stopped, "interrupted: nothing was learned, and nothing was written");
  require(
      !lessons.tuner.indifferent,
      "there is nothing to keep: every value of {} does equally well on the solved collections; give harder "
      "ones, or other values (--strap)",
      strap.option);
  lessons.seconds = watch.seconds();
  return lessons;
}

std::string to_json(const Lessons& lessons, const Arguments& args) {
  const Tuner& tuner = lessons.tuner;
  Json collections = Json::array();
  for (const SolvedCollection& solved : lessons.collections)
    collections.push_back(
        {{"name", solved.name}, {"items", solved.items.items()}, {"classes", solved.clusters()}});
  return lines(Json{{"bellwether", BELLWETHER_VERSION},
                    {"method", tuner.method},
                    {"option", tuner.strap.option},
                    {"values", tuner.strap.values},
                    {"untuned_value", tuner.strap.values[tuner.strap.untuned]},
                    {"collections", collections},
                    {"c", tuner.strapping.chosen.c},
                    {"sigma", tuner.strapping.chosen.sigma},
                    {"error_left_out", tuner.strapping.error},
                    {"rank_correlation", tuner.strapping.rank_correlation},
                    {"check", check_json(tuner.check)},
                    {"advises", tuner.advises()},
                    {"file", args.output},
                    {"seconds", lessons.seconds}});
}

void say_what_was_learned(const Lessons& lessons, const Arguments& args) {
  const int width = width_of(stdout);
  const Tuner& tuner = lessons.tuner;
  const auto say = [&](const std::string& text) { tell("{}\n", wrapped(text, width, 2)); };
  say(fmt::format("{}: {} from {} to {}, {} each of {}", tuner.method, tuner.strap.option,
                  tuner.strap.values.front(), tuner.strap.values.back(),
                  counted(static_cast<std::int64_t>(tuner.strap.values.size()), "clustering"),
                  counted(static_cast<std::int64_t>(lessons.collections.size()), "solved collection")));
  for (const SolvedCollection& solved : lessons.collections)
    tell("  {}: {} of {}\n", printable(solved.name, 60), counted(solved.items.items(), "item"),
         counted(solved.clusters(), "class"));
  say(in_words(tuner.check));
  if (!tuner.advises())
    say("that does worse, so `cluster --tune` will leave the option as it is (--trust always tunes all the "
        "same)");
  say(fmt::format("{} to learn; written to {}", duration(lessons.seconds), printable(args.output, 200)));
  tell("\n{}\n  bellwether cluster ITEMS -k K --tune {}\n", bold(stdout, "to cluster with it"),
       shell_word(args.output));
}

void tune(const Arguments& args) {
  const TunePlan plan = plan_tuning(args.solved);
  require<InvalidOption>(
      plan.by == TuneBy::strapping,
      "rls needs the items to be clustered: give --solved and --tune-by rls to `bellwether "
      "cluster`");
  const Settings settings = settings_of(args);
  const Strap strap = plan_strap(find_method(args.method), settings, args.solved.strap);
  require_writable(args.output);
  const Lessons lessons = learn_from(args, settings, strap, plan);
  save_tuner(lessons.tuner, args.output);
  if (args.json) return tell("{}", to_json(lessons, args));
  if (!args.quiet) say_what_was_learned(lessons, args);
}

}  // namespace

void add_tune(CLI::App& app) {
  auto args = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "tune", "Learn from sorted collections what to set an option to, for cluster --tune");
  add_items_options(*command, args->items);
  command->remove_option(command->get_option("ITEMS"));
  command->remove_option(command->get_option("--truth"));
  add_solved_options(*command, args->solved, true);
  command->add_option("--method", args->method, "the search to tune (sib)")->type_name("NAME");
  command->add_option("-k,--clusters", args->clusters, "classes of each collection that is drawn")
      ->type_name("K");
  command->add_option("--restarts", args->restarts, "searches from different starts; the best is kept")
      ->type_name("N");
  command->add_option("--random-seed", args->random_seed, "where the random draws start")->type_name("S");
  command->add_option("--set", args->set, "any option of the method; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("-o,--output", args->output, "the file to write")->required()->type_name("FILE");
  command->add_option("--threads", args->threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  add_force_flag(*command, args->force);
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->add_flag("--quiet", args->quiet, "print nothing but errors");
  add_feature_options(*command, args->features);
  command->footer(
      "Examples:\n"
      "  bellwether tune --solved mail_2023/ mail_2024/ reports/ -o tuned.bellwether\n"
      "  bellwether tune --solved newsgroups/ -k 5 --method idt -o tuned.bellwether\n"
      "  bellwether tune --solved a.csv b.csv c.csv --label-column last --method plsa --strap "
      "temper=0.5:1:0.1 -o tuned.bellwether\n"
      "  bellwether cluster new/ -k 5 --tune tuned.bellwether\n");
  command->callback([args, command] {
    require_spares(*command, args->output, args->force);
    tune(*args);
  });
}

}  // namespace bellwether::cli
