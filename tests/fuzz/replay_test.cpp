// Every input of fuzz/corpus through its fuzzer, so that what was found once stays repaired, and fuzzers keep
// compiling.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// A fuzzer, compiled with names of its own (CMakeLists.txt).
struct Fuzzer {
  const char* name;
  int (*run)(const std::uint8_t*, std::size_t);
};

/// In the name of its test.
void PrintTo(const Fuzzer& fuzzer, std::ostream* out) {
  *out << fuzzer.name;
}

#include "fuzzers.h"

// libFuzzer's own, for mutators that nobody calls here.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t*, std::size_t size, std::size_t) {
  return size;
}

namespace bellwether {
namespace {

namespace fs = std::filesystem;

std::string all_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Replay : public testing::TestWithParam<Fuzzer> {};

TEST_P(Replay, TheCorpusHoldsNoSurprise) {
  int inputs = 0;
  const auto run = [&](const std::string& bytes) {
    EXPECT_EQ(GetParam().run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), 0);
  };
  for (const auto& entry : fs::directory_iterator(fs::path(CORPUS) / GetParam().name)) {
    SCOPED_TRACE(entry.path());
    const std::string bytes = all_of(entry.path());
    run(bytes);
    run(bytes.substr(0, bytes.size() / 2));
    ++inputs;
  }
  EXPECT_GT(inputs, 0);
}

INSTANTIATE_TEST_SUITE_P(Fuzzers, Replay, testing::ValuesIn(fuzzers),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace bellwether
