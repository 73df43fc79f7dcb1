#include <bellwether/data/atomic_file.h>
#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/json_number.h>
#include <bellwether/data/manifest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

namespace bellwether {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* mark = "bellwether-folder";  ///< the key that no other program's manifest.json has

/// Size and checksum of a file that is there; none if it cannot be read.
std::optional<ManifestFile> measure(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  ManifestFile measured;
  uLong sum = crc32(0, nullptr, 0);
  std::array<char, 1 << 16> piece;
  while (in.read(piece.data(), piece.size()), in.gcount() > 0) {
    sum = crc32(sum, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(in.gcount()));
    measured.bytes += static_cast<std::uintmax_t>(in.gcount());
  }
  if (in.bad()) return {};
  measured.checksum = static_cast<std::uint32_t>(sum);
  return measured;
}

/// Names lead nowhere but into the folder: files that a manifest names may be replaced and removed.
bool stays_inside(const fs::path& name) {
  return !name.empty() && name.is_relative() &&
         std::ranges::none_of(name, [](const fs::path& part) { return part == ".." || part == "."; });
}

Manifest parsed(const Json& json) {
  Manifest manifest{.kind = json.at(mark)};
  for (const Json& file : json.at("files")) {
    manifest.files.push_back({file.at("name"), Whole{file.at("bytes")}, Whole{file.at("crc32")}});
    require(stays_inside(manifest.files.back().name), "leads out of the folder");
  }
  return manifest;
}

std::vector<ManifestFile> files_below(const fs::path& folder) {
  std::vector<ManifestFile> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_symlink() || !entry.is_regular_file() || name == manifest_name) continue;
    auto file = measure(entry.path());
    require(file.has_value(), "{}: cannot be read again", entry.path().string());
    file->name = name;
    files.push_back(std::move(*file));
  }
  std::ranges::sort(files, {}, &ManifestFile::name);
  return files;
}

}  // namespace

const ManifestFile* Manifest::find(const std::string& name) const {
  const auto found = std::ranges::find(files, name, &ManifestFile::name);
  return found == files.end() ? nullptr : &*found;
}

std::optional<Manifest> read_manifest(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(folder / manifest_name, ignored)) return {};
  const std::string text = all_bytes(file_source(folder / manifest_name));
  try {
    return parsed(Json::parse(text));
  } catch (const Json::exception&) {
    return {};
  } catch (const InvalidInput&) {
    return {};
  }
}

void write_manifest(const fs::path& folder, const std::string& kind) {
  std::vector<ManifestFile> files;
  try {
    files = files_below(folder);
  } catch (const fs::filesystem_error& error) {
    refuse("{}: cannot be read again: {}", folder.string(), error.code().message());
  }
  Json listed = Json::array();
  for (const ManifestFile& file : files)
    listed.push_back({{"name", file.name}, {"bytes", file.bytes}, {"crc32", file.checksum}});
  const std::string text = Json{{mark, kind}, {"files", listed}}.dump(2) + "\n";
  write_atomically(folder / manifest_name, [&](std::ostream& out) { out << text; });
}

void require_as_in_manifest(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const auto manifest = read_manifest(folder);
  const std::string name = file.filename().string();
  const ManifestFile* told = manifest ? manifest->find(name) : nullptr;
  if (told == nullptr) return;
  const auto found = measure(file);
  const std::string what = !found ? "it is not there"
                           : found->bytes != told->bytes
                               ? fmt::format("it has {} bytes instead of {}", found->bytes, told->bytes)
                               : "its checksum is another";
  require(
      found && found->bytes == told->bytes && found->checksum == told->checksum,
      "{}: does not belong to the other files of {} ({}): the file was altered, or the run that wrote the "
      "folder was ended too early; run the command that made it again",
      file.string(), folder.string(), what);
}

}  // namespace bellwether
