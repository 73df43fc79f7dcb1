// bellwether learn: learn what distances should mean, and keep it for cluster --transform.
//   learn ITEMS --must-link FILE ...     from what is known of these items
//   learn [ITEMS] --known ITEMS          from items of known classes, for others of other classes

#include <cli/asked.h>
#include <cli/disk_items.h>
#include <cli/one_run.h>
#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/options/settings.h>
#include <cli/reports/taught_report.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <cstdlib>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/models/model.h>
#include <bellwether/runs/lesson.h>

namespace bellwether::cli {
namespace {

struct LearnArguments {
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

void require_knowledge(const LearnArguments& args) {
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
}

Taught learn_from(const LearnArguments& args) {
  const Stopwatch watch;
  ProgressBar bar(!args.quiet);
  Wishes wishes{.method = !args.method.empty() ? args.method
                          : args.known.any()   ? "tcs-gm"
                                               : "xing",
                .options = settings_from({}, args.set),
                .steps = args.features.steps,
                .candidates = list_of(args.known.candidates),
                .trust = args.trust == "always" ? Trust::always : Trust::checked};
  if (!args.known.caution.empty()) wishes.caution = std::strtod(args.known.caution.c_str(), nullptr);
  const RunSources sources{
      .items = args.items,
      .features = args.features,
      .knowledge = {args.knowledge.seeds, args.knowledge.must_link, args.knowledge.cannot_link},
      .known = {args.known.known, args.known.label_column}};
  require_can_learn(wishes, kinds_of(sources));
  const bellwether::Run reading = run_shown(args.threads, {}, bar);
  GivenSources given =
      args.items.items.empty() ? read_known_alone(sources, reading) : read_sources(sources, reading);
  const Interrupt interrupt(
      [&] { say_stopping(args.quiet, " with the best so far"); });  // not before: what was
  Taught taught;                                                    // read in part would teach something else
  taught.lesson =
      learn_lesson(given.material, given.evidence, wishes, run_shown(args.threads, interrupt.token(), bar));
  taught.evidence = std::move(given.evidence);
  const MapLesson& lesson = taught.lesson;
  if (lesson.from_classes)
    taught.directions =
        explain(lesson.learned.map, lesson.items.rows(), lesson.vectorizer.steps, lesson.columns);
  taught.seconds = watch.seconds();
  return taught;
}

void learn(const LearnArguments& args) {
  require_knowledge(args);
  require_writable(args.output);
  const Taught taught = learn_from(args);
  const MapLesson& lesson = taught.lesson;
  Model model{.vectorizer = lesson.vectorizer};
  if (lesson.used())
    for (Step& step : steps_of(lesson.learned)) model.vectorizer.steps.push_back(std::move(step));
  if (!model.vectorizer.reads_raw_items()) model.features = lesson.columns;
  save_model(model, args.output);
  if (args.json) return tell("{}", to_json(taught));
  if (!args.quiet)
    print_taught(taught, args.known.any() ? args.known.known : args.items.items, args.items.items,
                 args.output);
}

}  // namespace

Command learn_command() {
  auto args = std::make_shared<LearnArguments>();
  Command command{.name = "learn",
                  .summary = "Learn what distances should mean, for cluster --transform",
                  .options = items_options(args->items)};
  add(command.options, knowledge_options(args->knowledge));
  add(command.options, known_options(args->known));
  find_option(command.options, "ITEMS").required = false;
  find_option(command.options, "--represent").hidden = true;
  add(command.options,
      {{.flags = "--method",
        .into = &args->method,
        .help = "what learns: from known classes tcs-gm (the default), auto or another of `bellwether "
                "methods`; from links xing",
        .type = "NAME"},
       settings_option(args->set, "any option of it; may be repeated"),
       required(output_option(&args->output, "FILE", "the file to write")),
       trust_option(
           args->trust,
           "checked (the default): what was learned is kept if it helps on classes or pairs held back; "
           "always"),
       threads_option(args->threads),
       force_flag(args->force),
       json_flag(args->json),
       quiet_flag(args->quiet)});
  add(command.options, vectorizer_options(args->features));
  command.footer =
      "Examples:\n"
      "  bellwether learn items.csv --must-link together.csv --cannot-link apart.csv -o metric.bellwether\n"
      "  bellwether learn --known sorted.csv --label-column last -o map.bellwether\n"
      "  bellwether learn new.csv --known sorted.csv --label-column last --method auto -o map.bellwether\n"
      "  bellwether cluster items.csv -k 5 --transform metric.bellwether\n";
  command.run = [args](const Given& given) {
    require_spares(given, args->output, args->force);
    ReadableItems readable(args->items.ignore);
    readable.take(args->items);
    readable.take(args->known.known);
    learn(*args);
  };
  return command;
}

}  // namespace bellwether::cli
