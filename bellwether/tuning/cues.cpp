#include <bellwether/tuning/cues.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/features/weights.h>
#include <bellwether/tuning/directions.h>
#include <bellwether/tuning/ranks.h>

namespace bellwether {
namespace {

/// The cosine and the three divergences of one item.
using Fit = std::array<double, plain_cues>;

struct Prepared {
  std::vector<Index> numbers = {};  ///< of the items that are not all zeros
  SparseMatrix shares = {};         ///< each row sums to 1
  SparseMatrix weighted = {};
  std::vector<double> lengths = {};  ///< of the weighted rows
};

/// Sums of the shares and of the weighted rows of a cluster; all zeros between clusters.
struct Sums {
  std::vector<double> shares = {};
  std::vector<double> weighted = {};
};

void check(const Rows& items, const Candidates& candidates) {
  require(candidates.size() > 0, "there are no clusterings to take cues from");
  require(candidates.labels.size() == candidates.size(),
          "{} values of the option came with {} clusterings: there must be one for each", candidates.size(),
          candidates.labels.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const std::vector<int>& labels = candidates.labels[c];
    require(static_cast<Index>(labels.size()) == items.rows(),
            "clustering {} (counted from 0) has {} labels, but there are {} items", c, labels.size(),
            items.rows());
    const auto below = std::ranges::find_if(labels, [](int label) { return label < 0; });
    require(below == labels.end(),
            "clustering {} (counted from 0) puts item {} in cluster {}, but clusters are numbered from 0", c,
            below - labels.begin(), below == labels.end() ? 0 : *below);
  }
}

Prepared prepare(const Rows& items, const Run& run) {
  Prepared p;
  p.numbers = tuning::rows_with_values(items);
  require(!p.numbers.empty(), "there are no items with a value other than 0: no cue can be taken from them");
  p.shares = tuning::sparse_rows(items, p.numbers);
  p.weighted = p.shares;
  apply(fit_weighter(p.weighted, {.kind = Weighting::okapi}), p.weighted, run);
  p.lengths = tuning::lengths_of(p.weighted);
  for (Index i = 0; i < p.shares.rows(); ++i) {
    const auto begin = p.shares.values.begin() + p.shares.starts[i],
               end = p.shares.values.begin() + p.shares.starts[i + 1];
    const double sum = std::accumulate(begin, end, 0.0);
    std::for_each(begin, end, [&](double& value) { value /= sum; });
  }
  return p;
}

/// D_a(P || Q) at a = 1, 0.5 and 0.1 of an item P from the centroid Q = sums / size of its own cluster. The
/// centroid has every word of the item, so the words of the item are all that count:
///   sum P log(P/Q),  -2 log(sum sqrt(P Q)),  -log(sum Q exp(0.1 log(P/Q))) / 0.9
void measure_divergences(const SparseRow& item, const std::vector<double>& sums, double size, Fit& fit) {
  double first = 0, half = 0, tenth = 0;
  for (std::size_t at = 0; at < item.values.size(); ++at) {
    const double p = item.values[at];
    const double q = sums[item.columns[at]] / size;
    const double log_ratio = std::log(p / q);
    first += p * log_ratio;
    half += std::sqrt(p * q);
    tenth += q * std::exp(0.1 * log_ratio);
  }
  // None is below 0 but for rounding.
  fit[1] = std::max(0.0, first);
  fit[2] = std::max(0.0, -2 * std::log(half));
  fit[3] = std::max(0.0, -std::log(tenth) / 0.9);
}

/// Of the items `members` of one cluster. Costs what they store, whatever the number of columns.
void measure_cluster(const Prepared& p, std::span<const Index> members, Sums& sums, std::vector<Fit>& fits) {
  const auto shares = [&](Index i) { return tuning::row_of(p.shares, i); };
  const auto weighted = [&](Index i) { return tuning::row_of(p.weighted, i); };
  for (const Index i : members) {
    tuning::add(shares(i), sums.shares);
    tuning::add(weighted(i), sums.weighted);
  }
  double squares = 0;  // |sum of rows|^2 = sum over rows of row . sum
  for (const Index i : members) {
    Fit& fit = fits[static_cast<std::size_t>(i)];
    fit[0] = tuning::dot(weighted(i), sums.weighted);
    squares += fit[0];
    measure_divergences(shares(i), sums.shares, static_cast<double>(members.size()), fit);
  }
  const double length = std::sqrt(squares);
  for (const Index i : members) {
    Fit& fit = fits[static_cast<std::size_t>(i)];
    fit[0] = tuning::cosine(fit[0], p.lengths[static_cast<std::size_t>(i)], length);
    tuning::clear(shares(i), sums.shares);
    tuning::clear(weighted(i), sums.weighted);
  }
}

/// Means are summed in the order of the items, and centroids too: the names of the clusters do not show.
Fit measure(const Prepared& p, const std::vector<int>& labels) {
  const auto label_of = [&](Index i) {
    return labels[static_cast<std::size_t>(p.numbers[static_cast<std::size_t>(i)])];
  };
  std::vector<Index> order(p.numbers.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, label_of);

  Sums sums{std::vector<double>(static_cast<std::size_t>(p.shares.columns)),
            std::vector<double>(static_cast<std::size_t>(p.shares.columns))};
  std::vector<Fit> fits(order.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && label_of(order[end]) == label_of(order[begin])) ++end;
    measure_cluster(p, std::span(order).subspan(begin, end - begin), sums, fits);
  }

