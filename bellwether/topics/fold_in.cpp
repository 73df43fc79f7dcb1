// P(z|v) of new items for given topics.

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/topics/counts.h>
#include <bellwether/topics/kernels.h>
#include <bellwether/topics/plsa.h>
#include <bellwether/topics/table.h>

namespace bellwether {
namespace {

constexpr double settled = 1e-8;
constexpr int rounds = 10'000;  // at most: where topics are alike, EM creeps

TopicTable by_features(const Matrix& topics) {
  TopicTable table(topics.cols(), topics.rows());
  for (Index z = 0; z < topics.rows(); ++z)
    for (Index j = 0; j < topics.cols(); ++j) {
      require(topics(z, j) >= 0 && std::isfinite(topics(z, j)),
              "topic {} gives feature {} (counted from 1) the probability {}: probabilities are not below 0",
              z + 1, j + 1, topics(z, j));
      table.row(j)[z] = topics(z, j);
    }
  return table;
}

/// One round of (8); returns the largest change.
double fold_once(topic_kernels::RowStep& step, double* mixture) {
  step.mixture = mixture;
  topic_kernels::em_row(step);
  double total = 0, change = 0;
  for (Index z = 0; z < step.width; ++z) total += step.gains[z] *= mixture[z];
  if (!(total > 0)) return 0;
  for (Index z = 0; z < step.width; ++z) {
    const double next = step.gains[z] / total;
    change = std::max(change, std::abs(next - mixture[z]));
    mixture[z] = next;
  }
  return change;
}

}  // namespace

Matrix fold_in(const Rows& items, const Matrix& topics, const Run& run) {
  require(topics.rows() >= 1, "there are no topics to fold items into");
  require(items.columns() == topics.cols(),
          "the items have {} features, but the topics {}: both need the same features in the same order",
          items.columns(), topics.cols());
  const TopicTable table = by_features(topics);
  const std::vector<double> scales = row_scales(items, "items");
  Matrix mixtures(items.rows(), topics.rows());
  for_each_block(
      items.rows(),
      [&](Index begin, Index end) {
        std::vector<std::int32_t> columns;
        std::vector<double> values;
        TopicTable room(2, topics.rows());
        topic_kernels::RowStep step;
        step.topics = table.data();
        step.width = table.width();
        step.gains = room.row(1);
        for (Index i = begin; i < end; ++i) {
          std::fill_n(room.row(0), topics.rows(), 1 / static_cast<double>(topics.rows()));
          step.scale = scales[i];
          with_counts(items, i, columns, values, [&](const SparseRow& row) {
            step.columns = row.columns.data();
            step.values = row.values.data();
            step.count = std::ssize(row.values);
            for (int round = 0; round < rounds && fold_once(step, room.row(0)) > settled; ++round) {
            }
          });
          std::copy_n(room.row(0), topics.rows(), mixtures.data() + i * topics.rows());
        }
      },
      run);
  return mixtures;
}

}  // namespace bellwether
