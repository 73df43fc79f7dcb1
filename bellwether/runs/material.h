#pragma once
// Material: the items that are to be clustered, as they were read, before anything is learned from them.

#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/features/vectorizer.h>

namespace bellwether {

struct Material {
  std::string source = {};  ///< what people call the items
  Dataset items =
      {};  ///< counts of words, or numbers of a table; their labels are the truth, for scores alone
  Vectorizer vectorizer = {};             ///< what read them, with the steps that were applied already
  std::vector<std::string> columns = {};  ///< names of the features before any step
  bool zeros_allowed =
      false;  ///< an item without any feature goes to the largest cluster instead of being an error

  bool words() const { return std::holds_alternative<TextVectorizer>(vectorizer.extractor); }
};

/// A table of numbers in memory. Rows of zeros are refused by methods that need a direction.
Material material_of(Dataset items);

}  // namespace bellwether
