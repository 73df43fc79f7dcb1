#pragma once
// What the fuzzers of the readers share: the first byte chooses the options, the rest is the file.

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include <cstdint>
#include <cstdlib>

namespace bellwether {

inline ReadOptions choose_options(std::uint8_t byte) {
  const char* const columns[] = {"", "first", "last", "2"};
  const Missing missing[] = {Missing::error, Missing::mean, Missing::drop, Missing::error};
  ReadOptions options{.label_column = columns[byte & 3], .id_column = columns[(byte >> 2) & 3]};
  options.missing = missing[(byte >> 4) & 3];
  if ((byte & 64) != 0) options.categories = {"last"};
  if ((byte & 128) != 0) options.some_unlabelled = true;
  return options;
}

inline void require_or_abort(bool promise) {
  if (!promise) std::abort();
}

inline void check(const Matrix&) {}

inline void check(const SparseMatrix& matrix) {
  require_or_abort(matrix.starts.front() == 0 && matrix.starts.back() == std::ssize(matrix.values));
  require_or_abort(matrix.column_of.size() == matrix.values.size());
  for (std::size_t i = 0; i + 1 < matrix.starts.size(); ++i) {
    Index before = -1;
    for (auto at = matrix.starts[i]; at < matrix.starts[i + 1]; ++at) {
      const auto place = static_cast<std::size_t>(at);
      require_or_abort(matrix.column_of[place] > before && matrix.column_of[place] < matrix.columns);
      require_or_abort(matrix.values[place] != 0.0);
      before = matrix.column_of[place];
    }
  }
}

/// What is read keeps the promises of Dataset.
inline void check(const Dataset& dataset) {
  const auto fits = [](const auto& words, Index count) {
    return words.empty() || std::ssize(words) == count;
  };
  const Rows rows = dataset.rows();
  require_or_abort(rows.rows() > 0 && rows.columns() > 0);
  require_or_abort(fits(dataset.ids, rows.rows()) && fits(dataset.labels, rows.rows()));
  require_or_abort(fits(dataset.features, rows.columns()));
  std::visit([](const auto& values) { check(values); }, dataset.values);
  try {
    require_finite(rows);
    require_ids_unique(dataset);
  } catch (const Error&) {
    std::abort();
  }
}

/// What is refused is refused by an Error: any other exception ends the fuzzer.
inline int read_as(const char* name, const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  Dataset dataset;
  try {
    dataset =
        read_bytes({reinterpret_cast<const char*>(bytes) + 1, size - 1}, name, choose_options(bytes[0]));
  } catch (const Error&) {
    return 0;
  }
  check(dataset);
  return 0;
}

}  // namespace bellwether
