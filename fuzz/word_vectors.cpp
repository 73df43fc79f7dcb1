// Word vectors: the first byte says whether the rest is text or safetensors.

#include <cmath>
#include <cstdlib>

#include <bellwether/data/safetensors.h>

namespace bellwether {
namespace {

void read(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  Input input(memory_source(file), "f");
  std::size_t dimensions = 0;
  const UseVector use = [&](std::string_view word, std::span<const double> vector) {
    if (word.empty() || vector.empty() || (dimensions != 0 && vector.size() != dimensions)) std::abort();
    dimensions = vector.size();
    for (const double value : vector)
      if (!std::isfinite(value)) std::abort();
  };
  if (bytes[0] % 2 == 0)
    read_word_vectors(input, use);
  else
    read_safetensors(
        input, file.size(),
        [](Index rows) { return std::vector<std::string>(static_cast<std::size_t>(rows), "word"); }, use);
}

}  // namespace
}  // namespace bellwether

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  try {
    bellwether::read(bytes, size);
  } catch (const bellwether::Error&) {
  }
  return 0;
}
