#pragma once
// From ITEMS to the numbers that are clustered: what to read from raw items, and the steps after it.

#include <bellwether/data/table.h>
#include <bellwether/features/vectorizer.h>
#include <bellwether/features/wished_steps.h>
#include <bellwether/models/model.h>
#include <bellwether/sources/items.h>

namespace bellwether {

struct FeatureArguments {
  std::string features = {};  ///< NAME:option=value,...; empty: what fits the items
  std::vector<std::pair<std::string, std::string>> words = {};  ///< options of `words` as flags, as typed
  std::string select_for = {};                                  ///< labels of some items: a file of id,label
  Pairs pointed = {};                                           ///< these instead of all labels of that file
  StepWishes steps = {};

  /// Whether anything is to be learned from the items.
  bool any() const { return !features.empty() || !words.empty() || !select_for.empty() || steps.any(); }
};

/// What is to be done to items, checked and not yet fitted.
struct FeaturePlan {
  Extractor extractor = {};  ///< nothing for tables of numbers
  std::vector<StepPlan> steps = {};

  bool raw() const { return !std::holds_alternative<std::monostate>(extractor); }
};
FeaturePlan plan_features(const ItemsArguments& items, const FeatureArguments& features, Purpose purpose);
/// Of texts that are there already.
FeaturePlan plan_texts(const FeatureArguments& features, Purpose purpose);

/// The labels that choose words: those that are given, or those of the file.
Pairs pointed_by(const FeatureArguments& features, const ItemsArguments& items);
/// What was pointed at is not scored: that would flatter.
void unscore(Dataset& items, const Pairs& pointed);

struct Vectorized {
  Dataset items = {};
  Vectorizer vectorizer = {};
  std::vector<std::string> features = {};  ///< names of the columns before the steps
};

/// Reads the items and fits everything on them. Options are checked before anything is read.
Vectorized vectorize_items(const ItemsArguments& items, const FeatureArguments& features, Purpose purpose,
                           const Run& run);

/// The same for documents that are there already.
Vectorized vectorize_documents(Documents documents, const FeatureArguments& features, Purpose purpose,
                               const Run& run);

/// Reads the items and applies all that was fitted before. Throws if they have other features.
Vectorized apply_fitted(const Model& model, const ItemsArguments& items, const Run& run);
Vectorized apply_fitted(const Model& model, Documents documents, const Run& run);

/// What a file of a vectorizer, a transformation or a model holds; of a folder, its model. `limit` as for
/// file_source().
Model load_saved(const std::string& file, std::uint64_t limit);

/// Reads the items and applies what was fitted before, up to the steps, which are left to be applied.
Dataset read_for(const Model& model, const ItemsArguments& items, const Run& run);

/// "words of 18846 documents", then the steps: what was done, for people.
std::string in_words(const Vectorizer& vectorizer);

}  // namespace bellwether
