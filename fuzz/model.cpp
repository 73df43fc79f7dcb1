// Model files: the bytes as they come, and again as the payload of a file whose header and checksum are
// right, because no fuzzer guesses a checksum. Two thirds of the changes are to values, lists and shapes of
// the description and to the numbers behind it, so that most of it is a model still.

#include <fuzz/payload.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/models/model.h>
#include <bellwether/models/sealed.h>

namespace {

using namespace bellwether;

/// The columns that the first step with an opinion, or else the method, expects.
bellwether::Index columns_of(const bellwether::Model& model) {
  for (const auto& step : model.vectorizer.steps)
    if (const auto columns = columns_expected(step); columns > 0) return columns;
  if (model.method.empty() || model.parameters.empty()) return 1;
  return features_in(bellwether::find_method(model.method), model.parameters);
}

/// A model that is accepted must place items, or say why not, and be written back to the same bytes' worth.
void use(const Model& model) {
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

/// Another number of rows or columns for a table, and as many numbers more or less.
void reshape(Payload& payload, Draw& draw) {
  std::vector<FuzzedJson*> all, tables;
  collect(payload.description, all);
  for (FuzzedJson* one : all)
    if (one->is_object() && one->contains("rows") && one->contains("columns")) tables.push_back(one);
  if (tables.empty()) return;
  FuzzedJson& table = *tables[draw() % tables.size()];
  const auto extent = [&](const char* name) {
    const FuzzedJson& value = table.at(name);
    return value.is_number_unsigned() ? std::min<std::uint64_t>(value.get<std::uint64_t>(), 64) : 1;
  };
  const std::uint64_t rows = extent("rows"), columns = extent("columns");
  const char* const side = draw() % 2 == 0 ? "rows" : "columns";
  table[side] = extent(side) + (draw() % 2 == 0 ? 1 : 0) * 2 - 1;
  const std::size_t before = 8 * rows * columns, after = 8 * extent("rows") * extent("columns");
  const std::size_t size = payload.numbers.size();
  payload.numbers.resize(after > before ? size + (after - before) : size - std::min(size, before - after));
}

void change_numbers(Payload& payload, Draw& draw) {
  const std::size_t count = payload.numbers.size() / 8;
  if (count == 0) return;
  const double odd = odd_number(draw);
  const std::size_t from = draw() % count, to = draw() % 2 == 0 ? from + 1 : count;
  for (std::size_t i = from; i < to; ++i) std::memcpy(payload.numbers.data() + 8 * i, &odd, 8);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  Draw draw(seed + 1);
  auto payload = payload_in({reinterpret_cast<const char*>(data), size});
  if (!payload || draw() % 3 == 0) return LLVMFuzzerMutate(data, size, most);
  const auto choice = draw() % 6;
  if (choice == 0)
    change_numbers(*payload, draw);
  else if (choice == 1)
    reshape(*payload, draw);
  else
    mutate(payload->description, draw);
  const std::string bytes = bytes_of(*payload);
  if (bytes.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

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
