#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace bellwether {
namespace {

constexpr std::size_t packed_block = 1 << 16;

/// The packed bytes on their way into a decompressor.
struct Packed {
  ByteSource source;
  std::string name;
  std::uint64_t limit = 0;
  std::uint64_t taken = 0, made = 0;  ///< packed bytes that went in, bytes that came out
  std::vector<char> block = std::vector<char>(packed_block);
  std::size_t begin = 0;
  std::size_t end = 0;
  bool inside = false;  ///< of a member or frame that is not yet complete

  bool refill() {
    if (begin < end) return true;
    begin = 0;
    end = source(block.data(), block.size());
    taken += end;
    return end > 0;
  }

  std::size_t give(std::size_t count) {
    made += count;
    require_within_limit(made, taken, limit, name);
    return count;
  }

  /// At the end of the packed bytes: fine between two members, an error inside one.
  std::size_t stop(const char* kind) const {
    require(!inside, "{}: the {} stream is cut off; copy or download the file again", name, kind);
    return 0;
  }

  [[noreturn]] void damaged(const char* kind) const {
    throw InvalidInput(
        fmt::format("{}: the {} stream is damaged; copy or download the file again", name, kind));
  }
};

struct Gzip : Packed {
  z_stream stream{};

  explicit Gzip(Packed packed) : Packed(std::move(packed)) {
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() { inflateEnd(&stream); }

  /// Between two members: zeros may fill up a block of the medium.
  void skip_padding() {
    while (!inside && refill() && block[begin] == '\0') ++begin;
  }

  std::size_t operator()(char* into, std::size_t size) {
    size = std::min<std::size_t>(size, std::numeric_limits<uInt>::max());
    for (;;) {
      skip_padding();
      if (!refill()) return stop("gzip");
      inside = true;
      stream.next_in = reinterpret_cast<Bytef*>(block.data() + begin);
      stream.avail_in = static_cast<uInt>(end - begin);
      stream.next_out = reinterpret_cast<Bytef*>(into);
      stream.avail_out = static_cast<uInt>(size);
      const int outcome = inflate(&stream, Z_NO_FLUSH);
      begin = end - stream.avail_in;
      if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
      if (outcome != Z_OK && outcome != Z_STREAM_END) damaged("gzip");
      if (outcome == Z_STREAM_END) {
        inside = false;
        inflateReset(&stream);
      }
      if (const auto count = size - stream.avail_out; count > 0) return give(count);
    }
  }
};

struct Zstd : Packed {
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream{ZSTD_createDStream(), ZSTD_freeDStream};

  explicit Zstd(Packed packed) : Packed(std::move(packed)) {
    if (!stream) throw std::bad_alloc();
  }

  std::size_t operator()(char* into, std::size_t size) {
    for (;;) {
      // Inside a frame the decompressor may still hold bytes when all the packed ones are taken.
      const bool more = refill();
      if (!more && !inside) return 0;
      ZSTD_inBuffer in{block.data(), end, begin};
      ZSTD_outBuffer out{into, size, 0};
      const auto outcome = ZSTD_decompressStream(stream.get(), &out, &in);
      begin = in.pos;
      if (ZSTD_isError(outcome)) damaged("zstd");
      inside = outcome != 0;
      if (out.pos > 0) return give(out.pos);
      if (!more) return stop("zstd");
    }
  }
};

/// A copyable function for an unpacker that cannot be copied.
template <class Unpacker>
ByteSource shared(Packed packed) {
  auto unpacker = std::make_shared<Unpacker>(std::move(packed));
  return [unpacker](char* into, std::size_t size) { return (*unpacker)(into, size); };
}

}  // namespace

ByteSource unpacked(ByteSource source, const std::string& name, std::uint64_t limit) {
  Packed packed{.source = std::move(source), .name = name, .limit = limit};
  packed.end = read_fully(packed.source, packed.block.data(), 4);
  packed.taken = packed.end;
  const std::string_view magic(packed.block.data(), packed.end);
  if (magic.starts_with("\x1f\x8b")) return shared<Gzip>(std::move(packed));
  if (magic == "\x28\xb5\x2f\xfd") return shared<Zstd>(std::move(packed));

  return [head = std::string(magic), at = std::size_t{0}, rest = std::move(packed.source)](
             char* into, std::size_t size) mutable -> std::size_t {
    if (at == head.size()) return rest(into, size);
    const auto count = head.copy(into, size, at);
    at += count;
    return count;
  };
}

}  // namespace bellwether
