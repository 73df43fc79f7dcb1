#pragma once
// Pictures to numbers, whatever the kind of features: the one front door. A vectorizer is fitted on a folder
// or an archive of pictures, kept with a model, and applied to others.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/images/hog.h>
#include <bellwether/features/images/sift.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

/// The grey values themselves, of the picture resized to `width` x `height`.
struct PixelOptions {
  int width = 32;
  int height = 32;
};

void describe(PixelOptions& o, auto&& option) {
  option("width", o.width, "pictures are resized to this width", 1, 8192);
  option("height", o.height, "pictures are resized to this height", 1, 8192);
}

struct ImageVectorizer {
  std::variant<SiftOptions, DenseSiftOptions, HogOptions, PixelOptions> options = {};
  Matrix codebook = {};  ///< words x 128 of sift and dense-sift, once fitted; else empty
};

/// sift, dense-sift, hog, pixels.
const std::vector<std::string>& image_feature_names();
const std::string& name_of(const ImageVectorizer& vectorizer);

/// One to be fitted. Throws InvalidOption for an unknown kind or option, with the nearest name.
ImageVectorizer image_vectorizer(std::string_view kind, const Settings& settings = {});

/// The options of a kind with their defaults, for help.
std::vector<OptionField> image_feature_options(std::string_view kind);

/// Learns what there is to learn and gives the features of the same pictures, which are sorted by name; ids
/// are the names. sift and dense-sift learn the codebook and give sparse counts of visual words; a picture
/// without any keypoint gets a row of zeros. hog with width and height 0 learns the size that all pictures
/// have, and from then on resizes to it; pixels learn nothing. Files that are no pictures are left out, which
/// a note says, as it does of rows of zeros. Throws InvalidInput when there is no picture at all, and
/// Interrupted when asked to stop.
Dataset fit_images(ImageVectorizer& vectorizer, const std::filesystem::path& folder_or_archive,
                   const Run& run = {});

/// The same numbers for other pictures.
Dataset apply(const ImageVectorizer& vectorizer, const std::filesystem::path& folder_or_archive,
              const Run& run = {});

StoredStep store(const ImageVectorizer& vectorizer);
/// Throws InvalidInput if anything about the step is not as `store` makes it.
ImageVectorizer restore_images(const StoredStep& step);

}  // namespace bellwether
