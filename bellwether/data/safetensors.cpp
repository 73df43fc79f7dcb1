#include <bellwether/data/safetensors.h>

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <bellwether/data/input.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

using PlainJson = nlohmann::json;

constexpr std::uint64_t longest_header = 1 << 24;
constexpr Index most_dimensions = 10'000;

enum class NumberType { f64, f32, f16, bf16 };

struct Table {
  std::string name = {};
  NumberType type = NumberType::f32;
  Index rows = 0, columns = 0;
  Index begin = 0;  ///< in bytes after the header
};

Index size_of(NumberType type) {
  return type == NumberType::f64 ? 8 : type == NumberType::f32 ? 4 : 2;
}

std::uint64_t little_endian(const char* at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t b = bytes; b-- > 0;) value = value << 8 | static_cast<unsigned char>(at[b]);
  return value;
}

/// 1 sign, 5 exponent and 10 mantissa bits.
double from_half(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1F, mantissa = half & 0x3FF;
  const double size = exponent == 0    ? std::ldexp(mantissa, -24)
                      : exponent == 31 ? HUGE_VAL  // or not a number: refused either way
                                       : std::ldexp(1024 + mantissa, exponent - 25);
  return (half & 0x8000) != 0 ? -size : size;
}

double number_at(const char* at, NumberType type) {
  const std::uint64_t bits = little_endian(at, static_cast<std::size_t>(size_of(type)));
  switch (type) {
    case NumberType::f64:
      return std::bit_cast<double>(bits);
    case NumberType::f32:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case NumberType::f16:
      return from_half(static_cast<std::uint16_t>(bits));
    case NumberType::bf16:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  }
  return 0;
}

NumberType type_by_name(const std::string& name, const std::string& file) {
  if (name == "F64") return NumberType::f64;
  if (name == "F32") return NumberType::f32;
  if (name == "F16") return NumberType::f16;
  require(name == "BF16", "{}: holds numbers of type {}, but F64, F32, F16 and BF16 are read", file,
          shown(name));
  return NumberType::bf16;
}

PlainJson parsed(std::string_view text, const std::string& file, const char* what) {
  PlainJson json = PlainJson::parse(text, nullptr, false);
  require(!json.is_discarded(), "{}: {} is not JSON", file, what);
  return json;
}

/// A whole number that is not below 0, or -1.
Index whole(const PlainJson& json) {
  if (!json.is_number_unsigned()) return -1;
  const auto value = json.get<std::uint64_t>();
  return value <= static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) ? static_cast<Index>(value)
                                                                                : -1;
}

bool is_table(const PlainJson& entry) {
  return entry.is_object() && entry.contains("shape") && entry["shape"].is_array() &&
         entry["shape"].size() == 2 && entry.contains("dtype") && entry["dtype"].is_string() &&
         entry.contains("data_offsets") && entry["data_offsets"].is_array() &&
         entry["data_offsets"].size() == 2;
}

Table table_in(const PlainJson& header, const std::string& file) {
  require(header.is_object(), "{}: its header is not an object", file);
  Table table;
  int tables = 0;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__" || !is_table(entry)) continue;
    require(++tables == 1, "{}: holds several tables ({} and {}), and one is needed: the vectors", file,
            shown(table.name), shown(name));
    table = {.name = name,
             .type = type_by_name(entry["dtype"].get<std::string>(), file),
             .rows = whole(entry["shape"][0]),
             .columns = whole(entry["shape"][1]),
             .begin = whole(entry["data_offsets"][0])};
    const Index end = whole(entry["data_offsets"][1]);
    Index bytes = 0;
    require(table.rows > 0 && table.columns > 0 && table.columns <= most_dimensions && table.begin >= 0 &&
                !__builtin_mul_overflow(table.rows, table.columns * size_of(table.type), &bytes) &&
                end - table.begin == bytes,
            "{}: the table {} of {} x {} does not fit its place in the file", file, shown(name), table.rows,
            table.columns);
  }
  require(tables == 1, "{}: holds no table of rows and columns", file);
  return table;
}

void place_word(std::vector<std::string>& words, Index rows, const std::string& word, const PlainJson& row,
                const std::string& file) {
  const Index at = whole(row);
  require(at >= 0 && at < rows, "{}: {} has row {}, but rows are 0 to {}", file, shown(word), row.dump(),
          rows - 1);
  std::string& place = words[static_cast<std::size_t>(at)];
  require(place.empty(), "{}: {} and {} have the same row {}", file, shown(place), shown(word), at);
  place = word;
}

