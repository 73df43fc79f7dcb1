// CLUTO matrices: `rows columns nonzeros`, then a line of `column value` pairs for each row, columns from 1;
// or `rows columns`, then a line of values for each row.
//   G. Karypis. CLUTO: a clustering toolkit. University of Minnesota, technical report 02-017, 2003.

#include <bellwether/data/cell.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/from_matrix.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/sparse_builder.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

struct Sizes {
  Index rows = 0;
  Index columns = 0;
  std::optional<Index> stored = {};  ///< dense when there is none
};

Sizes read_sizes(Input& input) {
  std::string_view line;
  require(input.next_line(line), "{}: is empty", input.name());
  const std::string_view whole = line;
  std::vector<Index> counts;
  for (auto word = next_word(line); !word.empty() && counts.size() < 4; word = next_word(line)) {
    const auto count = to_count(word);
    require(count.has_value(),
            "{}: {} is not a line of CLUTO's sizes: rows, columns and, if sparse, nonzeros", input.place(),
            shown(whole));
    counts.push_back(*count);
  }
  require(counts.size() == 2 || counts.size() == 3,
          "{}: {} is not a line of CLUTO's sizes: rows, columns and, if sparse, nonzeros", input.place(),
          shown(whole));
  require(counts[0] >= 1 && counts[1] >= 1 && counts[1] < most_columns,
          "{}: {} rows and {} columns are not supported (1 to {} columns)", input.place(), counts[0],
          counts[1], most_columns - 1);
  return {counts[0], counts[1], counts.size() == 3 ? std::optional(counts[2]) : std::nullopt};
}

/// Every promised row, and nothing but blank lines behind the last.
template <class AddRow>
void for_each_row(Input& input, Index rows, AddRow&& add_row) {
  std::string_view line;
  Index found = 0;
  while (input.next_line(line)) {
    if (found < rows) {
      add_row(line);
      ++found;
    } else {
      require(trim(line).empty(), "{}: more rows than the {} that are promised", input.place(), rows);
    }
  }
  require(found == rows, "{}: ends after {} rows of {} (is it cut off?)", input.name(), found, rows);
}

SparseMatrix read_sparse(Input& input, const ReadOptions& options, const Sizes& sizes) {
  SparseBuilder builder;
  Index stored = 0;
  for_each_row(input, sizes.rows, [&](std::string_view line) {
    for (auto word = next_word(line); !word.empty(); word = next_word(line), ++stored) {
      const auto column = to_count(word);
      require(column && *column >= 1 && *column <= sizes.columns, "{}: column {} is not among 1 to {}",
              input.place(), shown(word), sizes.columns);
      const auto value = next_word(line);
      require(!value.empty(), "{}: column {} has no value", input.place(), *column);
      builder.add(*column - 1, require_cell(value, options.missing, input.name(), input.line(), *column - 1));
    }
    const auto twice = builder.end_row();
    require(!twice, "{}: column {} has two values (remove one)", input.place(), twice.value_or(0) + 1);
  });
  require(stored == *sizes.stored, "{}: {} nonzeros are promised, but there are {} (is it cut off?)",
          input.name(), *sizes.stored, stored);
  return builder.finish(sizes.columns);
}

Matrix read_dense(Input& input, const ReadOptions& options, const Sizes& sizes) {
  std::vector<double> values;
  for_each_row(input, sizes.rows, [&](std::string_view line) {
    Index column = 0;
    for (auto word = next_word(line); !word.empty(); word = next_word(line), ++column) {
      values.push_back(require_cell(word, options.missing, input.name(), input.line(), column));
    }
    require(column == sizes.columns, "{}: {} values, but {} columns are promised", input.place(), column,
            sizes.columns);
  });
  return Eigen::Map<const Matrix>(values.data(), sizes.rows, sizes.columns);
}

void require_size(const std::vector<std::string>& names, Index size, const char* ending, const char* what,
                  const std::string& name) {
  require(names.empty() || std::ssize(names) == size, "{}: has {} {}, but the {} file beside it has {} lines",
          name, size, what, ending, names.size());
}

std::vector<std::string> read_names(const fs::path& path, std::uint64_t limit) {
  Input input(unpacked(file_source(path, limit), path.string(), limit), path.string());
  std::vector<std::string> names;
  std::string_view line;
  while (input.next_line(line)) names.emplace_back(trim(line));
  while (!names.empty() && names.back().empty()) names.pop_back();
  return names;
}

std::vector<std::string> names_beside(const fs::path& path, const std::string& ending, std::uint64_t limit) {
  const auto packing = lower(path.extension().string());
  const bool packed = packing == ".gz" || packing == ".zst";
  for (const auto& file : {path, packed ? fs::path(path).replace_extension() : path}) {
    for (const char* packed_as : {"", ".gz", ".zst"}) {
      auto beside = file;
      beside += ending + packed_as;
      if (fs::is_regular_file(beside)) return read_names(beside, limit);
    }
  }
  return {};
}

}  // namespace

ClutoNames read_cluto_names(const fs::path& path, std::uint64_t limit) {
  return {names_beside(path, ".rclass", limit), names_beside(path, ".rlabel", limit),
          names_beside(path, ".clabel", limit)};
}

Dataset read_cluto(Input& input, const ReadOptions& options, ClutoNames names) {
  const Sizes sizes = read_sizes(input);
  require_size(names.classes, sizes.rows, ".rclass", "rows", input.name());
  require_size(names.rows, sizes.rows, ".rlabel", "rows", input.name());
  require_size(names.columns, sizes.columns, ".clabel", "columns", input.name());
  if (!sizes.stored) {
    return from_matrix(read_dense(input, options, sizes), options, input.name(), std::move(names.classes),
                       std::move(names.rows), std::move(names.columns));
  }
  require_no_columns_asked(options, input.name(), "a sparse matrix");
  Dataset dataset{read_sparse(input, options, sizes),
                  std::move(names.rows),
                  std::move(names.columns),
                  std::move(names.classes),
                  {}};
  require_ids_unique(dataset);
  settle_missing(dataset, options.missing, input.name());
  return dataset;
}

}  // namespace bellwether
