#pragma once
// The public data sets of the TCS paper's tables, as that paper prepares them where it says how:
// pictures become HOG features with cells of 2, counts of words are weighted (ltc), more than 200 dimensions
// are reduced to 30 by a singular value decomposition of all items. Tables of up to 200 features are scaled
// to [0, 1] feature by feature, and features that do not vary are dropped: the paper says only
// "unnormalised", which means not scaled to length 1, and its figures for letter are not to be had from raw
// values.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <experiments/experiment.h>

namespace bellwether::experiments {

struct PreparedData {
  Matrix items = {};
  std::vector<int> labels = {};  ///< classes from 0, every item has one
  int classes = 0;
  std::string prepared = {};  ///< what was done, in words
};

/// In the paper's order.
const std::vector<std::string>& tcs_dataset_names();

/// The files in the folder that a data set is made of: "letter/letter-recognition.data".
std::vector<std::string> tcs_files(const std::string& dataset);

enum class TableScale { range, none };

/// Nothing if one of its files is not in `folder`. `scale`: of tables of up to 200 features.
std::optional<PreparedData> read_tcs_data(const std::filesystem::path& folder, const std::string& dataset,
                                          const Run& run = {}, TableScale scale = TableScale::range);

/// A table whose first lines are no table, and whose first column is the class.
Dataset read_after(const std::filesystem::path& file, int lines);

/// By the choice `scale` of the experiments that have it.
TableScale scale_asked(const Request& request);

}  // namespace bellwether::experiments
