// NPZ archives that are whole but for what a few bytes say is wrong: the input describes arrays (types,
// shapes, values) and what is not as it should be in each member and in the directory: sizes, checksums,
// offsets, methods, cut streams. Bytes alone seldom get past the checksum.

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/npy.h>
#include <bellwether/models/sealed.h>

#include "read_fuzzer.h"

namespace bellwether {
namespace {

/// The input, byte by byte; zeros where it has ended.
struct Bytes {
  const std::uint8_t* at = nullptr;
  std::size_t left = 0;

  std::uint8_t next() {
    if (left == 0) return 0;
    --left;
    return *at++;
  }
  template <class Table>
  auto pick(const Table& table) {
    return table[next() % table.size()];
  }
};

constexpr std::array names{"X",      "y",   "labels", "ids",   "features", "data",  "indices", "indptr",
                           "format", "row", "col",    "shape", "arr_0",    "other", "",        "../X"};
constexpr std::array types{"<f8", "<i8", "<i4", "<U2", "|S3",      "<f4", ">f8", ">i4",
                           "|b1", "|u1", "<f2", "|O8", "<U300000", "=i2", "<u8"};

/// What may be wrong, a bit for each; most often nothing is.
struct Wrong {
  bool checksum = false, packed = false, unpacked = false, offset = false, method = false, cut = false,
       long_name = false, large = false;
};

Wrong wrong_in(std::uint8_t bits) {
  const auto is = [&](int bit) { return (bits >> bit & 1) != 0; };
  return {is(0), is(1), is(2), is(3), is(4), is(5), is(6), is(7)};
}

/// Small, or what only a header may promise.
Index extent_of(std::uint8_t byte) {
  constexpr std::array<Index, 6> large{1000,           1 << 20,        Index{1} << 31,
                                       Index{1} << 40, Index{1} << 62, 0x7FFFFFFFFFFFFFFF};
  return byte < 250 ? byte % 16 : large[byte - 250];
}

void append_value(std::string& out, char kind, std::size_t size, bool big_endian, std::int8_t value) {
  constexpr std::array forms{"csr", "csc", "coo", "abc"};
  if (kind == 'S') {
    out += forms[static_cast<std::size_t>(value) % forms.size()];
    return;
  }
  std::string one(size, '\0');
  if (kind == 'f' && size == 8) {
    const double number = value;
    std::memcpy(one.data(), &number, 8);
  } else if (kind == 'f' && size == 4) {
    const float number = value;
    std::memcpy(one.data(), &number, 4);
  } else {
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i)
      one[i] = static_cast<char>(i == 0 ? value : kind == 'i' && value < 0 ? -1 : 0);
  }
  if (big_endian) std::reverse(one.begin(), one.end());
  out += one;
}

std::string array_of(Bytes& input) {
  const std::string type = input.pick(types);
  const std::uint8_t order = input.next();
  std::vector<Index> shape(order % 4);
  for (Index& extent : shape) extent = extent_of(input.next());
  std::string bytes = npy_header(type, shape);
  if ((order & 16) != 0)
    if (const std::size_t at = bytes.find("False"); at != std::string::npos) bytes.replace(at, 5, "True ");
  double count = 1;
  for (const Index extent : shape) count *= static_cast<double>(extent);
  const std::size_t size =
      type == "<U300000" ? 4 : static_cast<std::size_t>(type[2] - '0') * (type[1] == 'U' ? 4 : 1);
  count = std::min(count, 256.0) + ((order & 32) != 0 ? 1 : 0) - ((order & 64) != 0 ? 1 : 0);
  for (int i = 0; i < static_cast<int>(count); ++i)
    append_value(bytes, type[1], size, type[0] == '>', static_cast<std::int8_t>(input.next()));
  return bytes;
}

std::string deflated(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

struct Parts {
  std::string members, directory;
  std::uint16_t count = 0;
};

void add_member(Parts& parts, Bytes& input) {
  const std::string name = std::string(input.pick(names)) + ".npy";
  const std::uint8_t choice = input.next();
  const Wrong wrong = wrong_in((choice & 1) != 0 ? input.next() : 0);
  const std::string plain = array_of(input);
  std::string packed = (choice & 2) != 0 ? deflated(plain) : plain;
  const auto some = [&](bool is_wrong) {
    return is_wrong ? static_cast<std::uint32_t>(input.next()) << (input.next() % 32) : 0;
  };
  const auto checksum =
      static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(plain.data()), plain.size())) +
      some(wrong.checksum);
  if (wrong.cut) packed.resize(packed.size() - std::min<std::size_t>(packed.size(), input.next()));
  const auto method = static_cast<std::uint16_t>((choice & 2) != 0 ? 8 : 0);
  std::string common;
  put(common, std::uint16_t{20});
  put(common, std::uint16_t{0});
  put(common, static_cast<std::uint16_t>(wrong.method ? input.next() : method));
  put(common, std::uint32_t{0});
  put(common, checksum);
  put(common, wrong.large ? 0xFFFFFFFF : static_cast<std::uint32_t>(packed.size()) + some(wrong.packed));
  put(common, wrong.large ? 0xFFFFFFFF : static_cast<std::uint32_t>(plain.size()) + some(wrong.unpacked));
  put(common, static_cast<std::uint16_t>(wrong.long_name ? 60000 : name.size()));
  std::string extra;
  if (wrong.large) {
    put(extra, std::uint16_t{1});
    put(extra, std::uint16_t{16});
    put(extra, std::uint64_t{plain.size()} + (std::uint64_t{some(wrong.unpacked)} << 32));
    put(extra, std::uint64_t{packed.size()} + (std::uint64_t{some(wrong.packed)} << 32));
  }
  put(common, static_cast<std::uint16_t>(extra.size()));
  const auto place = static_cast<std::uint32_t>(parts.members.size()) + some(wrong.offset);
  std::string rest(10, '\0');  // comment, disk, attributes
  put(rest, place);
  parts.members += "PK\x03\x04" + common + name + extra + packed;
  parts.directory += std::string("PK\x01\x02\x14\0", 6) + common + rest + name + extra;
  ++parts.count;
}

std::string archive_of(Bytes& input) {
  Parts parts;
  const std::uint8_t wrong = input.next();
  for (int members = 1 + input.next() % 7; members > 0; --members) add_member(parts, input);
  const auto off = [&](int bit) {
    return (wrong >> bit & 1) != 0 ? static_cast<std::uint32_t>(input.next()) << (input.next() % 32) : 0;
  };
  std::string end("PK\x05\x06\0\0\0\0", 8);
  put(end, parts.count);
  put(end, static_cast<std::uint16_t>(parts.count + off(0)));
  put(end, static_cast<std::uint32_t>(parts.directory.size()) + off(1));
  put(end, static_cast<std::uint32_t>(parts.members.size()) + off(2));
  put(end, std::uint16_t{0});
  return parts.members + parts.directory + end;
}

}  // namespace
}  // namespace bellwether

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bellwether::Bytes input{data, size};
  std::string file(1, static_cast<char>(input.next()));
  file += bellwether::archive_of(input);
  return bellwether::read_as("f.npz", reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
}
