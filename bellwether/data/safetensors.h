#pragma once
// Word vectors in a .safetensors file: 8 bytes with the length of a JSON header, the header, the values.
// The words of the rows stand in a file beside it.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <bellwether/data/word_vector_file.h>

namespace bellwether {

WordVectorFile read_safetensors(const std::filesystem::path& path, const UseVector& use,
                                std::uint64_t limit = 0);

/// The words of so many rows; empty for a row without one.
using WordsOfRows = std::function<std::vector<std::string>(Index rows)>;

/// The same for `bytes` that are open already.
WordVectorFile read_safetensors(Input& input, std::uint64_t bytes, const WordsOfRows& words,
                                const UseVector& use);

}  // namespace bellwether
