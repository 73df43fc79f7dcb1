#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/data/zip.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

namespace bellwether {
namespace {

constexpr std::string_view entry_magic = "PK\x03\x04";
constexpr std::string_view directory_magic = "PK\x01\x02";
constexpr std::string_view end_magic = "PK\x05\x06";
constexpr std::string_view end64_magic = "PK\x06\x06";
constexpr std::uint64_t in_extra_field = 0xFFFFFFFF;  // ZIP64: the number does not fit here

/// Little-endian numbers at places of the archive that may not exist.
struct ZipArchive {
  std::string_view bytes;
  const std::string& file;

  [[noreturn]] void damaged() const {
    throw InvalidInput(fmt::format("{}: the archive is damaged or cut off; copy or download it again", file));
  }
  std::string_view piece(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes.size() || size > bytes.size() - at) damaged();
    return bytes.substr(at, size);
  }
  std::uint64_t number(std::uint64_t at, int width) const {
    std::uint64_t value = 0;
    const auto digits = piece(at, static_cast<std::uint64_t>(width));
    for (int i = width - 1; i >= 0; --i)
      value = value << 8 | static_cast<unsigned char>(digits[static_cast<std::size_t>(i)]);
    return value;
  }
};

/// Sizes that do not fit 32 bits are in the extra field of kind 1, in this order, if they are there at all.
void read_large_sizes(const ZipArchive& archive, std::uint64_t at, std::uint64_t end, ZipEntry& entry) {
  while (at + 4 <= end) {
    const auto kind = archive.number(at, 2);
    const auto size = archive.number(at + 2, 2);
    at += 4;
    if (kind == 1) {
      for (auto* value : {&entry.unpacked, &entry.packed, &entry.header}) {
        if (*value != in_extra_field) continue;
        *value = archive.number(at, 8);
        at += 8;
      }
      return;
    }
    at += size;
  }
}

ZipEntry read_directory_entry(const ZipArchive& archive, std::uint64_t& at) {
  if (archive.piece(at, 4) != directory_magic) archive.damaged();
  const auto flags = archive.number(at + 8, 2);
  const auto name_size = archive.number(at + 28, 2);
  const auto extra_size = archive.number(at + 30, 2);
  const auto comment_size = archive.number(at + 32, 2);
  ZipEntry entry;
  entry.method = static_cast<int>(archive.number(at + 10, 2));
  entry.checksum = static_cast<std::uint32_t>(archive.number(at + 16, 4));
  entry.packed = archive.number(at + 20, 4);
  entry.unpacked = archive.number(at + 24, 4);
  entry.header = archive.number(at + 42, 4);
  entry.name = archive.piece(at + 46, name_size);
  require((flags & 1) == 0, "{}: {} is encrypted", archive.file, shown(entry.name));
  const auto extra = at + 46 + name_size;
  read_large_sizes(archive, extra, extra + extra_size, entry);
  at = extra + extra_size + comment_size;
  return entry;
}

std::string inflate_all(std::string_view packed, std::uint64_t size, const ZipArchive& archive) {
  z_stream stream{};
  constexpr int no_header = -MAX_WBITS;
  if (inflateInit2(&stream, no_header) != Z_OK) throw std::bad_alloc();
  std::string result;
  int outcome = Z_OK;
  constexpr std::size_t step = 1 << 18;
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  while (outcome == Z_OK && result.size() <= size) {
    const auto done = result.size();
    const auto room = std::min(std::max(step, done), most);
    result.resize(done + room);
    const auto given = std::min(packed.size(), most);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(result.data() + done);
    stream.avail_out = static_cast<uInt>(room);
    outcome = inflate(&stream, Z_NO_FLUSH);
    packed.remove_prefix(given - stream.avail_in);
    result.resize(done + room - stream.avail_out);
  }
  inflateEnd(&stream);
  if (outcome != Z_STREAM_END) archive.damaged();
  return result;
}

}  // namespace

std::vector<ZipEntry> zip_entries(std::string_view bytes, const std::string& file) {
  const ZipArchive archive{bytes, file};
  const auto end = bytes.rfind(end_magic);
  if (end == std::string_view::npos) archive.damaged();
  constexpr std::uint64_t end_size = 22;
  archive.piece(end, end_size);
  auto count = archive.number(end + 10, 2);
  auto at = archive.number(end + 16, 4);
  constexpr std::uint64_t locator_size = 20;
  if (at == in_extra_field && end >= locator_size) {
    const auto large = archive.number(end - locator_size + 8, 8);
    if (archive.piece(large, 4) != end64_magic) archive.damaged();
    count = archive.number(large + 32, 8);
    at = archive.number(large + 48, 8);
  }
  std::vector<ZipEntry> entries;
  for (std::uint64_t i = 0; i < count; ++i) entries.push_back(read_directory_entry(archive, at));
  return entries;
}

std::string zip_unpack(std::string_view bytes, const ZipEntry& entry, const std::string& file,
                       std::uint64_t limit) {
  const ZipArchive archive{bytes, file};
  if (archive.piece(entry.header, 4) != entry_magic) archive.damaged();
  const auto data =
      entry.header + 30 + archive.number(entry.header + 26, 2) + archive.number(entry.header + 28, 2);
  const auto packed = archive.piece(data, entry.packed);
  require(entry.method == 0 || entry.method == 8,
          "{}: {} is packed by method {}, where stored or deflated is needed", file, shown(entry.name),
          entry.method);
  if (entry.method != 0) require_within_limit(entry.unpacked, entry.packed, limit, file);
  auto result = entry.method == 0 ? std::string(packed) : inflate_all(packed, entry.unpacked, archive);
  const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(result.data()), result.size());
  if (result.size() != entry.unpacked || sum != entry.checksum) archive.damaged();
  return result;
}

}  // namespace bellwether
