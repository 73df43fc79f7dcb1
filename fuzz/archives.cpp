// Archives: the first byte chooses the kind by its name, and whether the rest is what is packed or the packed
// bytes themselves.

#include <fuzz/scratch_file.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>

#include <bellwether/data/error.h>
#include <bellwether/data/files.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

constexpr std::array endings{".zip", ".tar", ".tar.gz", ".tar.zst", ".tar.bz2", ".tar.xz"};

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int with_gzip_header = 15 + 16;
  if (deflateInit2(&stream, 1, Z_DEFLATED, with_gzip_header, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// Every file, unpacked once more where it is packed itself, and the classes that their folders name.
void read_all(const fs::path& path) {
  constexpr std::uint64_t limit = 1 << 22;
  FileStream files(path, limit);
  std::vector<std::string> names;
  for (NamedFile file; files.next(file);) {
    if (!(files.share() >= 0 && files.share() <= 1)) std::abort();
    names.push_back(file.name);
    if (bytes_of(std::move(file), limit).size() > limit) std::abort();
  }
  about_left_out(files.left_out());
  for (const LabelFolder which : {LabelFolder::none, LabelFolder::top, LabelFolder::parent}) {
    const auto labels = labels_from_folders(names, which);
    if (!labels.empty() && labels.size() != names.size()) std::abort();
  }
}

}  // namespace
}  // namespace bellwether

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bellwether;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string ending = (data[0] & 8) != 0 ? ".tar.gz" : endings[(data[0] & 7) % endings.size()];
  const fs::path kept = scratch_file((data[0] & 8) != 0 ? gzipped(bytes) : bytes);
  const fs::path archive = kept.string() + ending;
  fs::rename(kept, archive);
  try {
    read_all(archive);
  } catch (const Error&) {
  }
  fs::rename(archive, kept);
  return 0;
}
