#include <bellwether/data/word_vector_file.h>

#include <cmath>
#include <vector>

#include <bellwether/data/input.h>
#include <bellwether/data/number.h>
#include <bellwether/data/safetensors.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

constexpr Index most_vector_dimensions = 10'000;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::string_view field = next_word(line); !field.empty(); field = next_word(line))
    fields.push_back(field);
  return fields;
}

/// The first line of a .vec file says how many words and dimensions there are.
struct Promise {
  Index words = 0;  ///< 0: it says nothing
  Index dimensions = 0;
};

Promise promise_in(const std::vector<std::string_view>& fields, const Where& place) {
  if (fields.size() != 2) return {};
  const auto words = to_count(fields[0]), dimensions = to_count(fields[1]);
  if (!words || !dimensions) return {};
  require(*words > 0 && *dimensions > 0, "{}: says that there are {} words of {} dimensions", place, *words,
          *dimensions);
  return {*words, *dimensions};
}

double number_at(std::string_view field, const Where& place) {
  const auto number = to_number(field);
  require(number.has_value() && std::isfinite(*number), "{}: {} is not a finite number", place, shown(field));
  return *number;
}

/// A line's word may have blanks in it, as some of GloVe's do: what stands before the numbers.
std::size_t numbers_begin(const std::vector<std::string_view>& fields, Index dimensions, const Where& place) {
  const Index has = std::ssize(fields) - 1;
  require(has >= dimensions, "{}: the vector of {} has {} numbers, but those before have {}", place,
          shown(fields.front()), has, dimensions);
  const auto begin = fields.size() - static_cast<std::size_t>(dimensions);
  require(begin == 1 || !to_number(fields[begin - 1]),
          "{}: the vector of {} has {} numbers or more, but those before have {}", place,
          shown(fields.front()), dimensions + 1, dimensions);
  return begin;
}

}  // namespace

WordVectorFile read_word_vectors(Input& input, const UseVector& use) {
  WordVectorFile file;
  Promise promise;
  std::vector<double> vector;
  for (std::string_view line; input.next_line(line);) {
    const auto fields = fields_of(line);
    if (fields.empty()) continue;
    const Where place = input.place();
    if (input.line() == 1 && (promise = promise_in(fields, place)).words > 0) continue;
    if (file.words == 0) file.dimensions = promise.words > 0 ? promise.dimensions : std::ssize(fields) - 1;
    require(file.dimensions > 0, "{}: {} is not a word and its numbers", place, shown(line));
    require(file.dimensions <= most_vector_dimensions,
            "{}: vectors of {} dimensions, but at most {} are read", place, file.dimensions,
            most_vector_dimensions);
    const std::size_t begin = numbers_begin(fields, file.dimensions, place);
    vector.clear();
    for (std::size_t at = begin; at < fields.size(); ++at) vector.push_back(number_at(fields[at], place));
    ++file.words;
    if (begin == 1) use(fields.front(), vector);
  }
  require(file.words > 0, "{}: holds no word vectors", input.name());
  require(promise.words == 0 || promise.words == file.words,
          "{}: its first line says {} words, but there are {}", input.name(), promise.words, file.words);
  return file;
}

WordVectorFile read_word_vectors(const std::filesystem::path& path, const UseVector& use,
                                 std::uint64_t limit) {
  if (path.extension() == ".safetensors") return read_safetensors(path, use, limit);
  Input input(unpacked(file_source(path, limit), path.string(), limit), path.string());
  require(path.extension() != ".bin" && input.ahead().find('\0') == std::string_view::npos,
          "{}: is binary, but word vectors are read as text (word v1 v2 ...) or as safetensors: convert it",
          path.string());
  if (input.ahead().starts_with(byte_order_mark)) input.take(byte_order_mark.size());
  return read_word_vectors(input, use);
}

}  // namespace bellwether
