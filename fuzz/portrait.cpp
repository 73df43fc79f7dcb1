// What `report` reads: portrait.json, result.json and a manifest, one after the other with a zero byte
// between them, in a folder of their own; and the page that is made of them.

#include <fuzz/scratch_file.h>

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
  static const bellwether::ScratchPlace place;
  if (!fs::exists(place.path)) {
    fs::create_directories(place.path);
    std::ofstream(place.path / "assignments.csv") << "id,cluster\n0,0\n1,1\n2,1\n";
  }
  return place.path;
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
