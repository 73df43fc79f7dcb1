// bellwether-pictures.so: all that needs OpenCV.

#include <pictures/functions.h>

namespace bellwether {
namespace {

const PictureFunctions functions{
    .decode = decode_picture,
    .thumbnail = thumbnail,
    .resized = resized,
    .sift = [](const Picture& picture,
               const SiftOptions& options) { return describe_picture(picture, options); },
    .dense_sift = [](const Picture& picture,
                     const DenseSiftOptions& options) { return describe_picture(picture, options); }};

}  // namespace
}  // namespace bellwether

extern "C" [[gnu::visibility("default")]] const char* bellwether_pictures_version() {
  return BELLWETHER_VERSION;
}

extern "C" [[gnu::visibility("default")]] const void* bellwether_pictures_functions() {
  return &bellwether::functions;
}
