// bellwether learn: learn what distances should mean, and keep it for cluster --transform.
//   learn ITEMS --must-link FILE ...     from what is known of these items
//   learn [ITEMS] --known ITEMS          from items of known classes, for others of other classes

#include <cli/features.h>
#include <cli/interrupt.h>
#include <cli/json_text.h>
#include <cli/knowledge.h>
#include <cli/known.h>
#include <cli/outputs.h>
#include <cli/progress_bar.h>
#include <cli/result.h>
#include <cli/settings.h>
#include <cli/stopwatch.h>
#include <cli/summary.h>
#include <cli/verbs.h>
#include <cli/words.h>
#include <cli/writable.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/methods/learner.h>
#include <bellwether/methods/model.h>

namespace bellwether::cli {
namespace {

struct Arguments {
  ItemsArguments items = {};
  FeatureArguments features = {};
  KnowledgeArguments knowledge = {};
  KnownArguments known = {};
  std::string method = {};  ///< empty: tcs-gm from known classes, xing from links
  std::vector<std::string> set = {};
  std::string output = {};
  std::string trust = "checked";
  int threads = 0;
  bool json = false, quiet = false, force = false;
};

struct Lesson {
  std::string method = {};
  KnownItems from = {};       ///< with --known: all items and their classes; else the items alone
  NamedKnowledge about = {};  ///< without --known: what is known of the items
  Learned learned = {};
  std::vector<Direction> directions = {};  ///< from classes
  LearnCheck order = {};                   ///< from links: of pairs held back
  Representation check = {};               ///< from classes: on classes held out
  bool from_classes = false;
  double seconds = 0;

