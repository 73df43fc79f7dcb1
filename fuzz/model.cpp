// Model files: the bytes as they come, and again as the payload of a file whose header and checksum are
// right, because no fuzzer guesses a checksum.

#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/methods/model.h>

namespace {

template <class Number>
void put(std::string& out, Number number) {
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    out.push_back(static_cast<char>(number >> (8 * byte)));
}

std::string sealed(const std::string& payload) {
  std::string bytes = "bellwthr";
  put(bytes, std::uint32_t{1});
  put(bytes, static_cast<std::uint64_t>(payload.size()));
  bytes += payload;
  const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  put(bytes, static_cast<std::uint32_t>(sum));
  return bytes;
}

/// A model that is accepted must place items, or say why not, and be written back to the same bytes' worth.
void use(const bellwether::Model& model) {
  using namespace bellwether;
  if (to_bytes(model_from_bytes(to_bytes(model), "again")) != to_bytes(model)) std::abort();
  Dataset items;
  const Index columns = model.parameters.empty() ? 1 : model.parameters.front().second.cols();
  if (columns > 64) return;
  Matrix values = Matrix::Ones(3, columns);
  if (columns > 0) values(1, 0) = -2;
  items.values = values;
  place(model, items, {.threads = 1});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& file : {bytes, sealed(bytes)}) {
    try {
      use(bellwether::model_from_bytes(file, "model"));
    } catch (const bellwether::Error&) {
    }
  }
  return 0;
}
