#pragma once
// The steps that soft mixtures share: responsibilities of a block of items, and weighted sums of items.

#include <span>

#include <bellwether/data/rows.h>

namespace bellwether {

/// How many items are worked on at once: their scores stay in the second-level cache.
inline constexpr Index soft_block = 256;

/// Where the best cluster of each item, and its probability, are noted on the way.
struct SoftLabels {
  std::span<int> labels;
  std::span<double> probabilities;
  std::span<const int> held = {};  ///< clusters that are known, or `unlabelled`; empty: none is

  SoftLabels slice(Index begin, Index count) const {
    const auto first = static_cast<std::size_t>(begin), size = static_cast<std::size_t>(count);
    return {labels.subspan(first, size), probabilities.subspan(first, size),
            held.empty() ? held : held.subspan(first, size)};
  }
};

/// Turns each row of log joint densities s_ik into responsibilities r_ik = exp(s_ik) / sum_k exp(s_ik), in
/// place, safely for any scores. Returns sum_i log sum_k exp(s_ik).
/// An item whose cluster h is known has r_ih = 1 and adds s_ih: its cluster is observed, not summed out.
double responsibilities(Eigen::Ref<Matrix> scores, const SoftLabels& noted);

/// scores(i, k) += x_i . c_k for sparse rows; `by_feature` is features x clusters.
void add_products(const SparseRows& rows, const Matrix& by_feature, Eigen::Ref<Matrix> scores);

/// sums(p, k) += sum_i r_ik x_ip scale_i for sparse rows; no scales: 1.
void add_weighted(const SparseRows& rows, std::span<const double> scales, const Eigen::Ref<const Matrix>& r,
                  Matrix& sums);

}  // namespace bellwether
