#pragma once
// Model files: a finished clustering that can place new items, on this machine or another, with everything
// that turns raw items into numbers. A file may also hold that vectorizer alone.
//
// The file: sealed bytes (sealed.h) of a description in JSON and the numbers as little-endian doubles. A file
// that was cut, altered or written by a version that this one does not know is refused with words that say
// which.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/features/vectorizer.h>
#include <bellwether/methods/method.h>

namespace bellwether {

struct Model {
  std::string method = {};  ///< empty: the file holds a vectorizer alone
  Settings options = {};
  Vectorizer vectorizer = {};              ///< what was done to the items before, and is done to new ones
  std::vector<std::string> features = {};  ///< names of a table's columns, or empty
  std::vector<std::string> clusters = {};  ///< names of the clusters, or empty: their numbers
  int fallback = 0;                        ///< the largest cluster, where raw items go that show nothing
  Parameters parameters = {};
};

/// What places new items into the clusters that were found. `features` are names of a table's columns.
Model model_of(const Method& method, const Outcome& found, Vectorizer vectorizer = {},
               std::vector<std::string> features = {});

/// How many clusters the model places items in. Throws if it has none.
int cluster_count(const Model& model);

std::string to_bytes(const Model& model);

/// `name` is what errors call the file.
Model model_from_bytes(std::string_view bytes, const std::string& name);

/// Written to a temporary name first and then renamed.
void save_model(const Model& model, const std::filesystem::path& path);
/// `limit` as for file_source().
Model load_model(const std::filesystem::path& path, std::uint64_t limit = 0);

/// Throws unless the items have as many features as the model was made with, and of the same names where both
/// have names.
void require_same_features(const Model& model, const Dataset& items);

/// Places new items: rows of a table, or what the model's extractor made of raw items. The steps of the
/// vectorizer are applied to them in place; other features than the model's are an error that names the first
/// that differs. Every label is one of the model's clusters: from 0, less than cluster_count(). Raw items
/// without any known word or keypoint go to the largest cluster, and a note says so.
Placement place(const Model& model, Dataset& items, const Run& run = {});

/// Rows as the model's steps measure them: for rows of a table, or of what its extractor made.
Dataset measured(const Model& model, const Rows& items, const Run& run = {});

enum class ZeroRows {
  error,
  largest,  ///< they go to the largest cluster, and a note says so
};
/// The same as place() without a copy of the rows, unless there are steps.
Placement place_rows(const Model& model, const Rows& items, ZeroRows zeros, std::vector<std::string>& notes,
                     const Run& run = {});

}  // namespace bellwether
