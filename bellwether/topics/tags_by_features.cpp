// B = T'F: how often each tag occurs with each feature.

#include <algorithm>
#include <utility>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/topics/aplsa.h>
#include <bellwether/topics/counts.h>

namespace bellwether {
namespace {

/// The items of each tag, with their counts: T turned round.
SparseMatrix items_of_tags(const Rows& tags_of_items) {
  SparseMatrix turned;
  turned.columns = tags_of_items.rows();
  turned.starts.assign(static_cast<std::size_t>(tags_of_items.columns()) + 1, 0);
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  const auto for_each_count = [&](const auto& use) {
    for (Index i = 0; i < tags_of_items.rows(); ++i)
      with_counts(tags_of_items, i, columns, values, [&](const SparseRow& row) {
        for (std::size_t j = 0; j < row.values.size(); ++j)
          if (row.values[j] != 0) use(i, row.columns[j], row.values[j]);
      });
  };
  for_each_count([&](Index, std::int32_t tag, double) { ++turned.starts[tag + 1]; });
  for (std::size_t t = 1; t < turned.starts.size(); ++t) turned.starts[t] += turned.starts[t - 1];
  turned.column_of.resize(static_cast<std::size_t>(turned.starts.back()));
  turned.values.resize(turned.column_of.size());
  std::vector<std::int64_t> at(turned.starts.begin(), turned.starts.end() - 1);
  for_each_count([&](Index i, std::int32_t tag, double count) {
    turned.column_of[at[tag]] = static_cast<std::int32_t>(i);
    turned.values[at[tag]++] = count;
  });
  return turned;
}

/// The sums of one row of B, and which features have any.
class RowSums {
 public:
  explicit RowSums(Index features) : sums_(static_cast<std::size_t>(features)) {}

  void add(std::int32_t feature, double value) {
    if (value == 0) return;  // or a product that is too small for a number
    if (sums_[feature] == 0) found_.push_back(feature);
    sums_[feature] += value;
  }

  /// Appends them by rising feature, and starts again.
  void move_to(SparseMatrix& matrix) {
    std::ranges::sort(found_);
    for (const std::int32_t feature : found_) {
      matrix.column_of.push_back(feature);
      matrix.values.push_back(std::exchange(sums_[feature], 0.0));
    }
    found_.clear();
    matrix.starts.push_back(static_cast<std::int64_t>(matrix.values.size()));
  }

 private:
  std::vector<double> sums_;
  std::vector<std::int32_t> found_ = {};
};

}  // namespace

SparseMatrix tags_by_features(const Rows& tags_of_items, const Rows& items) {
  require(tags_of_items.rows() == items.rows(),
          "there are tags of {} items, but features of {}: both need the same items in the same order",
          tags_of_items.rows(), items.rows());
  require_counts(tags_of_items, "the tags");
  require_counts(items, "the items");
  const SparseMatrix turned = items_of_tags(tags_of_items);
  SparseMatrix product;
  product.columns = items.columns();
  RowSums sums(items.columns());
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (Index tag = 0; tag < turned.rows(); ++tag) {
    for (auto at = turned.starts[tag]; at < turned.starts[tag + 1]; ++at)
      with_counts(items, turned.column_of[at], columns, values, [&](const SparseRow& row) {
        for (std::size_t j = 0; j < row.values.size(); ++j)
          sums.add(row.columns[j], turned.values[at] * row.values[j]);
      });
    sums.move_to(product);
  }
  return product;
}

}  // namespace bellwether
