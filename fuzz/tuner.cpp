// What `bellwether tune` writes: the bytes as they come, and again as the payload of a file whose header and
// checksum are right. Two thirds of the changes are to values of the description.

#include <fuzz/payload.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/models/sealed.h>
#include <bellwether/runs/tuning.h>

namespace {

/// A tuner that is accepted must rank clusterings, and be written back to the same bytes' worth.
void use(const bellwether::Tuner& tuner) {
  using namespace bellwether;
  if (to_bytes(tuner_from_bytes(to_bytes(tuner), "again")) != to_bytes(tuner)) std::abort();
  const auto values = static_cast<Index>(tuner.strap.values.size());
  if (values > 64) return;
  Matrix cues(values, Index{plain_cues});
  for (Index i = 0; i < values; ++i) cues.row(i).setConstant(0.1 * static_cast<double>(i));
  const Ranked ranked = rank(tuner.strapping, cues);
  if (ranked.best >= tuner.strap.values.size()) std::abort();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  using namespace bellwether;
  Draw draw(seed + 1);
  auto payload = payload_in({reinterpret_cast<const char*>(data), size});
  if (!payload || draw() % 3 == 0) return LLVMFuzzerMutate(data, size, most);
  mutate(payload->description, draw);
  const std::string text = bytes_of(*payload);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& file : {bytes, bellwether::sealed(bytes)}) {
    try {
      use(bellwether::tuner_from_bytes(file, "tuner"));
    } catch (const bellwether::Error&) {
    }
  }
  return 0;
}
