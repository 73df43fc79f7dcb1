// Model files: the bytes as they come, and again as the payload of a file whose header and checksum are
// right, because no fuzzer guesses a checksum.

#include <cstdint>
#include <cstdlib>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/models/model.h>
#include <bellwether/models/sealed.h>

namespace {

/// The columns that the first step with an opinion, or else the method, expects.
bellwether::Index columns_of(const bellwether::Model& model) {
  for (const auto& step : model.vectorizer.steps)
    if (const auto columns = columns_expected(step); columns > 0) return columns;
  if (model.method.empty() || model.parameters.empty()) return 1;
  return features_in(bellwether::find_method(model.method), model.parameters);
}

/// A model that is accepted must place items, or say why not, and be written back to the same bytes' worth.
void use(const bellwether::Model& model) {
  using namespace bellwether;
  if (to_bytes(model_from_bytes(to_bytes(model), "again")) != to_bytes(model)) std::abort();
  Dataset items;
  const Index columns = columns_of(model);
  if (columns > 64) return;
  Matrix values = Matrix::Ones(3, columns);
  if (columns > 0) values(1, 0) = -2;
  if (model.vectorizer.reads_raw_items()) values.row(2).setZero();
  items.values = values;
  place(model, items, {.threads = 1});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& file : {bytes, bellwether::sealed(bytes)}) {
    try {
      use(bellwether::model_from_bytes(file, "model"));
    } catch (const bellwether::Error&) {
    }
  }
  return 0;
}
