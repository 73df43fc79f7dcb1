#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/from_matrix.h>
#include <bellwether/data/npy.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace bellwether {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr auto cut_off = "{}: ends in the middle of the array (is it cut off?)";

/// The text after `'key':`, up to the end of the header.
std::string_view value_of(std::string_view header, const std::string& key, const std::string& name) {
  for (const char quote : {'\'', '"'}) {
    const auto at = header.find(quote + key + quote);
    if (at == std::string_view::npos) continue;
    auto rest = trim(header.substr(at + key.size() + 2));
    if (rest.starts_with(':')) return trim(rest.substr(1));
  }
  throw InvalidInput(fmt::format("{}: the header of the NumPy array does not say '{}'", name, key));
}

void read_type(std::string_view text, NpyHeader& header, const std::string& name) {
  const char quote = text.empty() ? '\0' : text.front();
  require(quote == '\'' || quote == '"',
          "{}: is an array of records (save the columns as one array of numbers)", name);
  const auto type = text.substr(1, text.substr(1).find(quote));
  const std::int64_t size = type.size() > 2 ? to_count(type.substr(2)).value_or(0) : 0;
  const bool known = size > 0 && std::string_view("<>|=").find(type[0]) != std::string_view::npos;
  const char kind = known ? type[1] : '\0';
  const bool number = (kind == 'f' && (size == 4 || size == 8)) || (kind == 'b' && size == 1) ||
                      ((kind == 'i' || kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8));
  const bool words = kind == 'S' || kind == 'U';
  constexpr std::int64_t longest_word = 1 << 20;
  require(!(kind == 'f' && size == 2),
          "{}: holds numbers in half precision (float16); save it with array.astype('float32')", name);
  require(number || (words && size <= longest_word),
          "{}: holds values of type {}, where f4, f8, i1 to i8, u1 to u8 or b1 is needed", name, shown(type));
  header.kind = kind;
  header.size = kind == 'U' ? 4 * size : size;
  header.big_endian = type[0] == '>' || (type[0] == '=' && std::endian::native == std::endian::big);
}

