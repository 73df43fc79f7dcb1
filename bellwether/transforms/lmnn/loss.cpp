#include <bellwether/transforms/lmnn/loss.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <bellwether/engine/run.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether::lmnn_detail {
namespace {

constexpr Index rows_at_once = 512;
constexpr Index columns_at_once = 64;

/// Calls work(begin, end) for pieces of 0 .. count - 1 whose size is given: what is summed within one comes
/// out the same on any number of threads.
template <class Work>
void in_pieces(Index count, Index size, const Work& work) {
  for_each_parallel(static_cast<int>((count + size - 1) / size),
                    [&](int number) { work(number * size, std::min(count, (number + 1) * size)); });
}

/// How many of the falling distances exceed d - 1.
Index count_within_margin(std::span<const double> farthest, double d) {
  if (farthest.empty() || d >= 1 + farthest.front()) return 0;
  const auto end =
      std::partition_point(farthest.begin(), farthest.end(), [&](double t) { return 1 + t > d; });
  return end - farthest.begin();
}

/// S, from U and the degrees: with Y = diag(r + c) X / 2 - U it is X'Y + Y'X.
Eigen::MatrixXd scatter_of(const Matrix& items, const Matrix& weighted,
                           std::span<const std::int64_t> degrees) {
  Matrix y(items.rows(), items.cols());
  in_pieces(items.rows(), rows_at_once, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      y.row(i) = static_cast<double>(degrees[i]) / 2 * items.row(i) - weighted.row(i);
  });
  Eigen::MatrixXd half(items.cols(), items.cols());
  in_pieces(items.cols(), columns_at_once, [&](Index begin, Index end) {
    half.middleRows(begin, end - begin).noalias() = items.middleCols(begin, end - begin).transpose() * y;
  });
  return half + half.transpose();
}

}  // namespace

Eigen::MatrixXd target_scatter(const Matrix& items, const Targets& targets) {
  Matrix weighted = Matrix::Zero(items.rows(), items.cols());
  std::vector<std::int64_t> degrees(static_cast<std::size_t>(items.rows()));
  for (Index i = 0; i < items.rows(); ++i) {
    for (Index at = targets.begins[i]; at < targets.begins[i + 1]; ++at) {
      const int j = targets.items[at];
      weighted.row(i) += items.row(j);
      ++degrees[i];
      ++degrees[j];
    }
  }
  return scatter_of(items, weighted, degrees);
}

/// What one thread counts. Whole numbers: it does not matter who counts which block.
struct Loss::Counts {
  std::vector<std::int32_t> reached;  ///< impostors of each item that are within the margin of just c targets
  std::vector<std::int64_t> degrees;  ///< r + c
  std::int64_t active = 0;

  explicit Counts(const Targets& targets)
      : reached(targets.items.size() + targets.begins.size()), degrees(targets.begins.size() - 1) {}
};

Loss::Loss(const SortedClasses& sorted, const Targets& targets, Matrix items, double push, int threads)
    : targets_(targets),
      items_(std::move(items)),
      push_(push),
      threads_(threads),
      impostors_(sorted),
      order_(targets.items.size()),
      farthest_(targets.items.size()),
      sums_(targets.items.size()),
      radii_(items_.rows()),
      weighted_(items_.rows(), items_.cols()),
      degrees_(static_cast<std::size_t>(items_.rows())),
      block_values_(impostors_.blocks().size()),
      pull_(target_scatter(items_, targets)) {}

Matrix Loss::mapped(const Matrix& map) const {
  Matrix z(items_.rows(), map.rows());
  in_pieces(items_.rows(), rows_at_once, [&](Index begin, Index end) {
    z.middleRows(begin, end - begin).noalias() = items_.middleRows(begin, end - begin) * map.transpose();
  });
  return z;
}

