// Everything that needs OpenCV, so that it is needed here only. The tool has pictures/loader.cpp in its
// place.

#include <algorithm>
#include <cmath>
#include <exception>

#include <bellwether/data/error.h>
#include <bellwether/features/images/picture.h>
#include <bellwether/features/images/picture_format.h>
#include <bellwether/features/images/sift.h>

#ifdef BELLWETHER_HAS_OPENCV

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace bellwether {
namespace {

void keep_opencv_quiet_and_on_one_thread() {
  static const bool done = [] {
    cv::setNumThreads(1);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    return true;
  }();
  static_cast<void>(done);
}

/// The picture's own values, not a copy; OpenCV does not write to what it is given as input.
cv::Mat view_of(const Picture& picture) {
  return cv::Mat(picture.height, picture.width, CV_32F, const_cast<float*>(picture.grey.data()));
}

Picture picture_of(const cv::Mat& grey) {
  Picture picture{grey.cols, grey.rows, std::vector<float>(grey.total())};
  cv::Mat values(grey.rows, grey.cols, CV_32F, picture.grey.data());
  grey.convertTo(values, CV_32F);
  return picture;
}

/// What SIFT takes: bytes.
cv::Mat bytes_for_sift(const Picture& picture, int largest_side) {
  keep_opencv_quiet_and_on_one_thread();
  cv::Mat bytes;
  view_of(shrunk_to(picture, largest_side)).convertTo(bytes, CV_8U);
  return bytes;
}

cv::Ptr<cv::SIFT> sift(int keypoints) {
  return cv::SIFT::create(keypoints, 3, 0.04, 10, 1.6, CV_8U);  // all but the last two as in Lowe's paper
}

Descriptors bytes_of(const cv::Mat& descriptors) {
  if (descriptors.empty()) return {};
  require(descriptors.type() == CV_8U && descriptors.cols == descriptor_size && descriptors.isContinuous(),
          "OpenCV gave descriptors that are not {} bytes each: use version 4.5.3 or later", descriptor_size);
  return {descriptors.datastart, descriptors.dataend};
}

cv::Mat decoded(const std::string& sound, int how) {
  return cv::imdecode(cv::Mat(1, static_cast<int>(sound.size()), CV_8U, const_cast<char*>(sound.data())),
                      how);
}

/// In colours, and no larger than it need be: a JPEG can be decoded at an eighth of its size in a fraction of
/// the time. A side that would vanish makes OpenCV throw; then the whole picture is small enough.
cv::Mat decoded_at_least(const std::string& sound, int longest) {
  try {
    for (const int how :
         {cv::IMREAD_REDUCED_COLOR_8, cv::IMREAD_REDUCED_COLOR_4, cv::IMREAD_REDUCED_COLOR_2}) {
      const cv::Mat small = decoded(sound, how);
      if (std::max(small.cols, small.rows) >= longest) return small;
    }
  } catch (const cv::Exception&) {
  }
  return decoded(sound, cv::IMREAD_COLOR);
}

}  // namespace

bool reads_pictures() {
  return true;
}

std::optional<Picture> decode_picture(std::string_view bytes) {
  const std::optional<std::string> sound = sound_picture(bytes);
  if (!sound) return {};
  keep_opencv_quiet_and_on_one_thread();
  try {
    const cv::Mat grey = decoded(*sound, cv::IMREAD_GRAYSCALE);
    if (grey.empty() || grey.type() != CV_8U) return {};
    return picture_of(grey);
  } catch (const std::exception&) {
    return {};
  }
}

std::optional<std::string> thumbnail(std::string_view bytes, int longest) {
  constexpr int quality = 80;
  const std::optional<std::string> sound = sound_picture(bytes);
  if (!sound) return {};
  keep_opencv_quiet_and_on_one_thread();
  try {
    cv::Mat picture = decoded_at_least(*sound, longest);
    if (picture.empty() || picture.type() != CV_8UC3) return {};
    const double factor = static_cast<double>(longest) / std::max(picture.cols, picture.rows);
    if (factor < 1) {
      const auto scaled = [&](int side) { return std::max(1, static_cast<int>(std::lround(side * factor))); };
      cv::Mat small;
      cv::resize(picture, small, cv::Size(scaled(picture.cols), scaled(picture.rows)), 0, 0, cv::INTER_AREA);
      picture = small;
    }
    std::vector<unsigned char> jpeg;
    if (!cv::imencode(".jpg", picture, jpeg, {cv::IMWRITE_JPEG_QUALITY, quality})) return {};
    return std::string(jpeg.begin(), jpeg.end());
  } catch (const std::exception&) {
    return {};
  }
}

Picture resized(const Picture& picture, int width, int height) {
  require<InvalidOption>(width >= 1 && height >= 1, "a picture cannot be resized to {} x {} pixels", width,
                         height);
  if (width == picture.width && height == picture.height) return picture;
  keep_opencv_quiet_and_on_one_thread();
  // OpenCV averages only where no side grows.
  cv::Mat smaller, made;
  const cv::Size least(std::min(width, picture.width), std::min(height, picture.height));
  cv::resize(view_of(picture), smaller, least, 0, 0, cv::INTER_AREA);
  cv::resize(smaller, made, cv::Size(width, height), 0, 0, cv::INTER_LINEAR);
  return picture_of(made);
}

Descriptors describe_picture(const Picture& picture, const SiftOptions& options) {
  const cv::Mat grey = bytes_for_sift(picture, options.largest_side);
  std::vector<cv::KeyPoint> keypoints;
  cv::Mat descriptors;
  sift(options.keypoints)->detectAndCompute(grey, cv::noArray(), keypoints, descriptors);
  return bytes_of(descriptors);
}

Descriptors describe_picture(const Picture& picture, const DenseSiftOptions& options) {
  const cv::Mat grey = bytes_for_sift(picture, options.largest_side);
  const int free_x = grey.cols - options.patch, free_y = grey.rows - options.patch;
  if (free_x < 0 || free_y < 0) return {};
  // A keypoint's size is twice its scale, and each of the 4 x 4 histograms is 3 scales wide.
  const auto size = static_cast<float>(options.patch) / 6;
  const float middle = static_cast<float>(options.patch - 1) / 2;
  std::vector<cv::KeyPoint> grid;
  for (int y = free_y % options.step / 2; y <= free_y; y += options.step)
    for (int x = free_x % options.step / 2; x <= free_x; x += options.step)
      grid.emplace_back(static_cast<float>(x) + middle, static_cast<float>(y) + middle, size, 0.0F);
  cv::Mat descriptors;
  sift(0)->detectAndCompute(grey, cv::noArray(), grid, descriptors, true);
  return bytes_of(descriptors);
}

}  // namespace bellwether

#else

namespace bellwether {

bool reads_pictures() {
  return false;
}

std::optional<Picture> decode_picture(std::string_view) {
  require_pictures();
  return {};
}

std::optional<std::string> thumbnail(std::string_view, int) {
  require_pictures();
  return {};
}

Picture resized(const Picture&, int, int) {
  require_pictures();
  return {};
}

Descriptors describe_picture(const Picture&, const SiftOptions&) {
  require_pictures();
  return {};
}

Descriptors describe_picture(const Picture&, const DenseSiftOptions&) {
  require_pictures();
  return {};
}

}  // namespace bellwether

#endif