  bool used() const { return from_classes ? check.used() : order.used; }
};

void require_knowledge(const Arguments& args) {
  require<InvalidOption>(
      !args.items.items.empty() || args.known.any(),
      "say what to learn from: items of known classes (bellwether learn --known items.csv --label-column "
      "last "
      "-o FILE), or items and what is known of them (bellwether learn items.csv --must-link together.csv "
      "--cannot-link apart.csv -o FILE)");
  require<InvalidOption>(
      args.known.any() || args.knowledge.any(),
      "nothing is known about {}: give --must-link and --cannot-link, or --seeds; if its own labels are the "
      "knowledge, --known {}",
      shell_word(args.items.items), shell_word(args.items.items));
  require<InvalidOption>(
      !args.known.any() || !args.knowledge.any(),
      "--known takes the labels of its items: leave out --seeds, --must-link and --cannot-link");
  require<InvalidOption>(args.known.represent.empty(), "what learns is named with --method here");
  check(args.known);
}

/// What learns from classes is tried on classes held out; what learns from links, on pairs held back.
void learn_and_check(const Arguments& args, const Settings& settings, Lesson& lesson,
                     const bellwether::Run& run) {
  const bool always = args.trust == "always";
  const Dataset& items = lesson.from.made.items;
  const bool tries = lesson.method == "auto" || !find_learner(lesson.method).takes_links;
  lesson.from_classes = args.known.any() && tries;
  if (lesson.from_classes) {
    lesson.check = represent(lesson.method, args.known, lesson.from, settings, 0, true, run);
    if (lesson.method == "auto") {
      require(lesson.check.used(), "there is nothing to keep: {}", lesson.check.reason);
      lesson.method = lesson.check.learned->map.name;
    }
    lesson.learned = *lesson.check.learned;
    if (!always && !lesson.check.checked)
      lesson.check = check_learned(find_learner(lesson.method), lesson.learned, settings, items.rows(),
                                   lesson.from.labels, selection_options(args.known, 0), run);
    return;
  }
  const Learner& learner = find_learner(lesson.method);
  const Knowledge known = args.known.any() ? Knowledge{.seeds = lesson.from.labels} : lesson.about.knowledge;
  lesson.learned = learner.learn(items.rows(), known, settings, run);
  if (!always) lesson.order = check_learner(learner, items, known, settings, run);
}

Lesson learn_from(const Arguments& args, const Settings& settings) {
  Lesson lesson;
  lesson.method = !args.method.empty() ? args.method : args.known.any() ? "tcs-gm" : "xing";
  const bool automatic = lesson.method == "auto" && args.known.any();
  if (!automatic) {
    const Learner& learner = find_learner(lesson.method);
    require<InvalidOption>(
        args.known.any() || learner.takes_links,
        "{} learns from known classes: give them with --known ITEMS (xing learns from links)", learner.name);
    const auto fields = learner.options();
    for (const auto& [name, value] : settings) set_option(fields, learner.name, name, value);
  }
  const Stopwatch watch;
  ProgressBar bar(!args.quiet);
  bellwether::Run run{.threads = args.threads, .on_progress = [&](const Progress& p) { bar.show(p); }};
  if (args.known.any()) {
    lesson.from = read_with_known(args.items, args.known, args.features, automatic, run);
  } else {
    lesson.from.made = vectorize_items(args.items, args.features, Purpose::clustering, run);
    lesson.about = read_knowledge(args.knowledge, lesson.from.made.items);
  }
  const Interrupt interrupt([&] { say_stopping(args.quiet, " with the best so far"); });
  run.stop = interrupt.token();  // not before: what was read in part would teach something else
  learn_and_check(args, settings, lesson, run);
  if (lesson.from_classes)
    lesson.directions = explain(lesson.learned.map, lesson.from.made.items.rows(),
                                lesson.from.made.vectorizer.steps, lesson.from.made.features);
  lesson.seconds = watch.seconds();
  return lesson;
}

/// The features that count most, by the length of their row of the map.
std::vector<std::pair<std::string, double>> leading_features(const Lesson& lesson, std::size_t most) {
  const LinearMap& map = lesson.learned.map;
  const Vector lengths = map.only_weights() ? map.weights : Vector(map.map.rowwise().norm());
  std::vector<Index> order(static_cast<std::size_t>(lengths.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return lengths[a] > lengths[b]; });
  const auto& names = lesson.from.made.items.features;
  std::vector<std::pair<std::string, double>> leading;
  const double largest = lengths[order.front()];
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i)
    leading.emplace_back(names.empty() ? fmt::format("feature {}", order[i] + 1) : names[order[i]],
                         largest > 0 ? lengths[order[i]] / largest : 0);
  return leading;
}

std::string to_json(const Lesson& lesson) {
  Json json{{"bellwether", BELLWETHER_VERSION},
            {"method", lesson.method},
            {"items", lesson.from.made.items.items()},
            {"vectorizer", vectorizer_json(lesson.from.made.vectorizer)}};
  json.update(learned_json(lesson.learned));
  for (const auto& [name, value] : lesson.learned.figures)
    if (name == "gap") json["gap"] = value;
  if (lesson.from_classes) {
    json["classes"] = lesson.from.classes;
    json["directions"] = directions_json(lesson.directions);
    json["used"] = lesson.used();
    Json check = representation_json(lesson.check);
    check.erase("learned");
    json["known"] = check;
  } else {
    json["check"] = {{"possible", lesson.order.possible},
                     {"learned", lesson.order.learned},
                     {"plain", lesson.order.plain},
                     {"used", lesson.order.used}};
  }
  json["seconds"] = lesson.seconds;
  json["warnings"] = lesson.from.made.items.notes;
  for (const auto& warning : lesson.learned.warnings) json["warnings"].push_back(warning);
  return lines(json);
}

std::string check_in_words(const LearnCheck& check) {
  if (!check.asked) return "not checked, as asked";
  if (!check.possible)
    return "whether it helps could not be checked: too little is known to hold some of it back";
  const std::string figures = fmt::format(
      "of pairs held back, those that belong together are nearer than those that belong apart in {:.1f} % of "
      "all "
      "comparisons, and in {:.1f} % without it",
      100 * check.learned, 100 * check.plain);
  return check.used
             ? fmt::format("checked: {}", figures)
             : fmt::format(
                   "it does NOT help: {}; so the file leaves distances as they are (--trust always keeps "
                   "what was learned)",
                   figures);
}

std::string source_in_words(const Lesson& lesson, const Arguments& args) {
  if (!args.known.any()) return in_words(lesson.about);
  return fmt::format("{} of {}", counted(lesson.from.known(), "item"),
                     counted(static_cast<std::int64_t>(lesson.from.classes.size()), "known class"));
}

void say_what_was_learned(const Lesson& lesson, const Arguments& args) {
  const int width = width_of(stdout);
  const Learned& learned = lesson.learned;
  const auto say = [&](const std::string& text) { tell("{}\n", wrapped(text, width, 2)); };
  const std::string made = in_words(lesson.from.made.vectorizer);
  say(fmt::format(
      "{}: {} x {}{}; {} from {}", printable(args.known.any() ? args.known.known : args.items.items, 200),
      counted(lesson.from.made.items.items(), "item"), counted(learned.map.features(), "feature"),
      made.empty() ? "" : fmt::format(", {}", made), lesson.method, source_in_words(lesson, args)));
  if (!learned.objective.name.empty())
    say(fmt::format("{} {:.6g}, {} after {}", learned.objective.name, learned.objective.value,
                    learned.stopped     ? "interrupted"
                    : learned.converged ? "converged"
                                        : "not converged",
                    counted(learned.iterations, "step")));
  if (lesson.from_classes) {
    print_directions(stdout, lesson.directions);
  } else {
    tell("\n  {}\n", bold(stdout, "what counts, the most telling first"));
    for (const auto& [name, weight] : leading_features(lesson, 8))
      tell("  {:>6.3f}  {}\n", weight, printable(name, 60));
  }
  tell("\n");
  say(lesson.from_classes ? lesson.check.reason : check_in_words(lesson.order));
  for (const auto& note : lesson.from.made.items.notes) print_note(stdout, note);
  for (const auto& warning : learned.warnings) print_note(stdout, warning);
  say(fmt::format("{} to learn; written to {}", duration(lesson.seconds), printable(args.output, 200)));
  tell("\n{}\n  bellwether cluster {} -k K --transform {}\n", bold(stdout, "to cluster with it"),
       args.items.items.empty() ? "ITEMS" : shell_word(args.items.items), shell_word(args.output));
}

void learn(const Arguments& args) {
  require_knowledge(args);
  require_writable(args.output);
  const Settings settings = settings_from({}, args.set);
  Lesson lesson = learn_from(args, settings);
  Model model{.vectorizer = lesson.from.made.vectorizer};
  if (lesson.used())
    for (Step& step : steps_of(lesson.learned)) model.vectorizer.steps.push_back(std::move(step));
  if (!model.vectorizer.reads_raw_items()) model.features = lesson.from.made.features;
  save_model(model, args.output);
  if (args.json) return tell("{}", to_json(lesson));
  if (!args.quiet) say_what_was_learned(lesson, args);
}

}  // namespace

