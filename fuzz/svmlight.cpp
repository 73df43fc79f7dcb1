#include "read_fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return bellwether::read_as("f.svm", bytes, size);
}
