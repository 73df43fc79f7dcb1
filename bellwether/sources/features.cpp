#include <bellwether/sources/features.h>

#include <algorithm>
#include <filesystem>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/models/model.h>
#include <bellwether/sources/source.h>

namespace bellwether {
namespace {

/// A list, or a file that holds it.
std::string stop_words_of(const std::string& typed) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(typed, ignored)) return typed;
  std::string words = all_bytes(file_source(typed));
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return words;
}

/// The options of words, applied to the features that were asked for.
void set_word_options(const FeatureArguments& arguments, Extractor& extractor) {
  auto* text = std::get_if<TextVectorizer>(&extractor);
  const bool given = !arguments.words.empty() || !arguments.select_for.empty();
  require<InvalidOption>(text != nullptr || !given,
                         "{} is about words, but the items are no text (a folder of texts, {}, {})",
                         setting(arguments.words.empty() ? "select_for" : arguments.words.front().first),
                         setting("text_column"), setting("lines"));
  if (text == nullptr) return;
  const auto fields = fields_of(text->options);
  for (const auto& [name, typed] : arguments.words)
    set_option(fields, "words", name, name == "stop_words" ? stop_words_of(typed) : typed);
  if (arguments.select_for.empty()) return;
  require<InvalidOption>(text->options.vocabulary > 0,
                         "{} keeps the words that tell its labels apart: say how many, as in {}",
                         setting("select_for"), remedy("vocabulary", 100));
  text->options.select = Selection::information;
}

FeaturePlan plan_from(const std::string& spec, const FeatureArguments& features, Purpose purpose) {
  FeaturePlan plan;
  if (!spec.empty()) plan.extractor = plan_extractor(spec);
  set_word_options(features, plan.extractor);
  plan.steps = plan_steps(features.steps, std::holds_alternative<TextVectorizer>(plan.extractor), purpose);
  return plan;
}

/// The rest of applying what was fitted: `items` are as the extractor makes them.
Vectorized apply_steps(const Model& model, Dataset items, const Run& run) {
  Vectorized made{.items = std::move(items), .vectorizer = model.vectorizer};
  require_same_features(model, made.items);
  made.features = made.items.features;
  for (const Step& step : made.vectorizer.steps) apply(step, made.items, run);
  return made;
}

}  // namespace

Pairs pointed_by(const FeatureArguments& features, const ItemsArguments& items) {
  if (!features.pointed.empty() || features.select_for.empty()) return features.pointed;
  return read_pairs(features.select_for, "id", "label", reading_beside(items));
}

void unscore(Dataset& items, const Pairs& pointed) {
  if (items.labels.empty() || pointed.empty()) return;
  const ItemIds ids(items);
  for (const auto& pair : pointed)
    if (const auto at = ids.find(pair.first)) items.labels[*at].clear();
  items.notes.push_back(fmt::format("{} whose labels chose the words {} not scored",
                                    counted(static_cast<std::int64_t>(pointed.size()), "item"),
                                    pointed.size() == 1 ? "is" : "are"));
}

FeaturePlan plan_features(const ItemsArguments& items, const FeatureArguments& features, Purpose purpose) {
  return plan_from(features.features.empty() ? natural_features(items, form_of(items)) : features.features,
                   features, purpose);
}

Vectorized vectorize_items(const ItemsArguments& items, const FeatureArguments& features, Purpose purpose,
                           const Run& run) {
  FeaturePlan plan = plan_features(items, features, purpose);
  Vectorized made;
  Extractor& extractor = made.vectorizer.extractor = std::move(plan.extractor);
  RawReading how;
  how.pointed = pointed_by(features, items);

  made.items = made.vectorizer.reads_raw_items() ? read_raw(items, extractor, how, run) : read_items(items);
  unscore(made.items, how.pointed);
  made.features = made.items.features;
  for (const StepPlan& step : plan.steps) made.vectorizer.steps.push_back(fit_step(step, made.items, run));
  return made;
}

FeaturePlan plan_texts(const FeatureArguments& features, Purpose purpose) {
  FeaturePlan plan = plan_from(features.features.empty() ? "words" : features.features, features, purpose);
  require<InvalidOption>(std::holds_alternative<TextVectorizer>(plan.extractor),
                         "{}: texts have words and nothing else", setting("features", features.features));
  return plan;
}

Vectorized vectorize_documents(Documents documents, const FeatureArguments& features, Purpose purpose,
                               const Run& run) {
  FeaturePlan plan = plan_texts(features, purpose);
  auto& text = std::get<TextVectorizer>(plan.extractor);
  Vectorized made{.items = fit_text(text, std::move(documents), features.pointed, run)};
  made.vectorizer.extractor = std::move(plan.extractor);
  made.features = made.items.features;
  for (const StepPlan& step : plan.steps) made.vectorizer.steps.push_back(fit_step(step, made.items, run));
  return made;
}

Vectorized apply_fitted(const Model& model, const ItemsArguments& items, const Run& run) {
  return apply_steps(model, read_for(model, items, run), run);
}

Vectorized apply_fitted(const Model& model, Documents documents, const Run& run) {
  const auto* text = std::get_if<TextVectorizer>(&model.vectorizer.extractor);
  require(text != nullptr, "the vectorizer reads no texts: it was fitted on {}",
          model.vectorizer.reads_raw_items() ? name_of(model.vectorizer.extractor) : "a table of numbers");
  return apply_steps(model, apply(*text, std::move(documents), run), run);
}

Model load_saved(const std::string& file, std::uint64_t limit) {
  const std::filesystem::path path = file;
  return load_model(std::filesystem::is_directory(path) ? path / "model.bellwether" : path, limit);
}

Dataset read_for(const Model& model, const ItemsArguments& items, const Run& run) {
  if (!model.vectorizer.reads_raw_items()) {
    ItemsArguments alike = items;
    alike.like = model.features;
    return read_items(alike);
  }
  Extractor extractor = model.vectorizer.extractor;
  return read_raw(items, extractor, {.fit = false}, run);
}

std::string in_words(const Vectorizer& vectorizer) {
  std::string text = name_of(vectorizer.extractor);
  for (const Step& step : vectorizer.steps)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", in_words(step));
  return text;
}

}  // namespace bellwether