  Fit mean{};
  for (const Fit& fit : fits)
    for (std::size_t cue = 0; cue < fit.size(); ++cue) mean[cue] += fit[cue];
  for (double& cue : mean) cue /= static_cast<double>(fits.size());
  mean[0] = std::max(0.0, 1 - mean[0]);
  return mean;
}

/// To [0, 1]; to 0 if the column varies by no more than rounding.
void scale_column(Matrix& cues, Index column) {
  double least = cues(0, column), most = least;
  for (Index i = 1; i < cues.rows(); ++i) {
    least = std::min(least, cues(i, column));
    most = std::max(most, cues(i, column));
  }
  const bool varies = most - least > 1e-12 * std::max(std::abs(least), std::abs(most));
  for (Index i = 0; i < cues.rows(); ++i)
    cues(i, column) = varies ? (cues(i, column) - least) / (most - least) : 0;
}

/// The mean of the ranks of each row in the columns.
std::vector<double> mean_ranks(const Matrix& plain) {
  std::vector<double> means(static_cast<std::size_t>(plain.rows())), column(means.size());
  for (Index j = 0; j < plain.cols(); ++j) {
    for (std::size_t i = 0; i < column.size(); ++i) column[i] = plain(static_cast<Index>(i), j);
    const std::vector<double> ranks = ranks_of(column);
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += ranks[i] / static_cast<double>(plain.cols());
  }
  return means;
}

}  // namespace

Matrix plain_cues_of(const Rows& items, const Candidates& candidates, const Run& run) {
  check(items, candidates);
  const Prepared prepared = prepare(items, run);
  Matrix cues(static_cast<Index>(candidates.size()), plain_cues);
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(candidates.size()), [&](int c) {
      const Fit fit = measure(prepared, candidates.labels[static_cast<std::size_t>(c)]);
      std::ranges::copy(fit, cues.data() + Index{c} * plain_cues);
    });
  });
  return cues;
}

Matrix scaled_cues(const Matrix& plain, CueScale scale) {
  require(plain.rows() > 0 && plain.cols() == plain_cues,
          "cues come as a row of {} for each clustering, but these are {} rows of {}", plain_cues,
          plain.rows(), plain.cols());
  for (Index i = 0; i < plain.size(); ++i)
    require(std::isfinite(plain.data()[i]), "cue {} of clustering {} (both counted from 0) is {}",
            i % plain_cues, i / plain_cues, plain.data()[i]);
  const std::vector<double> ranks = mean_ranks(plain);
  Matrix cues = Matrix::Zero(plain.rows(), plain_cues + plain.rows());
  for (Index i = 0; i < plain.rows(); ++i) {
    for (Index j = 0; j < plain_cues; ++j) cues(i, j) = plain(i, j);
    cues(i, plain_cues + i) = std::exp(-0.1 * ranks[static_cast<std::size_t>(i)]);
  }
  const Index scaled = scale == CueScale::every ? cues.cols() : plain_cues;
  for (Index j = 0; j < scaled; ++j) scale_column(cues, j);
  return cues;
}

}  // namespace bellwether
