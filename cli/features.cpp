#include <cli/features.h>
#include <cli/source.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/methods/model.h>

namespace bellwether::cli {
namespace {

std::string flag_of(std::string option) {
  std::replace(option.begin(), option.end(), '_', '-');
  return fmt::format("--{}", option);
}

/// A list, or a file that holds it.
std::string stop_words_of(const std::string& typed) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(typed, ignored)) return typed;
  std::ifstream in(typed, std::ios::binary);
  std::string words((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return words;
}

/// The flags that belong to words, applied to what --features said.
void set_word_flags(const FeatureArguments& arguments, Extractor& extractor) {
  auto* text = std::get_if<TextVectorizer>(&extractor);
  const bool given = !arguments.words.empty() || !arguments.select_for.empty();
  require<InvalidOption>(
      text != nullptr || !given,
      "{} is about words, but the items are no text (a folder of texts, --text-column, --lines)",
      arguments.words.empty() ? "--select-for" : flag_of(arguments.words.front().first));
  if (text == nullptr) return;
  const auto fields = fields_of(text->options);
  for (const auto& [name, typed] : arguments.words)
    set_option(fields, "words", name, name == "stop_words" ? stop_words_of(typed) : typed);
  if (arguments.select_for.empty()) return;
  require<InvalidOption>(
      text->options.vocabulary > 0,
      "--select-for keeps the words that tell its labels apart: say how many, as in --vocabulary 100");
  text->options.select = Selection::information;
}

std::vector<StepPlan> plan_of(const FeatureArguments& arguments, bool words, Purpose purpose) {
  if (!arguments.steps.empty()) {
    require<InvalidOption>(
        arguments.weighting.empty() && arguments.svd.empty() && arguments.normalise.empty(),
        "--steps says everything: leave out --weighting, --svd and --normalise");
    return plan_steps(arguments.steps);
  }
  const bool natural = words && purpose == Purpose::clustering;
  std::vector<StepPlan> plans;
  const std::string weighting = arguments.weighting.empty() && natural ? "ltc" : arguments.weighting;
  if (!weighting.empty() && weighting != "none") {
    plans.push_back(plan_step(weighting));
    require<InvalidOption>(
        std::ranges::any_of(weighting_names,
                            [&](const auto& named) { return named.first == plans.back().name; }),
        "--weighting is '{}', but must be none, tf-idf, ltc or okapi", weighting);
  }
  if (!arguments.svd.empty()) plans.push_back(plan_step("svd:" + arguments.svd));
  const bool unit_length = natural && !arguments.svd.empty();
  const std::string normalise = arguments.normalise.empty() && unit_length ? "l2" : arguments.normalise;
  if (!normalise.empty() && normalise_by_name(normalise) != Normalise::none)
    plans.push_back(plan_step(normalise));
  return plans;
}

/// What was pointed at is not scored: that would flatter.
void unscore(Dataset& items, const Pairs& pointed) {
  if (items.labels.empty() || pointed.empty()) return;
  const ItemIds ids(items);
  for (const auto& pair : pointed)
    if (const auto at = ids.find(pair.first)) items.labels[*at].clear();
  items.notes.push_back(fmt::format("{} whose labels chose the words {} not scored",
                                    counted(static_cast<std::int64_t>(pointed.size()), "item"),
                                    pointed.size() == 1 ? "is" : "are"));
}

}  // namespace

void add_feature_options(CLI::App& command, FeatureArguments& arguments) {
  const std::string numbers = "From items to numbers", words = "Words of texts";
  command
      .add_option(
          "--features", arguments.features,
          "words, sift, dense-sift, hog, pixels or fourier, with options: sift:words=400; the default "
          "fits the items")
      ->type_name("NAME[:OPTION=VALUE,...]")
      ->group(numbers);
  command
      .add_option(
          "--weighting", arguments.weighting,
          "of counts: tf-idf, ltc, okapi, none; texts are clustered by ltc unless this says otherwise")
      ->type_name("none|tf-idf|ltc|okapi")
      ->group(numbers);
  command.add_option("--svd", arguments.svd, "reduce to this many dimensions by a truncated SVD")
      ->type_name("D")
      ->group(numbers);
  command
      .add_option(
          "--normalise,--normalize", arguments.normalise,
          "standard: each feature to mean 0, variance 1; range: each to 0..1; l1, l2: each item to length 1; "
          "after the others")
      ->type_name("none|standard|range|l1|l2")
      ->group(numbers);
  command
      .add_option("--steps", arguments.steps,
                  "all of these in an order of your own: 'tf-idf + l2 + svd:30 + l2'")
      ->type_name("STEPS")
      ->group(numbers);
  command
      .add_option("--select-for", arguments.select_for,
                  "labels of some items (a file of id,label): with --vocabulary N, keep the words that tell "
                  "them apart")
      ->type_name("FILE")
      ->group(words);
  for (const OptionField& field : feature_options("words")) {
    const std::string name = field.name;
    command
        .add_option_function<std::string>(
            flag_of(name),
            [&arguments, name](const std::string& typed) { arguments.words.emplace_back(name, typed); },
            fmt::format("{} ({})", field.help, to_text(field.get())))
        ->type_name(std::holds_alternative<std::string>(field.get()) ? "TEXT" : "VALUE")
        ->group(words);
  }
}

FeaturePlan plan_features(const ItemsArguments& items, const FeatureArguments& features, Purpose purpose) {
  FeaturePlan plan;
  const std::string spec =
      features.features.empty() ? natural_features(items, form_of(items)) : features.features;
  if (!spec.empty()) plan.extractor = plan_extractor(spec);
  set_word_flags(features, plan.extractor);
  plan.steps = plan_of(features, std::holds_alternative<TextVectorizer>(plan.extractor), purpose);
  return plan;
}

Vectorized vectorize_items(const ItemsArguments& items, const FeatureArguments& features, Purpose purpose,
                           const Run& run) {
  FeaturePlan plan = plan_features(items, features, purpose);
  Vectorized made;
  Extractor& extractor = made.vectorizer.extractor = std::move(plan.extractor);
  RawReading how;
  how.pointed = features.pointed;
  if (how.pointed.empty() && !features.select_for.empty())
    how.pointed = read_pairs(features.select_for, "id", "label");

  made.items = made.vectorizer.reads_raw_items() ? read_raw(items, extractor, how, run) : read_items(items);
  unscore(made.items, how.pointed);
  made.features = made.items.features;
  for (const StepPlan& step : plan.steps) made.vectorizer.steps.push_back(fit_step(step, made.items, run));
  return made;
}

Vectorized apply_saved(const std::string& file, const ItemsArguments& items, const Run& run) {
  const std::filesystem::path path = file;
  Model model = load_model(std::filesystem::is_directory(path) ? path / "model.bellwether" : path);
  Vectorized made;
  made.items = read_for(model.vectorizer, items, run);
  require_same_features(model, made.items);
  made.features = made.items.features;
  made.vectorizer = std::move(model.vectorizer);
  for (const Step& step : made.vectorizer.steps) apply(step, made.items, run);
  return made;
}

Dataset read_for(const Vectorizer& vectorizer, const ItemsArguments& items, const Run& run) {
  if (!vectorizer.reads_raw_items()) return read_items(items);
  Extractor extractor = vectorizer.extractor;
  return read_raw(items, extractor, {.fit = false}, run);
}

std::string in_words(const Vectorizer& vectorizer) {
  std::string text = name_of(vectorizer.extractor);
  for (const Step& step : vectorizer.steps)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", in_words(step));
  return text;
}

}  // namespace bellwether::cli
