// bellwether learn ITEMS --must-link FILE ... -o FILE: learn what distances should mean, and keep it for
// cluster --transform.

#include <cli/features.h>
#include <cli/interrupt.h>
#include <cli/json_text.h>
#include <cli/knowledge.h>
#include <cli/progress_bar.h>
#include <cli/result.h>
#include <cli/settings.h>
#include <cli/stopwatch.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
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
  std::string known = {};  ///< items whose own labels are the knowledge
  std::string method = "xing";
  std::vector<std::string> set = {};
  std::string output = {};
  std::string trust = "checked";
  int threads = 0;
  bool json = false, quiet = false;
};

struct Lesson {
  Vectorized made = {};
  NamedKnowledge known = {};
  Learned learned = {};
  LearnCheck check = {};
  double seconds = 0;
};

/// The items' own labels, as seeds.
NamedKnowledge knowledge_of_labels(const Dataset& items, const std::string& file) {
  require(!items.labels.empty(),
          "--known {}: its items have no labels (say which column: --label-column last, or --truth FILE)",
          file);
  CodedLabels coded = encode(items.labels);
  for (std::size_t i = 0; i < coded.codes.size(); ++i)
    if (items.labels[i].empty()) coded.codes[i] = unlabelled;
  return {{.seeds = std::move(coded.codes)}, std::move(coded.names)};
}

void require_knowledge(const Arguments& args) {
  require<InvalidOption>(
      args.items.items.empty() != args.known.empty(),
      "say what to learn from: items and what is known of them (bellwether learn items.csv "
      "--must-link together.csv --cannot-link apart.csv -o FILE), or items with labels (bellwether learn "
      "--known items.csv "
      "--label-column last -o FILE)");
  require<InvalidOption>(
      !args.known.empty() || args.knowledge.any(),
      "nothing is known about {}: give --must-link and --cannot-link, or --seeds; if its own labels are the "
      "knowledge, --known {}",
      shell_word(args.items.items), shell_word(args.items.items));
  require<InvalidOption>(
      args.known.empty() || !args.knowledge.any(),
      "--known takes the labels of its items: leave out --seeds, --must-link and --cannot-link");
}

void require_writable(const std::string& file) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  std::error_code ignored;
  require(std::filesystem::is_directory(folder, ignored), "-o {}: there is no folder {}; make it first", file,
          folder.string());
  require(!std::filesystem::is_directory(file, ignored), "-o {}: is a folder; name a file in it", file);
}

Lesson learn_from(const Arguments& args, const Settings& settings) {
  const Learner& learner = find_learner(args.method);
  const auto fields = learner.options();
  for (const auto& [name, value] : settings) set_option(fields, learner.name, name, value);
  const Stopwatch watch;
  ProgressBar bar(!args.quiet);
  const Interrupt interrupt([] {});
  const bellwether::Run run{.threads = args.threads,
                            .on_progress = [&](const Progress& p) { bar.show(p); },
                            .stop = interrupt.token()};
  ItemsArguments items = args.items;
  if (!args.known.empty()) items.items = args.known;
  Lesson lesson;
  lesson.made = vectorize_items(items, args.features, Purpose::clustering, run);
  lesson.known = args.known.empty() ? read_knowledge(args.knowledge, lesson.made.items)
                                    : knowledge_of_labels(lesson.made.items, args.known);
  lesson.learned = learner.learn(lesson.made.items.rows(), lesson.known.knowledge, settings, run);
  if (args.trust == "checked")
    lesson.check = check_learner(learner, lesson.made.items, lesson.known.knowledge, settings, run);
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
  const auto& names = lesson.made.items.features;
  std::vector<std::pair<std::string, double>> leading;
  const double largest = lengths[order.front()];
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i)
    leading.emplace_back(names.empty() ? fmt::format("feature {}", order[i] + 1) : names[order[i]],
                         largest > 0 ? lengths[order[i]] / largest : 0);
  return leading;
}

