#include <cli/options/spared_folders.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

/// The second folder below the root, as in /usr/lib; empty if there is none.
std::string second_name(const fs::path& path) {
  auto part = path.begin();
  for (int i = 0; i < 2 && part != path.end(); ++i) ++part;
  return part == path.end() ? std::string() : part->string();
}

bool holds_the_system(const fs::path& path) {
  constexpr std::array<std::string_view, 10> whole{"bin",   "boot", "etc",  "lib", "lib32",
                                                   "lib64", "proc", "sbin", "sys", "libx32"};
  constexpr std::array<std::string_view, 8> itself{"dev", "home", "media", "mnt", "opt", "run", "srv", "var"};
  const std::string top = std::next(path.begin())->string(), second = second_name(path);
  if (std::ranges::find(whole, top) != whole.end()) return true;
  if (top == "usr") return second != "local" || path == "/usr/local";
  return second.empty() && (top == "tmp" || std::ranges::find(itself, top) != itself.end());
}

}  // namespace

std::string why_spared(const fs::path& folder, const std::vector<fs::path>& homes) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(folder), error);
  if (error) path = fs::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  if (path == path.root_path()) return "the root of all folders";
  const auto is_path = [&](const fs::path& home) { return fs::equivalent(path, home, error); };
  if (path.parent_path() == "/home" || path == "/root" || std::ranges::any_of(homes, is_path))
    return "a home folder";
  return holds_the_system(path) ? "a folder of the system" : "";
}

std::vector<fs::path> own_homes() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? std::vector<fs::path>{home} : std::vector<fs::path>{};
}

}  // namespace bellwether::cli
