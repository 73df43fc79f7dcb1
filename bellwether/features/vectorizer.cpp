#include <bellwether/features/vectorizer.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/overloaded.h>
#include <bellwether/features/images/hog.h>

namespace bellwether {
namespace {

void require_known(std::string_view kind) {
  if (std::ranges::find(feature_names(), kind) != feature_names().end()) return;
  const std::string near = nearest_name(kind, feature_names());
  throw InvalidOption(fmt::format("there are no features '{}'{}; there are: {}", kind,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(feature_names(), ", ")));
}

[[noreturn]] void refuse_files(std::string_view kind) {
  throw InvalidOption(fmt::format("{} are not read from files like these", kind));
}

}  // namespace

const std::vector<std::string>& feature_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"words"};
    all.insert(all.end(), image_feature_names().begin(), image_feature_names().end());
    all.push_back("fourier");
    return all;
  }();
  return names;
}

Extractor plan_extractor(std::string_view spec) {
  const NamedOptions parsed = parse_named_options(spec);
  require_known(parsed.name);
  if (parsed.name == "words") return TextVectorizer{with_settings<TextOptions>("words", parsed.options), {}};
  if (parsed.name == "fourier") return with_settings<FourierOptions>("fourier", parsed.options);
  return image_vectorizer(parsed.name, parsed.options);
}

std::vector<OptionField> feature_options(std::string_view kind) {
  require_known(kind);
  if (kind == "words") return default_fields<TextOptions>();
  if (kind == "fourier") return default_fields<FourierOptions>();
  return image_feature_options(kind);
}

std::string name_of(const Extractor& extractor) {
  return std::visit(Overloaded{[](std::monostate) { return std::string(); },
                               [](const TextVectorizer&) { return std::string("words"); },
                               [](const ImageVectorizer& images) { return std::string(name_of(images)); },
                               [](const FourierOptions&) { return std::string("fourier"); }},
                    extractor);
}

Dataset extract_rows(const Extractor& extractor, Dataset rows) {
  if (const auto* options = std::get_if<FourierOptions>(&extractor)) return fourier(rows, *options);
  const auto* images = std::get_if<ImageVectorizer>(&extractor);
  const auto* hog = images == nullptr ? nullptr : std::get_if<HogOptions>(&images->options);
  require<InvalidOption>(
      hog != nullptr,
      "{} needs a folder or an archive, not a table of numbers (of which rows may be series for fourier, or "
      "pictures for hog)",
      setting("features", name_of(extractor)));
  rows.values = hog_of_rows(rows.rows(), *hog);
  rows.features.clear();
  return rows;
}

Dataset fit_files(Extractor& extractor, const std::filesystem::path& path, const Run& run) {
  if (auto* images = std::get_if<ImageVectorizer>(&extractor)) return fit_images(*images, path, run);
  return extract_files(extractor, path, run);
}

Dataset extract_files(const Extractor& extractor, const std::filesystem::path& path, const Run& run) {
  if (const auto* images = std::get_if<ImageVectorizer>(&extractor)) return apply(*images, path, run);
  if (const auto* series = std::get_if<FourierOptions>(&extractor))
    return fourier_of_files(path, *series, run);
  refuse_files(name_of(extractor));
}

std::vector<StoredStep> store(const Vectorizer& vectorizer) {
  std::vector<StoredStep> stored;
  std::visit(
      Overloaded{[](std::monostate) {}, [&](const auto& extractor) { stored.push_back(store(extractor)); }},
      vectorizer.extractor);
  for (const Step& step : vectorizer.steps) stored.push_back(store(step));
  return stored;
}

Vectorizer restore_vectorizer(const std::vector<StoredStep>& steps) {
  Vectorizer restored;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& kind = steps[i].kind;
    if (i > 0 || std::ranges::find(feature_names(), kind) == feature_names().end())
      restored.steps.push_back(restore_step(steps[i]));
    else if (kind == "words")
      restored.extractor = restore_text(steps[i]);
    else if (kind == "fourier")
      restored.extractor = restore_fourier(steps[i]);
    else
      restored.extractor = restore_images(steps[i]);
  }
  return restored;
}

}  // namespace bellwether
