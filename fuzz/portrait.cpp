// What `report` reads: portrait.json, result.json and a manifest, one after the other with a zero byte
// between them, in a folder of their own; and the page that is made of them.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <page/page.h>
#include <page/read_shown.h>

namespace {

namespace fs = std::filesystem;

const fs::path& folder() {
  static const fs::path made = [] {
    const fs::path path = fs::temp_directory_path() / ("fuzz-portrait-" + std::to_string(getpid()));
    fs::create_directories(path);
    std::atexit([] { fs::remove_all(folder()); });
    std::ofstream(path / "assignments.csv") << "id,cluster\n0,0\n1,1\n2,1\n";
    return path;
  }();
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"portrait.json", "result.json", bellwether::manifest_name}) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    std::ofstream(folder() / name, std::ios::binary) << rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  try {
    bellwether::read_manifest(folder());
    const auto shown = bellwether::page::read_shown(folder());
    const std::string page = bellwether::page::page_of({shown}, std::nullopt, {}, {});
    // Nothing of a result stands in a page as a tag of its own.
    if (page.find("<evil") != std::string::npos) std::abort();
  } catch (const bellwether::Error&) {
  }
  return 0;
}
