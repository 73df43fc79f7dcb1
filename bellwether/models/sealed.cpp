#include <bellwether/models/sealed.h>

#include <zlib.h>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr std::string_view magic = "bellwthr";
constexpr std::uint32_t version = 2;
constexpr std::size_t header_size = 8 + 4 + 8, checksum_size = 4;

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

}  // namespace

std::string sealed(std::string_view payload) {
  std::string bytes(magic);
  put(bytes, version);
  put(bytes, static_cast<std::uint64_t>(payload.size()));
  bytes += payload;
  put(bytes, checksum(bytes));
  return bytes;
}

std::string sealed_bytes(const std::filesystem::path& path, std::uint64_t limit) {
  std::error_code ignored;
  require(std::filesystem::exists(path, ignored), "{}: cannot be opened; is the name right?", path.string());
  return all_bytes(file_source(path, limit));
}

std::string_view unsealed(std::string_view bytes, const std::string& name) {
  require(bytes.size() >= header_size && bytes.starts_with(magic), "{} is not a bellwether model", name);
  const auto found = get<std::uint32_t>(bytes, 8);
  require(found == version,
          "{} is a model of version {}, but this bellwether reads version {}: make it again", name, found,
          version);
  const auto size = get<std::uint64_t>(bytes, 12);
  const std::uint64_t whole = bytes.size() - header_size;
  require(size <= whole && whole - size >= checksum_size, "{} is cut off: copy or make it again", name);
  require(whole - size == checksum_size, "{} has bytes after its end: copy or make it again", name);
  const auto body = bytes.substr(0, bytes.size() - checksum_size);
  require(checksum(body) == get<std::uint32_t>(bytes, body.size()),
          "{} was altered or damaged: copy or make it again", name);
  return body.substr(header_size);
}

}  // namespace bellwether
