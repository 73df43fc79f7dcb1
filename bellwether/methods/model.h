#pragma once
// Model files: a finished clustering that can place new items, on this machine or another.
//
// The file: 8 bytes "bellwthr", a version, the length of the rest, a description in JSON, the numbers as
// little-endian doubles, and a checksum of all of it. A file that was cut, altered or written by a version
// that this one does not know is refused with words that say which.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/features/normalise.h>
#include <bellwether/methods/method.h>

namespace bellwether {

struct Model {
  std::string method = {};
  Settings options = {};
  Normaliser normaliser = {};              ///< what was done to the items before, and is done to new ones
  std::vector<std::string> features = {};  ///< names of the columns, or empty
  std::vector<std::string> clusters = {};  ///< names of the clusters, or empty: their numbers
  Parameters parameters = {};
};

std::string to_bytes(const Model& model);

/// `name` is what errors call the file.
Model model_from_bytes(std::string_view bytes, const std::string& name);

/// Written to a temporary name first and then renamed.
void save_model(const Model& model, const std::filesystem::path& path);
Model load_model(const std::filesystem::path& path);

/// Places new items. They are normalised in place as the model's own were; other features than the model's
/// are an error that names the first that differs.
Placement place(const Model& model, Dataset& items, const Run& run = {});

}  // namespace bellwether