std::vector<std::string> words_in_json(Input& input, Index rows) {
  const std::string& file = input.name();
  const PlainJson json = parsed(input.take_all(), file, "the list of words");
  require(json.is_array() || json.is_object(), "{}: is no list of words, and no object of word: row", file);
  std::vector<std::string> words;
  if (json.is_object()) {
    words.resize(static_cast<std::size_t>(rows));
    for (const auto& [word, row] : json.items()) place_word(words, rows, word, row, file);
    return words;
  }
  for (const PlainJson& word : json) {
    require(word.is_string(), "{}: {} in the list of words is no word", file, shown(word.dump()));
    words.push_back(word.get<std::string>());
  }
  return words;
}

/// The words of the rows; empty for a row without one.
std::vector<std::string> words_beside(const std::filesystem::path& path, Index rows, std::uint64_t limit) {
  for (const char* ending : {".txt", ".json"}) {
    std::filesystem::path beside = path;
    beside.replace_extension(ending);
    std::error_code ignored;
    if (!std::filesystem::exists(beside, ignored)) continue;
    Input input(unpacked(file_source(beside, limit), beside.string(), limit), beside.string());
    std::vector<std::string> words;
    if (beside.extension() == ".json")
      words = words_in_json(input, rows);
    else
      for (std::string_view line; input.next_line(line);) words.emplace_back(trim(line));
    require(std::ssize(words) == rows, "{}: has {} words, but {} has {} rows", beside.string(), words.size(),
            path.string(), rows);
    return words;
  }
  std::filesystem::path text = path;
  refuse("{}: the words of its {} rows are missing: put them beside it, one a line, as {}", path.string(),
         rows, text.replace_extension(".txt").string());
}

Table read_header(Input& input) {
  const std::string& file = input.name();
  char length_bytes[8];
  require(input.take_bytes(length_bytes, 8) == 8, "{}: is cut off: there is no header", file);
  const std::uint64_t length = little_endian(length_bytes, 8);
  require(length >= 2 && length <= longest_header,
          "{}: its header is {} bytes long, so it is no safetensors file", file, length);
  std::string text(static_cast<std::size_t>(length), '\0');
  require(input.take_bytes(text.data(), text.size()) == text.size(),
          "{}: is cut off: its header ends before its {} bytes", file, length);
  return table_in(parsed(text, file, "its header"), file);
}

void pass_over(Input& input, Index bytes) {
  std::vector<char> some(1 << 16);
  while (bytes > 0) {
    const auto now = static_cast<std::size_t>(std::min<Index>(bytes, std::ssize(some)));
    require(input.take_bytes(some.data(), now) == now, "{}: is cut off before its table", input.name());
    bytes -= static_cast<Index>(now);
  }
}

/// Nobody makes room for what a header promises: the file has to have it.
void require_room(const Input& input, const Table& table, std::uint64_t bytes) {
  const Index needed = table.rows * table.columns * size_of(table.type);
  require(bytes >= static_cast<std::uint64_t>(needed),
          "{}: is cut off: {} rows of {} numbers do not fit its {} bytes", input.name(), table.rows,
          table.columns, bytes);
}

}  // namespace

WordVectorFile read_safetensors(Input& input, std::uint64_t bytes, const WordsOfRows& words_of,
                                const UseVector& use) {
  const Table table = read_header(input);
  require_room(input, table, bytes);
  const std::vector<std::string> words = words_of(table.rows);
  pass_over(input, table.begin);
  const Index width = size_of(table.type);
  std::vector<char> row(static_cast<std::size_t>(table.columns * width));
  std::vector<double> vector(static_cast<std::size_t>(table.columns));
  for (Index i = 0; i < table.rows; ++i) {
    require(input.take_bytes(row.data(), row.size()) == row.size(), "{}: is cut off in row {} of {}",
            input.name(), i + 1, table.rows);
    const std::string& word = words[static_cast<std::size_t>(i)];
    for (Index d = 0; d < table.columns; ++d) {
      const double value = number_at(row.data() + d * width, table.type);
      require(std::isfinite(value), "{}: the vector of {}, row {}, holds a number that is not finite",
              input.name(), shown(word), i + 1);
      vector[static_cast<std::size_t>(d)] = value;
    }
    if (!word.empty()) use(word, vector);
  }
  return {table.rows, table.columns};
}

WordVectorFile read_safetensors(const std::filesystem::path& path, const UseVector& use,
                                std::uint64_t limit) {
  Input input(file_source(path, limit), path.string());
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(path, unknown);
  return read_safetensors(
      input, unknown ? 0 : bytes, [&](Index rows) { return words_beside(path, rows, limit); }, use);
}

}  // namespace bellwether
