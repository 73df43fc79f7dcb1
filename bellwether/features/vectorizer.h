#pragma once
// Vectorizer: everything that lies between what people have and the numbers that are clustered, fitted once.
// It is saved with a model, so that new documents and pictures are measured with the same ruler.

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include <bellwether/features/images/image_features.h>
#include <bellwether/features/series.h>
#include <bellwether/features/steps.h>
#include <bellwether/features/text/text_vectorizer.h>

namespace bellwether {

/// What reads raw items; nothing for tables of numbers that are taken as they are.
using Extractor = std::variant<std::monostate, TextVectorizer, ImageVectorizer, FourierOptions>;

struct Vectorizer {
  Extractor extractor = {};
  std::vector<Step> steps = {};  ///< applied one after the other

  bool reads_raw_items() const { return !std::holds_alternative<std::monostate>(extractor); }
};

/// words, sift, dense-sift, hog, pixels, fourier.
const std::vector<std::string>& feature_names();

/// One to be fitted, from `words:language=german` or `sift:words=800`. Throws InvalidOption with the nearest
/// name.
Extractor plan_extractor(std::string_view spec);

/// The options of a kind of features with their defaults, for help.
std::vector<OptionField> feature_options(std::string_view kind);

/// words, sift, ...; empty for tables.
std::string name_of(const Extractor& extractor);

/// Rows of a table of numbers as pictures or series; what `hog`, `pixels` and `fourier` can do without files.
Dataset extract_rows(const Extractor& extractor, Dataset rows);

/// The files of a folder or archive as pictures or series (text comes as Documents, see text_vectorizer.h).
Dataset fit_files(Extractor& extractor, const std::filesystem::path& path, const Run& run = {});
Dataset extract_files(const Extractor& extractor, const std::filesystem::path& path, const Run& run = {});

std::vector<StoredStep> store(const Vectorizer& vectorizer);
Vectorizer restore_vectorizer(const std::vector<StoredStep>& steps);

}  // namespace bellwether
