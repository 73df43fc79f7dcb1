// Random tables go through every format and come back the same.

#include <bellwether/data/read.h>
#include <bellwether/data/write.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

#include "files.h"

namespace bellwether {
namespace {

/// Whole numbers, short decimals, zeros, and doubles of every size.
double random_value() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  switch (bits % 4) {
    case 0:
      return 0.0;
    case 1:
      return static_cast<double>(static_cast<std::int64_t>(bits) >> 50);
    case 2:
      return static_cast<double>(static_cast<std::int64_t>(bits) >> 45) / 1000.0;
    default: {
      const double value = std::bit_cast<double>(bits);
      return std::isfinite(value) ? value : 1e308;
    }
  }
}

Matrix random_matrix() {
  Matrix values(*rc::gen::inRange<Index>(1, 8), *rc::gen::inRange<Index>(1, 6));
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) values(i, j) = random_value();
  }
  return values;
}

SparseMatrix sparse_form(const Matrix& values) {
  SparseMatrix sparse;
  sparse.columns = values.cols();
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      if (values(i, j) == 0.0) continue;
      sparse.column_of.push_back(static_cast<std::int32_t>(j));
      sparse.values.push_back(values(i, j));
    }
    sparse.starts.push_back(static_cast<std::int64_t>(sparse.values.size()));
  }
  return sparse;
}

/// Words with everything that could upset a delimited file; a number in front keeps them different.
std::vector<std::string> random_words(Index count) {
  std::vector<std::string> words;
  for (Index i = 0; i < count; ++i) {
    words.push_back(
        fmt::format("{}{}", *rc::gen::element("", "\"", "#", "x ", "a,b", "é;"), i) +
        *rc::gen::container<std::string>(rc::gen::element('"', ',', ';', '\n', ' ', '\t', 'x', '1', '\r')));
  }
  return words;
}

/// The table as text: `between` parts the cells, `quoted` chooses the cells in quotes.
template <class Quoted>
std::string text_of(const Matrix& values, const std::string& between, Quoted&& quoted) {
  std::string text;
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      const char* quote = quoted() ? "\"" : "";
      text += fmt::format("{}{}{}{}", quote, values(i, j), quote, j + 1 < values.cols() ? between : "\n");
    }
  }
  return text;
}

const auto never = [] { return false; };

RC_GTEST_PROP(Formats, CsvGivesBackWhatWasWritten, ()) {
  Dataset data{.values = random_matrix()};
  const bool has_ids = *rc::gen::arbitrary<bool>();
  const bool has_labels = *rc::gen::arbitrary<bool>();
  if (has_ids) data.ids = random_words(data.items());
  if (has_labels) data.labels = random_words(data.items());
  data.features = random_words(data.rows().columns());
  const Folder folder;
  write_csv(folder / "t.csv", data);
  const auto back = read(folder / "t.csv", {.label_column = has_labels ? "label" : ""});
  RC_ASSERT(dense(back) == dense(data));
  RC_ASSERT(back.ids == data.ids);
  RC_ASSERT(back.labels == data.labels);
  RC_ASSERT(back.features == data.features);
}

RC_GTEST_PROP(Formats, CsvHeadersOfNumbersAreStillHeaders, ()) {
  Dataset data{.values = random_matrix()};
  for (Index j = 0; j < data.rows().columns(); ++j) data.features.push_back(std::to_string(1990 + j));
  const Folder folder;
  write_csv(folder / "t.csv", data);
  const auto back = read(folder / "t.csv");
  RC_ASSERT(dense(back) == dense(data));
  RC_ASSERT(back.features == data.features);
}

RC_GTEST_PROP(Formats, NpyGivesBackWhatWasWritten, ()) {
  const Matrix values = random_matrix();
  const SparseMatrix sparse = sparse_form(values);
  const Folder folder;
  write_npy(folder / "d.npy", values);
  write_npy(folder / "s.npy", sparse);
  RC_ASSERT(dense(read(folder / "d.npy")) == values);
  RC_ASSERT(dense(read(folder / "s.npy")) == values);
}

