#include <bellwether/data/error.h>
#include <bellwether/features/images/picture.h>

#include <algorithm>
#include <cmath>

namespace bellwether {

void require_pictures() {
  require<InvalidOption>(reads_pictures(),
                         "this bellwether was built without OpenCV, so pictures cannot be read: install "
                         "libopencv-features2d-dev and libopencv-imgcodecs-dev and build again");
}

Picture shrunk_to(Picture picture, int longest) {
  const int side = std::max(picture.width, picture.height);
  if (side <= longest) return picture;
  const double factor = static_cast<double>(longest) / side;
  const auto scaled = [&](int length) { return std::max(1, static_cast<int>(std::lround(length * factor))); };
  return resized(picture, scaled(picture.width), scaled(picture.height));
}

}  // namespace bellwether
