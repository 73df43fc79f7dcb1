// Matrix Market exchange files.
//   R. Boisvert, R. Pozo, K. Remington. The Matrix Market exchange formats: initial design. NIST 1996.

#include <bellwether/data/cell.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/from_matrix.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/sparse_builder.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

struct Banner {
  bool sparse = true;
  bool pattern = false;   ///< no values: each is 1
  double mirrored = 0.0;  ///< what the lower triangle is multiplied by to give the upper; 0: all is given
};

Banner read_banner(Input& input) {
  std::string_view line;
  input.next_line(line);
  require(starts_with_word(line, "%%MatrixMarket"), "{}: does not start with %%MatrixMarket", input.name());
  next_word(line);
  const auto object = lower(next_word(line));
  const auto form = lower(next_word(line));
  const auto field = lower(next_word(line));
  const auto symmetry = lower(next_word(line));
  require(object == "matrix" && (form == "coordinate" || form == "array"),
          "{}: holds a {} {}, where a matrix in coordinate or array form is needed", input.place(),
          shown(object), shown(form));
  require(field == "real" || field == "double" || field == "integer" ||
              (field == "pattern" && form == "coordinate"),
          "{}: has {} values, where real, integer or pattern is needed", input.place(), shown(field));
  require(symmetry == "general" || symmetry == "symmetric" || symmetry == "skew-symmetric",
          "{}: is {}, where general, symmetric or skew-symmetric is needed", input.place(), shown(symmetry));
  const double mirrored = symmetry == "general" ? 0.0 : symmetry == "symmetric" ? 1.0 : -1.0;
  return {form == "coordinate", field == "pattern", mirrored};
}

/// The next line with something on it that is not a comment.
bool next_entry(Input& input, std::string_view& line) {
  while (input.next_line(line)) {
    line = trim(line);
    if (!line.empty() && !line.starts_with('%')) return true;
  }
  return false;
}

Index take_count(const Input& input, std::string_view& line, const char* what) {
  const auto word = next_word(line);
  const auto count = to_count(word);
  require(count.has_value(), "{}: {} is no number of {}", input.place(), shown(word), what);
  return *count;
}

void require_line_end(const Input& input, std::string_view line) {
  require(trim(line).empty(), "{}: {} is more than the line should hold", input.place(), shown(trim(line)));
}

std::int32_t take_place(const Input& input, std::string_view& line, Index limit, const char* what) {
  const Index number = take_count(input, line, what);
  require(number >= 1 && number <= limit, "{}: {} {} is not among 1 to {}", input.place(), what, number,
          limit);
  return static_cast<std::int32_t>(number - 1);
}

Dataset read_coordinates(Input& input, const ReadOptions& options, const Banner& banner, Index rows,
                         Index columns, Index stored) {
  require_no_columns_asked(options, input.name(), "a sparse matrix");
  std::vector<Triplet> triplets;
  std::string_view line;
  Index found = 0;
  for (; next_entry(input, line); ++found) {
    require(found < stored, "{}: more values than the {} that are promised", input.place(), stored);
    Triplet t{take_place(input, line, rows, "row"), take_place(input, line, columns, "column"), 1.0};
    if (!banner.pattern)
      t.value = require_cell(next_word(line), options.missing, input.name(), input.line(), t.column);
    require_line_end(input, line);
    triplets.push_back(t);
    if (banner.mirrored != 0.0 && t.row != t.column) {
      triplets.push_back({t.column, t.row, banner.mirrored * t.value});
    }
  }
  require(found == stored, "{}: ends after {} values of {} (is it cut off?)", input.name(), found, stored);
  require_plausible_size(rows, columns, stored, input.name());
  Dataset dataset;
  dataset.values = from_triplets(rows, columns, triplets, input.name());
  settle_missing(dataset, options.missing, input.name());
  return dataset;
}

/// Column after column; of a symmetric matrix the lower triangle alone, of a skew one without the diagonal.
Matrix read_array(Input& input, const ReadOptions& options, const Banner& banner, Index rows, Index columns) {
  const Index stored = banner.mirrored == 0.0  ? rows * columns
                       : banner.mirrored > 0.0 ? rows * (rows + 1) / 2
                                               : rows * (rows - 1) / 2;
  std::vector<double> values;  // grown by what is there, not by what is promised
  std::string_view line;
  while (next_entry(input, line)) {
    require(std::ssize(values) < stored, "{}: more values than the {} that are promised", input.place(),
            stored);
    values.push_back(require_cell(next_word(line), options.missing, input.name(), input.line(),
                                  std::ssize(values) / rows));
    require_line_end(input, line);
  }
  require(std::ssize(values) == stored, "{}: ends after {} values of {} (is it cut off?)", input.name(),
          values.size(), stored);
  Matrix matrix = Matrix::Zero(rows, columns);
  auto next = values.begin();
  for (Index j = 0; j < columns; ++j) {
    const Index first = banner.mirrored == 0.0 ? 0 : banner.mirrored > 0.0 ? j : j + 1;
    for (Index i = first; i < rows; ++i) {
      matrix(i, j) = *next++;
      if (banner.mirrored != 0.0 && i != j) matrix(j, i) = banner.mirrored * matrix(i, j);
    }
  }
  return matrix;
}

}  // namespace

Dataset read_matrix_market(Input& input, const ReadOptions& options) {
  const Banner banner = read_banner(input);
  std::string_view line;
  require(next_entry(input, line), "{}: has no line of sizes", input.name());
  const Index rows = take_count(input, line, "rows");
  const Index columns = take_count(input, line, "columns");
  require(banner.mirrored == 0.0 || rows == columns,
          "{}: a symmetric matrix cannot have {} rows and {} columns", input.place(), rows, columns);
  require(rows >= 1 && columns >= 1 && rows <= most_columns && columns <= most_columns,
          "{}: {} rows and {} columns are not supported (1 to {} of each)", input.place(), rows, columns,
          most_columns);
  const Index stored = banner.sparse ? take_count(input, line, "values") : 0;
  require_line_end(input, line);
  if (banner.sparse) return read_coordinates(input, options, banner, rows, columns, stored);
  return from_matrix(read_array(input, options, banner, rows, columns), options, input.name());
}

}  // namespace bellwether
