#pragma once
// read(): a file of numbers, whatever its format, becomes a Dataset.

#include <filesystem>
#include <string>
#include <string_view>

#include <bellwether/data/dataset.h>
#include <bellwether/data/reading.h>

namespace bellwether {

enum class Missing { error, mean, drop };

struct ReadOptions {
  std::string label_column = {};  ///< "first", "last", a header name or a number from 1; empty: no labels
  std::string id_column = {};     ///< the same; empty: a header that says "id", else row numbers
  std::vector<std::string> ignore = {};  ///< columns that are left out, said likewise
  std::vector<std::string> columns =
      {};  ///< the only features, said likewise or as 2-5; empty: all others are
  std::vector<std::string> categories = {};  ///< columns of categories, whatever is in them, said likewise
  std::vector<std::string> like =
      {};  ///< names of features of an earlier table, whose words stay what they were
  Missing missing = Missing::error;  ///< what to do about empty cells, NA, NaN, ?
  bool some_unlabelled = false;      ///< an empty label, NA or ? is no error: the item has none
  Reading how = {};                  ///< header and delimiter of a table, and how much may be read
};

/// Recognises the format by content and name; .gz and .zst are unpacked on the way.
/// CSV, TSV, space or semicolon; NPY, NPZ; SVMlight; Matrix Market; CLUTO .mat; ARFF; JSON.
Dataset read(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from memory; `name` is what errors call it, and its ending may hint at the format.
Dataset read_bytes(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

}  // namespace bellwether
