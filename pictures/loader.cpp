// The functions of picture.h and sift.h as the tool has them: each finds those of bellwether-pictures.so,
// which is loaded when the first is called.

#include <cli/part.h>
#include <pictures/functions.h>

namespace bellwether {
namespace {

const PictureFunctions& loaded() {
  static const auto* const functions =
      static_cast<const PictureFunctions*>(cli::functions_of_part("pictures", "pictures cannot be read"));
  return *functions;
}

}  // namespace

bool reads_pictures() {
  return true;
}

std::optional<Picture> decode_picture(std::string_view bytes) {
  return loaded().decode(bytes);
}

std::optional<std::string> thumbnail(std::string_view bytes, int longest) {
  return loaded().thumbnail(bytes, longest);
}

Picture resized(const Picture& picture, int width, int height) {
  return loaded().resized(picture, width, height);
}

Descriptors describe_picture(const Picture& picture, const SiftOptions& options) {
  return loaded().sift(picture, options);
}

Descriptors describe_picture(const Picture& picture, const DenseSiftOptions& options) {
  return loaded().dense_sift(picture, options);
}

}  // namespace bellwether
