#pragma once
// Reading pictures takes OpenCV, which brings 140 libraries and a fifth of a second for each process. The
// tool therefore loads them with the first picture: bellwether-pictures.so has the functions, and the tool a
// table of where they are.

#include <bellwether/features/images/picture.h>
#include <bellwether/features/images/sift.h>

namespace bellwether {

struct PictureFunctions {
  std::optional<Picture> (*decode)(std::string_view bytes);
  std::optional<std::string> (*thumbnail)(std::string_view bytes, int longest);
  Picture (*resized)(const Picture& picture, int width, int height);
  Descriptors (*sift)(const Picture& picture, const SiftOptions& options);
  Descriptors (*dense_sift)(const Picture& picture, const DenseSiftOptions& options);
};

}  // namespace bellwether