std::string to_json(const Lesson& lesson, const Arguments& args) {
  const Learned& learned = lesson.learned;
  const Vector values = stretches(learned.map);
  Json figures = Json::object();
  for (const auto& [name, value] : learned.figures) figures[name] = value;
  Json options = Json::object();
  for (const auto& setting : learned.options)
    std::visit([&](const auto& value) { options[setting.first] = value; }, setting.second);
  return lines(Json{{"bellwether", BELLWETHER_VERSION},
                    {"method", args.method},
                    {"items", lesson.made.items.items()},
                    {"features", learned.map.features()},
                    {"dimensions", learned.map.dimensions()},
                    {"vectorizer", vectorizer_json(lesson.made.vectorizer)},
                    {"options", options},
                    {"iterations", learned.iterations},
                    {"converged", learned.converged && !learned.stopped},
                    {"objective",
                     {{"name", learned.objective.name},
                      {"goal", learned.objective.goal == Goal::minimise ? "minimise" : "maximise"},
                      {"value", learned.objective.value},
                      {"trace", learned.objective.trace}}},
                    {"figures", figures},
                    {"eigenvalues", std::vector<double>(values.begin(), values.end())},
                    {"check",
                     {{"possible", lesson.check.possible},
                      {"learned", lesson.check.learned},
                      {"plain", lesson.check.plain},
                      {"used", lesson.check.used}}},
                    {"seconds", lesson.seconds},
                    {"warnings", lesson.made.items.notes}});
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

void say_what_was_learned(const Lesson& lesson, const Arguments& args) {
  const int width = width_of(stdout);
  const Learned& learned = lesson.learned;
  const auto say = [&](const std::string& text) { fmt::print("{}\n", wrapped(text, width, 2)); };
  say(fmt::format("{}: {} x {}; {} from {}",
                  printable(args.known.empty() ? args.items.items : args.known, 200),
                  counted(lesson.made.items.items(), "item"), counted(learned.map.features(), "feature"),
                  args.method, args.known.empty() ? in_words(lesson.known) : "their labels"));
  say(fmt::format("{} {:.6g}, {} after {}", learned.objective.name, learned.objective.value,
                  learned.stopped     ? "interrupted"
                  : learned.converged ? "converged"
                                      : "not converged",
                  counted(learned.iterations, "step")));
  fmt::print("\n  {}\n", bold(stdout, "what counts, the most telling first"));
  for (const auto& [name, weight] : leading_features(lesson, 8))
    fmt::print("  {:>6.3f}  {}\n", weight, printable(name, 60));
  fmt::print("\n");
  say(check_in_words(lesson.check));
  for (const auto& note : lesson.made.items.notes) print_note(stdout, note);
  say(fmt::format("{} to learn; written to {}", duration(lesson.seconds), printable(args.output, 200)));
  fmt::print("\n{}\n  bellwether cluster {} -k K --transform {}\n", bold(stdout, "to cluster with it"),
             args.known.empty() ? shell_word(args.items.items) : "ITEMS", shell_word(args.output));
}

void learn(const Arguments& args) {
  require_knowledge(args);
  require_writable(args.output);
  const Settings settings = settings_from({}, args.set);
  Lesson lesson = learn_from(args, settings);
  Model model{.vectorizer = lesson.made.vectorizer};
  if (lesson.check.used) model.vectorizer.steps.emplace_back(lesson.learned.map);
  if (!model.vectorizer.reads_raw_items()) model.features = lesson.made.features;
  save_model(model, args.output);
  if (args.json) return fmt::print("{}", to_json(lesson, args));
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
  command->add_option("--known", args->known, "items whose own labels are the knowledge, instead of ITEMS")
      ->type_name("ITEMS");
  command->add_option("--method", args->method, "what learns: xing (the default)")->type_name("NAME");
  command->add_option("--set", args->set, "any option of it; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("-o,--output", args->output, "the file to write")->required()->type_name("FILE");
  command
      ->add_option("--trust", args->trust,
                   "checked (the default): what was learned is kept if it helps on pairs held back; always")
      ->check(CLI::IsMember({"checked", "always"}).description(""))
      ->type_name("checked|always");
  command->add_option("--threads", args->threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->add_flag("--quiet", args->quiet, "print nothing but errors");
  add_feature_options(*command, args->features);
  command->footer(
      "Examples:\n"
      "  bellwether learn items.csv --must-link together.csv --cannot-link apart.csv -o metric.bellwether\n"
      "  bellwether learn --known data:iris -o metric.bellwether --set form=full\n"
      "  bellwether cluster items.csv -k 5 --transform metric.bellwether\n");
  command->callback([args] { learn(*args); });
}

}  // namespace bellwether::cli