/// Sorts the targets of each item, the farthest first.
void Loss::measure_targets(const Matrix& z) {
  in_pieces(z.rows(), rows_at_once, [&](Index begin, Index end) {
    std::vector<std::pair<double, int>> found;
    for (Index i = begin; i < end; ++i) {
      found.clear();
      for (Index at = targets_.begins[i]; at < targets_.begins[i + 1]; ++at) {
        const int j = targets_.items[at];
        found.emplace_back(-kernels::squared_distance(z.row(i).data(), z.row(j).data(), z.cols()), j);
      }
      std::sort(found.begin(), found.end());
      double sum = 0;
      for (std::size_t q = 0; q < found.size(); ++q) {
        const Index at = targets_.begins[i] + static_cast<Index>(q);
        order_[at] = found[q].second;
        farthest_[at] = -found[q].first;
        sums_[at] = sum += farthest_[at];
      }
      radii_[i] = found.empty() ? 0 : std::sqrt(1 + farthest_[targets_.begins[i]]);
    }
  });
}

/// The hinges of all pairs of a block, and the block's rows of U. A pair (a, b) counts for the targets of a
/// and for those of b.
void Loss::visit_block(std::size_t number, const Matrix& z, Counts& counts) {
  const RowBlock& block = impostors_.blocks()[number];
  const BlockPairs& pairs = impostors_.pairs(number);
  double value = 0;
  const auto margin_of = [&](Index item, double d) {
    const auto begin = targets_.begins[item];
    const Index c = count_within_margin(std::span(farthest_).subspan(begin, targets_.count(item)), d);
    if (c > 0) {
      value += static_cast<double>(c) * (1 - d) + sums_[begin + c - 1];
      ++counts.reached[begin + item + c];
    }
    return c;
  };
  for (Index a = block.begin; a < block.end; ++a) {
    weighted_.row(a).setZero();
    std::int64_t degree = 0;
    for (Index at = pairs.begins[a - block.begin]; at < pairs.begins[a - block.begin + 1]; ++at) {
      const int b = pairs.partners[at];
      const double d = kernels::squared_distance(z.row(a).data(), z.row(b).data(), z.cols());
      const Index triplets = margin_of(a, d) + margin_of(b, d);
      if (triplets == 0) continue;
      kernels::add_scaled(weighted_.row(a).data(), -static_cast<double>(triplets), items_.row(b).data(),
                          items_.cols());
      degree += triplets;
      counts.degrees[b] -= triplets;
    }
    counts.degrees[a] -= degree;
    counts.active += degree;
  }
  block_values_[number] = value;
}

/// Each target stands in as many active triplets as there are impostors within its margin.
void Loss::add_targets(Index item, std::span<Counts> all, Counts& counts) {
  const Index begin = targets_.begins[item];
  std::int64_t within = 0;
  for (Index q = targets_.count(item); q-- > 0;) {
    for (const Counts& one : all) within += one.reached[begin + item + q + 1];
    if (within == 0) continue;
    const int j = order_[begin + q];
    kernels::add_scaled(weighted_.row(item).data(), static_cast<double>(within), items_.row(j).data(),
                        items_.cols());
    counts.degrees[item] += within;
    counts.degrees[j] += within;
  }
}

Assessed Loss::assess(const Matrix& map) {
  const Matrix z = mapped(map);
  measure_targets(z);
  impostors_.prepare(z, radii_);

  std::vector<Counts> counts(static_cast<std::size_t>(threads_), Counts(targets_));
  const auto blocks = impostors_.blocks().size();
  for_each_parallel(threads_, [&](int worker) {
    for (std::size_t b = static_cast<std::size_t>(worker); b < blocks; b += counts.size())
      visit_block(b, z, counts[worker]);
  });
  for_each_parallel(threads_, [&](int worker) {
    for (Index i = worker; i < z.rows(); i += threads_) add_targets(i, counts, counts[worker]);
  });

  Assessed result;
  std::fill(degrees_.begin(), degrees_.end(), 0);
  for (const Counts& one : counts) {
    result.active += one.active;
    for (std::size_t i = 0; i < degrees_.size(); ++i) degrees_[i] += one.degrees[i];
  }
  result.value = (1 - push_) * std::accumulate(farthest_.begin(), farthest_.end(), 0.0) +
                 push_ * std::accumulate(block_values_.begin(), block_values_.end(), 0.0);
  result.scatter = (1 - push_) * pull_ + push_ * scatter_of(items_, weighted_, degrees_);
  return result;
}

}  // namespace bellwether::lmnn_detail
