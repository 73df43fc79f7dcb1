#include <cli/part.h>

#include <dlfcn.h>

#include <filesystem>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

/// Empty if it is not there.
fs::path place_of(const std::string& file) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {here, here.parent_path() / BELLWETHER_LIBRARIES / "bellwether"})
    if (fs::exists(folder / file, error)) return folder / file;
  return {};
}

}  // namespace

const void* functions_of_part(const std::string& name, const std::string& otherwise) {
  const std::string file = "bellwether-" + name + ".so", symbol = "bellwether_" + name;
  const fs::path place = place_of(file);
  require<InvalidOption>(!place.empty(), "{}: {} is not beside the program", otherwise, file);
  void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {  // a lack of memory, as a rule
    const char* told = dlerror();
    throw InvalidInput(
        fmt::format("{} cannot be loaded ({})", file, told == nullptr ? "no reason given" : told));
  }
  const auto version = reinterpret_cast<const char* (*)()>(dlsym(library, (symbol + "_version").c_str()));
  const auto get = reinterpret_cast<const void* (*)()>(dlsym(library, (symbol + "_functions").c_str()));
  require<InvalidOption>(
      version != nullptr && get != nullptr && std::string_view(version()) == BELLWETHER_VERSION,
      "{}: {} is of another version than this program", otherwise, file);
  return get();
}

}  // namespace bellwether::cli
