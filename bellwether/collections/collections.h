#pragma once
// Collections that come with the library: to try a method before one has data, and to see what it is for.
// Wherever a file may be named, so may these: data:iris, data:blobs?items=500&clusters=4&random_seed=7.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/features/text/documents.h>

namespace bellwether {

using ParameterValues = std::vector<std::pair<std::string, std::string>>;

struct Parameter {
  std::string name;
  std::string default_value;
  std::string help;
  std::string range;  ///< in words: "a whole number from 1 to 1000"
  double minimum = 0;
  double maximum = 0;
};

struct Collection {
  std::string name;     ///< without "data:"
  std::string summary;  ///< one line
  std::vector<Parameter> parameters = {};
  std::function<Dataset(const ParameterValues&)> make = {};  ///< parameters not named keep their defaults
  std::function<Documents(const ParameterValues&)> documents = {};  ///< of a collection of texts; else empty
};

/// By name.
const std::vector<Collection>& collections();

/// Does it begin with "data:"?
bool is_collection(std::string_view spec);

/// The collection that a spec such as data:rings?noise=0.2 asks for. Every item has its true label.
Dataset make_collection(std::string_view spec);

/// Whether the collection that a spec names is made of texts, which make_collection() gives as counts of
/// words.
bool is_text_collection(std::string_view spec);
Documents collection_documents(std::string_view spec);

}  // namespace bellwether
