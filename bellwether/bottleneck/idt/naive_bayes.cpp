#include <bellwether/bottleneck/idt/naive_bayes.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/bottleneck/cluster_sums.h>

namespace bellwether::denoising {
namespace {

SparseRow row_of(const SparseMatrix& items, Index i) {
  const auto begin = static_cast<std::size_t>(items.starts[static_cast<std::size_t>(i)]);
  const auto count = static_cast<std::size_t>(items.starts[static_cast<std::size_t>(i) + 1]) - begin;
  return {{items.column_of.data() + begin, count}, {items.values.data() + begin, count}};
}

/// Of the items that would leave an emptied cluster, the one that loses least by staying stays.
void keep_all_filled(const SparseMatrix& items, const NaiveBayes& bayes, std::span<const int> before,
                     std::vector<int>& after, int clusters) {
  std::vector<Index> sizes(static_cast<std::size_t>(clusters), 0);
  for (const int label : after) ++sizes[static_cast<std::size_t>(label)];
  for (int k = 0; k < clusters; ++k) {
    if (sizes[static_cast<std::size_t>(k)] > 0) continue;
    Index stays = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < items.rows(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (before[at] != k || sizes[static_cast<std::size_t>(after[at])] < 2) continue;
      const SparseRow item = row_of(items, i);
      const double loss = bayes.score(item, after[at]) - bayes.score(item, k);
      if (loss < least) {
        least = loss;
        stays = i;
      }
    }
    if (stays < 0) continue;
    --sizes[static_cast<std::size_t>(after[static_cast<std::size_t>(stays)])];
    after[static_cast<std::size_t>(stays)] = k;
    sizes[static_cast<std::size_t>(k)] = 1;
  }
}

}  // namespace

SparseMatrix distributions_of(const Rows& items) {
  auto made = bottleneck::distributions_of(items);
  return {made.features, std::move(made.starts), std::move(made.columns), std::move(made.values)};
}

Matrix cluster_sums(const SparseMatrix& items, std::span<const int> labels, int clusters) {
  Matrix sums = Matrix::Zero(clusters, items.columns);
  for (Index i = 0; i < items.rows(); ++i) {
    const SparseRow row = row_of(items, i);
    double* const sum = sums.data() + Index{labels[static_cast<std::size_t>(i)]} * items.columns;
    for (std::size_t j = 0; j < row.values.size(); ++j) sum[row.columns[j]] += row.values[j];
  }
  return sums;
}

NaiveBayes::NaiveBayes(const Matrix& sums, double smoothing)
    : logs_(sums.cols(), sums.rows()), constants_(Vector::Zero(sums.rows())) {
  constexpr double never = -std::numeric_limits<double>::infinity();
  const Index clusters = sums.rows(), features = sums.cols();
  std::vector<double> sizes(static_cast<std::size_t>(clusters), 0),
      all(static_cast<std::size_t>(features), 0);
  double total = 0;
  for (Index c = 0; c < clusters; ++c) {
    for (Index w = 0; w < features; ++w) {
      sizes[static_cast<std::size_t>(c)] += sums(c, w);
      all[static_cast<std::size_t>(w)] += sums(c, w);
    }
    total += sizes[static_cast<std::size_t>(c)];
  }
  for (Index c = 0; c < clusters; ++c) {
    const double size = sizes[static_cast<std::size_t>(c)];
    double constant = 0;
    for (Index w = 0; w < features; ++w) {
      const double background = all[static_cast<std::size_t>(w)] / total;
      const double p = (1 - smoothing) * (size > 0 ? sums(c, w) / size : 0) + smoothing * background;
      // Without smoothing a word that the cluster lacks is as good as forbidden, and yet comparable.
      const double log = background > 0 ? std::log(std::max(p, 1e-300)) : 0;
      logs_(w, c) = (1 - smoothing) * log;
      constant += smoothing * background * log;
    }
    constants_[c] = size > 0 ? constant : never;
  }
}

double NaiveBayes::score(const SparseRow& item, int cluster) const {
  double sum = constants_[cluster];
  for (std::size_t j = 0; j < item.values.size(); ++j)
    sum += item.values[j] * logs_(item.columns[j], cluster);
  return sum;
}

std::vector<int> NaiveBayes::best(const SparseMatrix& items, const Run& run) const {
  const Index clusters = constants_.size();
  std::vector<int> labels(static_cast<std::size_t>(items.rows()));
  const auto visit = [&](Index begin, Index end) {
    std::vector<double> scores(static_cast<std::size_t>(clusters));
    for (Index i = begin; i < end; ++i) {
      std::copy_n(constants_.data(), clusters, scores.data());
      const SparseRow item = row_of(items, i);
      for (std::size_t j = 0; j < item.values.size(); ++j) {
        const double* const logs = logs_.data() + item.columns[j] * clusters;
        for (Index c = 0; c < clusters; ++c) scores[static_cast<std::size_t>(c)] += item.values[j] * logs[c];
      }
      labels[static_cast<std::size_t>(i)] =
          static_cast<int>(std::ranges::max_element(scores) - scores.begin());
    }
  };
  for_each_block(items.rows(), visit, run);
  return labels;
}

Refined refine(const SparseMatrix& items, std::vector<int> labels, int clusters, double smoothing, int rounds,
               const Run& run) {
  Refined refined{.labels = std::move(labels)};
  while (refined.rounds < rounds && !run.stop.stop_requested()) {
    const NaiveBayes bayes(cluster_sums(items, refined.labels, clusters), smoothing);
    std::vector<int> next = bayes.best(items, run);
    keep_all_filled(items, bayes, refined.labels, next, clusters);
    ++refined.rounds;
    refined.converged = next == refined.labels;
    if (refined.converged) break;
    refined.labels = std::move(next);
  }
  return refined;
}

}  // namespace bellwether::denoising
