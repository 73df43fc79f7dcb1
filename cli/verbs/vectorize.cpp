// bellwether vectorize SOURCE -o FILE: texts, pictures or series become a matrix, and the vectorizer that
// made it can be kept for others.

#include <bellwether/portraits/result_json.h>
#include <cli/disk_items.h>
#include <cli/options/common.h>
#include <cli/options/features.h>
#include <cli/options/items.h>
#include <cli/options/outputs.h>
#include <cli/options/tags.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/progress_bar.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <filesystem>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/data/write.h>
#include <bellwether/models/model.h>

namespace bellwether::cli {
namespace {

struct VectorizeArguments {
  ItemsArguments items = {};
  FeatureArguments features = {};
  std::string output = {};
  std::string vectorizer = {};  ///< a saved one to apply
  std::string save = {};        ///< where to keep the fitted one
  TagArguments tags = {};
  int threads = 0;
  bool json = false, quiet = false, force = false;
};

/// Words may be those of captions, which are learned anew.
Vectorized apply_vectorizer(const VectorizeArguments& args, const Run& run) {
  FeatureArguments learned = args.features;
  if (!args.tags.captions.empty()) learned.words.clear();
  require<InvalidOption>(
      !learned.any(), "--vectorizer applies what was learned before: leave out the options that learn anew");
  return apply_fitted(load_saved(args.vectorizer, reading_beside(args.items).limit), args.items, run);
}

/// A table's columns are kept by name, so that they are not mixed up later; an extractor knows its own.
void save_vectorizer(const Vectorized& made, const std::string& file) {
  Model model{.vectorizer = made.vectorizer};
  if (!model.vectorizer.reads_raw_items()) model.features = made.features;
  save_model(model, file);
}

/// Of the rows, and of the items if the rows are their tags.
std::vector<std::string> notes_of(const Vectorized& made, const Dataset& rows) {
  std::vector<std::string> notes = rows.notes;
  if (&rows != &made.items) notes.insert(notes.end(), made.items.notes.begin(), made.items.notes.end());
  return with_flags(std::move(notes));
}

void say_what_was_done(const VectorizeArguments& args, const Vectorized& made, const Dataset& rows,
                       double seconds) {
  const int width = width_of(stdout);
  const std::string how = in_words(made.vectorizer);
  tell("{}\n", wrapped(fmt::format("{}: {} x {}, {}{}", printable(args.items.items, 200),
                                   counted(rows.items(), &rows == &made.items ? "item" : "tag"),
                                   counted(rows.rows().columns(), "feature"),
                                   rows.sparse()
                                       ? fmt::format("sparse with {}", counted(rows.rows().stored(), "value"))
                                       : "dense",
                                   how.empty() ? "" : fmt::format("; {}", how)),
                       width, 2));
  for (const auto& note : notes_of(made, rows)) print_note(stdout, note);
  tell("{} to vectorize\n", duration(seconds));
  tell("written to {}{}\n", args.output, args.save.empty() ? "" : fmt::format(" and {}", args.save));
}

std::string to_json(const VectorizeArguments& args, const Vectorized& made, const Dataset& rows,
                    double seconds) {
  return lines(Json{{"bellwether", BELLWETHER_VERSION},
                    {"items", rows.items()},
                    {"features", rows.rows().columns()},
                    {"stored", rows.rows().stored()},
                    {"sparse", rows.sparse()},
                    {"vectorizer", vectorizer_json(made.vectorizer)},
                    {"written", args.output},
                    {"seconds", seconds},
                    {"warnings", notes_of(made, rows)}});
}

void vectorize(const VectorizeArguments& args) {
  require_writable_format(args.output);
  check(args.tags);
  const Stopwatch watch;
  ProgressBar bar(!args.quiet);
  bar.say("reading " + args.items.items);
  const bellwether::Run run{.threads = args.threads, .on_progress = [&](const Progress& p) { bar.show(p); }};
  FeatureArguments features = args.features;
  if (!args.tags.captions.empty()) features.words.clear();  // they are about the words of the captions
  const Vectorized made = args.vectorizer.empty()
                              ? vectorize_items(args.items, features, Purpose::counting, run)
                              : apply_vectorizer(args, run);
  const bool tagged = args.tags.any();
  const Dataset tags = tagged ? rows_of_tags(args.tags, args.features, made.items) : Dataset{};
  const Dataset& rows = tagged ? tags : made.items;
  bar.say("writing " + args.output);
  write_dataset(args.output, rows);
  if (!args.save.empty()) save_vectorizer(made, args.save);
  bar.clear();
  if (args.json) return tell("{}", to_json(args, made, rows, watch.seconds()));
  if (!args.quiet) say_what_was_done(args, made, rows, watch.seconds());
}

/// The options of every kind of features, drawn from their descriptions.
std::string feature_help() {
  std::string text = "Features and their options, as in --features sift:words=400,keypoints=300\n";
  for (const std::string& kind : feature_names()) {
    text += fmt::format("  {}{}\n", kind, kind == "words" ? " (its options are flags, too)" : "");
    if (kind == "words") continue;
    for (const OptionField& field : feature_options(kind))
      text += fmt::format("    {}={}  {}\n", field.name, to_text(field.get()), field.help);
  }
  return text;
}

}  // namespace

Command vectorize_command() {
  auto args = std::make_shared<VectorizeArguments>();
  Command command{.name = "vectorize",
                  .summary = "Texts, pictures or series to a matrix",
                  .options = items_options(args->items)};
  add(command.options,
      {required(output_option(
           &args->output, "FILE",
           "the matrix; the ending says how: .npz (everything, sparse or dense), .csv, .npy, .svm")),
       {.flags = "--vectorizer",
        .into = &args->vectorizer,
        .help = "apply the vocabulary, codebook and steps of this file (or of a result) instead of learning "
                "them",
        .type = "FILE|DIR"},
       {.flags = "--save-vectorizer",
        .into = &args->save,
        .help = "keep what was learned, for other items",
        .type = "FILE",
        .writes = true}});
  add(command.options,
      tag_options(args->tags, "the rows become tags, their features the sums over the items that have them"));
  add(command.options, {threads_option(args->threads), force_flag(args->force), json_flag(args->json),
                        quiet_flag(args->quiet)});
  add(command.options, vectorizer_options(args->features));
  command.footer =
      feature_help() +
      "\nExamples:\n"
      "  bellwether vectorize posts/ -o posts.npz --weighting tf-idf --normalise l2\n"
      "  bellwether vectorize news.csv --text-column body -o news.npz --language english --svd 30\n"
      "  bellwether vectorize photos/ -o photos.npz --features sift --save-vectorizer words.bellwether\n"
      "  bellwether vectorize others/ -o others.npz --vectorizer words.bellwether\n";
  command.run = [args](const Given& given) {
    require_spares(given, args->output, args->force);
    require_spares(given, args->save, args->force);
    require<InvalidOption>(args->save != args->output, "--save-vectorizer {}: -o names the same file",
                           printable(args->save, 200));
    args->tags.limit = reading_beside(args->items).limit;
    ReadableItems readable(args->items.ignore);
    readable.take(args->items);
    vectorize(*args);
  };
  return command;
}

}  // namespace bellwether::cli
