// The functions of picture.h and sift.h as the tool has them: each finds those of bellwether-pictures.so,
// which is loaded when the first is called.

#include <dlfcn.h>
#include <pictures/functions.h>

#include <filesystem>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

/// Beside the program, or where it is installed.
void* open_library() {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {here, here.parent_path() / BELLWETHER_LIBRARIES / "bellwether"})
    if (fs::exists(folder / "bellwether-pictures.so", error))
      return dlopen((folder / "bellwether-pictures.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  return nullptr;
}

std::string reason() {
  const char* told = dlerror();
  return told == nullptr ? "it is not beside the program" : told;
}

const PictureFunctions& loaded() {
  static const PictureFunctions* const functions = [] {
    void* const library = open_library();
    require<InvalidOption>(library != nullptr,
                           "pictures cannot be read: bellwether-pictures.so cannot be loaded ({})", reason());
    const auto version = reinterpret_cast<const char* (*)()>(dlsym(library, picture_version_name));
    const auto get = reinterpret_cast<const PictureFunctions* (*)()>(dlsym(library, picture_functions_name));
    require<InvalidOption>(
        version != nullptr && get != nullptr && std::string_view(version()) == BELLWETHER_VERSION,
        "pictures cannot be read: bellwether-pictures.so is of another version than this program");
    return get();
  }();
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
