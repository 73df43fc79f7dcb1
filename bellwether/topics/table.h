#pragma once
// A table of parameters: a row for each item, tag or feature, and in it a number for each topic. Rows are
// padded with zeros to whole groups of four, and every one starts where a vector of four may.

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/data/matrix.h>

namespace bellwether {

class TopicTable {
 public:
  TopicTable() = default;
  TopicTable(Index rows, Index topics)
      : rows_(rows), topics_(topics), fours_(static_cast<std::size_t>(rows * ((topics + 3) / 4))) {}

  Index rows() const { return rows_; }
  Index topics() const { return topics_; }
  Index width() const { return (topics_ + 3) / 4 * 4; }  ///< of a row, with its padding

  double* row(Index i) { return data() + i * width(); }
  const double* row(Index i) const { return data() + i * width(); }
  double* data() { return reinterpret_cast<double*>(fours_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(fours_.data()); }

 private:
  struct alignas(32) Four {
    double values[4] = {};
  };
  Index rows_ = 0;
  Index topics_ = 0;
  std::vector<Four> fours_ = {};
};

/// Without the padding (engine/numbers.h).
void visit(TopicTable& table, auto&& numbers) {
  Index rows = table.rows(), topics = table.topics();
  std::vector<double> values;
  for (Index i = 0; i < rows; ++i) values.insert(values.end(), table.row(i), table.row(i) + topics);
  numbers(rows), numbers(topics), numbers(values);
  require(rows >= 0 && topics >= 0 && (topics == 0 || rows <= std::ssize(values) / topics) &&
              rows * topics == std::ssize(values),
          "the bytes hold no table of {} rows and {} topics", rows, topics);
  if (rows != table.rows() || topics != table.topics()) table = TopicTable(rows, topics);
  for (Index i = 0; i < rows; ++i) std::copy_n(values.data() + i * topics, topics, table.row(i));
}

/// Numbers below the normal ones are slow to compute with and mean nothing.
inline double flushed(double value) {
  return value < std::numeric_limits<double>::min() ? 0 : value;
}

inline Matrix without_padding(const TopicTable& table) {
  Matrix values(table.rows(), table.topics());
  for (Index i = 0; i < table.rows(); ++i)
    std::copy_n(table.row(i), table.topics(), values.data() + i * table.topics());
  return values;
}

/// Topics as rows.
inline Matrix turned(const TopicTable& table) {
  Matrix values(table.topics(), table.rows());
  for (Index j = 0; j < table.rows(); ++j)
    for (Index z = 0; z < table.topics(); ++z) values(z, j) = table.row(j)[z];
  return values;
}

}  // namespace bellwether
