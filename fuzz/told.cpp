// Project files as other verbs read them (`--project`): the first line is where the project begins, the
// others are what was said. What is told joins four flowers, whose ids the fuzzer can guess.

#include <fuzz/json_mutator.h>
#include <fuzz/scratch_file.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <bellwether/data/error.h>
#include <bellwether/projects/told.h>

namespace bellwether {
namespace {

/// One database, begun anew for each input.
const std::filesystem::path& place() {
  static const ScratchPlace kept;
  return kept.path;
}

void write(std::string_view text) {
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(place().string() + ending);
  ProjectFile file(place(), ProjectFile::For::owning);
  bool first = true;
  for (int lines = 0; !text.empty() && lines < 40; ++lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (first)
      file.keep("start", text.substr(0, end));
    else
      file.append("now", text.substr(0, end));
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void read() {
  const Told told = told_in(ProjectFile(place(), ProjectFile::For::reading));
  const Dataset items{.values = Matrix(Matrix::Zero(4, 1)), .ids = {"0", "1", "2", "3"}};
  Evidence evidence;
  add_told(told, "told", items, evidence);
  for (const int seed : evidence.seeds)
    if (seed < unlabelled || seed >= static_cast<int>(evidence.labels.size())) std::abort();
}

}  // namespace
}  // namespace bellwether

/// A line is a value of JSON; one of them changes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  using namespace bellwether;
  Draw draw(seed + 1);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  std::size_t begin = 0;
  for (std::size_t skip = draw() % (lines + 1); skip > 0; --skip) begin = text.find('\n', begin) + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  auto value = FuzzedJson::parse(text.substr(begin, end - begin), nullptr, false);
  if (value.is_discarded() || draw() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  mutate(value, draw);
  const std::string all = std::string(text.substr(0, begin)) + text_of(value) + std::string(text.substr(end));
  if (all.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, all.data(), all.size());
  return all.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bellwether::write({reinterpret_cast<const char*>(data), size});
  try {
    bellwether::read();
  } catch (const bellwether::Error&) {
  }
  return 0;
}
