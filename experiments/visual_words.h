#pragma once
// Bags of visual words of the pictures of several folders, by one codebook: SIFT of every picture once.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>

namespace bellwether::experiments {

/// Ids are the names of the pictures inside their folder; folder by folder, each sorted by name. Sparse
/// counts; a picture without keypoints is a row of zeros. Throws InvalidInput if a folder has no pictures.
Dataset visual_words(const std::vector<std::filesystem::path>& folders, int words, const Run& run);

/// What is in the file, if it is there; else what `make` makes, which is written there. An empty path: no
/// file.
Dataset kept_in(const std::filesystem::path& file, const std::function<Dataset()>& make);

}  // namespace bellwether::experiments