std::vector<Index> read_shape(std::string_view text, const std::string& name) {
  const auto close = text.find(')');
  require(text.starts_with('(') && close != std::string_view::npos, "{}: the shape of the array is damaged",
          name);
  text = text.substr(1, close - 1);
  std::vector<Index> shape;
  while (!trim(text).empty()) {
    const auto comma = std::min(text.find(','), text.size());
    const auto extent = to_count(trim(text.substr(0, comma)));
    require(extent.has_value(), "{}: the shape of the array is damaged", name);
    shape.push_back(*extent);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return shape;
}

template <class T>
T load(const char* at, bool big_endian) {
  char bytes[sizeof(T)];
  std::copy_n(at, sizeof(T), bytes);
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <class T>
void convert(const char* from, double* into, Index count, bool big_endian) {
  for (Index i = 0; i < count; ++i) {
    into[i] = static_cast<double>(load<T>(from + i * static_cast<Index>(sizeof(T)), big_endian));
  }
}

template <class Signed, class Unsigned>
void convert_either(const NpyHeader& header, const char* from, double* into, Index count) {
  if (header.kind == 'i') return convert<Signed>(from, into, count, header.big_endian);
  convert<Unsigned>(from, into, count, header.big_endian);
}

void convert(const NpyHeader& header, const char* from, double* into, Index count) {
  if (header.kind == 'f' && header.size == 4) return convert<float>(from, into, count, header.big_endian);
  if (header.kind == 'f') return convert<double>(from, into, count, header.big_endian);
  if (header.size == 1) return convert_either<std::int8_t, std::uint8_t>(header, from, into, count);
  if (header.size == 2) return convert_either<std::int16_t, std::uint16_t>(header, from, into, count);
  if (header.size == 4) return convert_either<std::int32_t, std::uint32_t>(header, from, into, count);
  convert_either<std::int64_t, std::uint64_t>(header, from, into, count);
}

/// Takes blocks of whole values and hands each on, until `count` values are taken.
template <class Use>
void for_each_block(Input& input, const NpyHeader& header, Index count, Use&& use) {
  constexpr Index block_bytes = 1 << 18;
  const Index block = std::max<Index>(1, block_bytes / std::max<Index>(1, header.size));
  std::vector<char> bytes(static_cast<std::size_t>(block * header.size));
  for (Index done = 0; done < count;) {
    const Index now = std::min(block, count - done);
    const auto size = static_cast<std::size_t>(now * header.size);
    require(input.take_bytes(bytes.data(), size) == size, cut_off, input.name());
    use(bytes.data(), done, now);
    done += now;
  }
}

void require_end(Input& input) {
  require(input.ahead().empty() && !input.read_more(), "{}: goes on after the end of the array",
          input.name());
}

/// One character in UTF-8. What is no character (NumPy would not write it) becomes U+FFFD.
void append_character(std::string& word, std::uint32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr std::uint32_t first_bits[] = {0x00, 0xC0, 0xE0, 0xF0};
  word += static_cast<char>(first_bits[more] | (c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) word += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
}

std::string word_at(const NpyHeader& header, const char* at) {
  if (header.kind == 'S') {
    const std::string_view bytes(at, static_cast<std::size_t>(header.size));
    return std::string(bytes.substr(0, bytes.find_last_not_of('\0') + 1));
  }
  std::string word;
  for (Index i = 0; i < header.size; i += 4) {
    const auto c = load<std::uint32_t>(at + i, header.big_endian);
    if (c == 0) break;
    append_character(word, c);
  }
  return word;
}

}  // namespace

Index NpyHeader::count() const {
  Index product = 1;
  for (const Index extent : shape) {
    require(!__builtin_mul_overflow(product, extent, &product), "the shape of the NumPy array is too large");
  }
  Index bytes = 0;
  const Index widest = std::max<Index>(size, sizeof(double));
  require(!__builtin_mul_overflow(product, widest, &bytes), "the shape of the NumPy array is too large");
  return product;
}

NpyHeader read_npy_header(Input& input) {
  const auto& name = input.name();
  char fixed[12] = {};
  require(input.take_bytes(fixed, 8) == 8 && std::string_view(fixed, magic.size()) == magic,
          "{}: is not a NumPy array", name);
  const int version = fixed[6];
  require(version >= 1 && version <= 3, "{}: is a NumPy array of version {}, where 1 to 3 are known", name,
          version);
  const std::size_t width = version == 1 ? 2 : 4;
  require(input.take_bytes(fixed, width) == width, cut_off, name);
  const std::size_t length =
      version == 1 ? load<std::uint16_t>(fixed, false) : load<std::uint32_t>(fixed, false);
  constexpr std::size_t longest_header = 1 << 20;
  require(length <= longest_header, "{}: the header of the NumPy array is {} bytes long", name, length);
  std::string text(length, '\0');
  require(input.take_bytes(text.data(), length) == length, cut_off, name);

  NpyHeader header;
  read_type(value_of(text, "descr", name), header, name);
  header.by_columns = value_of(text, "fortran_order", name).starts_with("True");
  header.shape = read_shape(value_of(text, "shape", name), name);
  return header;
}

Matrix read_npy_matrix(Input& input) {
  const NpyHeader header = read_npy_header(input);
  const auto dimensions = header.shape.size();
  require(header.is_number(), "{}: is an array of text, not of numbers", input.name());
  require(dimensions == 1 || dimensions == 2,
          "{}: has {} dimensions, where rows and columns are needed (reshape it)", input.name(), dimensions);
  const Index rows = header.shape[0];
  const Index columns = dimensions == 1 ? 1 : header.shape[1];
  const Index count = header.count();
  require(count > 0, "{}: an array of {} rows and {} columns holds no data", input.name(), rows, columns);
  Matrix values;
  for_each_block(input, header, count, [&](const char* bytes, Index done, Index now) {
    // Twice what is there: nothing is believed that has not been read.
    if (values.size() < done + now) values.conservativeResize(std::min(count, 2 * (done + now)), 1);
    convert(header, bytes, values.data() + done, now);
  });
  require_end(input);
  if (header.by_columns) return Eigen::Map<const Matrix>(values.data(), columns, rows).transpose();
  values.resize(rows, columns);  // as many values as before: they stay where they are
  return values;
}

std::vector<std::string> read_npy_words(Input& input) {
  const NpyHeader header = read_npy_header(input);
  require(header.shape.size() <= 1, "{}: has {} dimensions, where one is needed", input.name(),
          header.shape.size());
  std::vector<std::string> words;
  for_each_block(input, header, header.count(), [&](const char* bytes, Index, Index now) {
    for (Index i = 0; i < now; ++i) {
      const char* at = bytes + i * header.size;
      double number = 0.0;
      if (header.is_number()) convert(header, at, &number, 1);
      words.push_back(header.is_number() ? number_text(number) : word_at(header, at));
    }
  });
  require_end(input);
  return words;
}

std::vector<Index> read_npy_integers(Input& input) {
  const NpyHeader header = read_npy_header(input);
  require(header.shape.size() == 1 && (header.kind == 'i' || header.kind == 'u') && header.size >= 4,
          "{}: is not a list of whole numbers of 4 or 8 bytes", input.name());
  std::vector<Index> numbers;
  for_each_block(input, header, header.count(), [&](const char* bytes, Index, Index now) {
    for (Index i = 0; i < now; ++i) {
      const char* at = bytes + i * header.size;
      numbers.push_back(header.size == 4 ? Index{load<std::int32_t>(at, header.big_endian)}
                                         : load<std::int64_t>(at, header.big_endian));
    }
  });
  require_end(input);
  return numbers;
}

Dataset read_npy(Input& input, const ReadOptions& options) {
  return from_matrix(read_npy_matrix(input), options, input.name());
}

std::string npy_header(std::string_view type, const std::vector<Index>& shape) {
  std::string sizes = fmt::format("{}", fmt::join(shape, ", "));
  if (shape.size() == 1) sizes += ',';  // as Python writes a tuple
  auto text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, sizes);
  constexpr std::size_t before = 10;  // magic, version and length
  constexpr std::size_t alignment = 64;
  text.append((alignment - (before + text.size() + 1) % alignment) % alignment, ' ');
  text += '\n';
  const auto low = static_cast<char>(text.size() & 0xFF);
  const auto high = static_cast<char>(text.size() >> 8);
  return std::string("\x93NUMPY\x01", 7) + '\0' + low + high + text;
}

}  // namespace bellwether
