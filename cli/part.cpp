#include <cli/part.h>

#include <dlfcn.h>

#include <filesystem>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

void* open_library(const std::string& file) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {here, here.parent_path() / BELLWETHER_LIBRARIES / "bellwether"})
    if (fs::exists(folder / file, error)) return dlopen((folder / file).c_str(), RTLD_NOW | RTLD_LOCAL);
  return nullptr;
}

std::string reason() {
  const char* told = dlerror();
  return told == nullptr ? "it is not beside the program" : told;
}

}  // namespace

const void* functions_of_part(const std::string& name, const std::string& otherwise) {
  const std::string file = "bellwether-" + name + ".so", symbol = "bellwether_" + name;
  void* const library = open_library(file);
  require<InvalidOption>(library != nullptr, "{}: {} cannot be loaded ({})", otherwise, file, reason());
  const auto version = reinterpret_cast<const char* (*)()>(dlsym(library, (symbol + "_version").c_str()));
  const auto get = reinterpret_cast<const void* (*)()>(dlsym(library, (symbol + "_functions").c_str()));
  require<InvalidOption>(
      version != nullptr && get != nullptr && std::string_view(version()) == BELLWETHER_VERSION,
      "{}: {} is of another version than this program", otherwise, file);
  return get();
}

}  // namespace bellwether::cli