void add_learn(CLI::App& app) {
  auto args = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("learn", "Learn what distances should mean, for cluster --transform");
  add_items_options(*command, args->items);
  command->get_option("ITEMS")->required(false);
  add_knowledge_options(*command, args->knowledge);
  add_known_options(*command, args->known);
  command->get_option("--represent")->group("");
  command
      ->add_option("--method", args->method,
                   "what learns: from known classes tcs-gm (the default), auto or another of `bellwether "
                   "methods`; from links xing")
      ->type_name("NAME");
  command->add_option("--set", args->set, "any option of it; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("-o,--output", args->output, "the file to write")->required()->type_name("FILE");
  command
      ->add_option(
          "--trust", args->trust,
          "checked (the default): what was learned is kept if it helps on classes or pairs held back; "
          "always")
      ->check(CLI::IsMember({"checked", "always"}).description(""))
      ->type_name("checked|always");
  command->add_option("--threads", args->threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  add_force_flag(*command, args->force);
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->add_flag("--quiet", args->quiet, "print nothing but errors");
  add_feature_options(*command, args->features);
  command->footer(
      "Examples:\n"
      "  bellwether learn items.csv --must-link together.csv --cannot-link apart.csv -o metric.bellwether\n"
      "  bellwether learn --known sorted.csv --label-column last -o map.bellwether\n"
      "  bellwether learn new.csv --known sorted.csv --label-column last --method auto -o map.bellwether\n"
      "  bellwether cluster items.csv -k 5 --transform metric.bellwether\n");
  command->callback([args, command] {
    require_spares(*command, args->output, args->force);
    args->knowledge.limit = reading_beside(args->items).limit;
    learn(*args);
  });
}

}  // namespace bellwether::cli
