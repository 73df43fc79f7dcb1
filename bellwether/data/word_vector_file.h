#pragma once
// Files of word vectors that were learned elsewhere. Each vector is handed on as it is read, so that a file
// of millions of words costs no more memory than what is kept of it.
//
//   GloVe         word v1 v2 ...                                          each line
//   word2vec, vec the same after a line of `count dimensions`
//   safetensors   one table of numbers (F64, F32, F16, BF16), and its words beside it, in the same name with
//                 .txt (one word a line) or .json (a list of words, or an object of word: row)

#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include <bellwether/data/input.h>

namespace bellwether {

/// What is done with each vector, in the order of the file.
using UseVector = std::function<void(std::string_view word, std::span<const double> vector)>;

struct WordVectorFile {
  Index words = 0;
  Index dimensions = 0;
};

/// `limit` is how much is read of packed files and pipes, as for file_source() and unpacked(). Throws
/// InvalidInput with the line, or with the name of the part, of what is wrong: a vector that is shorter or
/// longer than the first, a number that is none or not finite, a size that the file does not have.
WordVectorFile read_word_vectors(const std::filesystem::path& path, const UseVector& use,
                                 std::uint64_t limit = 0);

/// The same for text that is open already.
WordVectorFile read_word_vectors(Input& input, const UseVector& use);

}  // namespace bellwether