RC_GTEST_PROP(Formats, SvmlightGivesBackWhatWasWritten, ()) {
  const Matrix values = random_matrix();
  Dataset data{.values = values};
  for (Index i = 0; i < values.rows(); ++i) data.labels.push_back(fmt::format("c{}", i % 2));
  const Folder folder;
  write_svmlight(folder / "d.svm", data);
  const auto back = read(folder / "d.svm");
  RC_ASSERT(back.sparse());
  RC_ASSERT(dense(back) == values);
  RC_ASSERT(back.labels == data.labels);
  data.values = sparse_form(values);
  write_svmlight(folder / "s.svm", data);
  RC_ASSERT(contents(folder / "s.svm") == contents(folder / "d.svm"));
}

RC_GTEST_PROP(Formats, QuotesAroundNumbersDoNotShow, ()) {
  const Matrix values = random_matrix();
  const auto between = *rc::gen::element<std::string>(",", ", ", " ,", "\t", ";");
  const auto some = [] { return *rc::gen::arbitrary<bool>(); };
  RC_ASSERT(dense(read_bytes(text_of(values, between, never), "t.csv")) == values);
  // A first row in quotes above bare numbers would be a header.
  const auto names = [&] {
    std::string text = "n0";
    for (Index j = 1; j < values.cols(); ++j) text += fmt::format("{}n{}", between, j);
    return text + "\n";
  }();
  RC_ASSERT(dense(read_bytes(names + text_of(values, between, some), "t.csv")) == values);
}

RC_GTEST_PROP(Formats, PackingDoesNotShow, ()) {
  const Matrix values = random_matrix();
  const auto text = text_of(values, ",", never);
  RC_ASSERT(dense(read_bytes(gzipped(text), "t.csv.gz")) == values);
  RC_ASSERT(dense(read_bytes(zstd_packed(text), "t.csv.zst")) == values);
}

RC_GTEST_PROP(Formats, MatrixMarketGivesBackTheTable, ()) {
  const Matrix values = random_matrix();
  std::string array =
      fmt::format("%%MatrixMarket matrix array real general\n{} {}\n", values.rows(), values.cols());
  std::string entries;
  Index stored = 0;
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = 0; i < values.rows(); ++i) {
      array += fmt::format("{}\n", values(i, j));
      if (values(i, j) == 0.0) continue;
      entries += fmt::format("{} {} {}\n", i + 1, j + 1, values(i, j));
      ++stored;
    }
  }
  const auto coordinates = fmt::format("%%MatrixMarket matrix coordinate real general\n{} {} {}\n{}",
                                       values.rows(), values.cols(), stored, entries);
  RC_ASSERT(dense(read_bytes(array, "t.mtx")) == values);
  RC_ASSERT(dense(read_bytes(coordinates, "t.mtx")) == values);
}

/// "column value" for each value that is not zero, with columns from `first`.
std::string pairs_of(const Matrix& values, Index row, Index first, const std::string& between) {
  std::string text;
  for (Index j = 0; j < values.cols(); ++j) {
    if (values(row, j) == 0.0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : between, j + first, values(row, j));
  }
  return text;
}

RC_GTEST_PROP(Formats, ClutoGivesBackTheTable, ()) {
  const Matrix values = random_matrix();
  auto sparse = fmt::format("{} {} {}\n", values.rows(), values.cols(), (values.array() != 0.0).count());
  for (Index i = 0; i < values.rows(); ++i) sparse += fmt::format("{}\n", pairs_of(values, i, 1, " "));
  RC_ASSERT(dense(read_bytes(sparse, "t.mat")) == values);
  const auto full = fmt::format("{} {}\n", values.rows(), values.cols()) + text_of(values, " ", never);
  RC_ASSERT(dense(read_bytes(full, "t.mat")) == values);
}

RC_GTEST_PROP(Formats, ArffGivesBackTheTable, ()) {
  const Matrix values = random_matrix();
  std::string head = "@relation r\n";
  for (Index j = 0; j < values.cols(); ++j) head += fmt::format("@attribute 'a {}' numeric\n", j);
  head += "@data\n";
  auto sparse = head;
  for (Index i = 0; i < values.rows(); ++i) sparse += fmt::format("{{{}}}\n", pairs_of(values, i, 0, ", "));
  RC_ASSERT(dense(read_bytes(sparse, "t.arff")) == values);
  RC_ASSERT(dense(read_bytes(head + text_of(values, ",", never), "t.arff")) == values);
}

}  // namespace
}  // namespace bellwether
