#pragma once
// The steps that soft mixtures share: responsibilities of a block of items, weighted sums of items, and
// mixing weights.

#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/part.h>

namespace bellwether {

/// How many items are worked on at once: their scores stay in the second-level cache.
inline constexpr Index soft_block = 256;

/// Where the best cluster of each item, and its probability, are noted on the way.
struct SoftLabels {
  std::span<int> labels;  ///< empty: they are not kept
  std::span<double> probabilities;
  std::span<const int> held = {};  ///< clusters that are known, or `unlabelled`; empty: none is

  /// Of some items; what is not kept is noted in the room that is given.
  SoftLabels slice(Index begin, Index count, std::vector<int>& label_room,
                   std::vector<double>& probability_room) const {
    const auto first = static_cast<std::size_t>(begin), size = static_cast<std::size_t>(count);
    const auto known = held.empty() ? held : held.subspan(first, size);
    if (!labels.empty()) return {labels.subspan(first, size), probabilities.subspan(first, size), known};
    label_room.resize(size);
    probability_room.resize(size);
    return {label_room, probability_room, known};
  }
};

/// What is remembered of the items of a part from one round to the next.
struct SoftMemory {
  std::vector<double> inverse = {};  ///< 1 / ||x_i||, of a family of directions
  bool keeps = false;                ///< labels are noted
  Noted noted = {};
};

/// What the M step of a mixture is made from.
struct SoftStatistics {
  Matrix sums;          ///< of items, weighted by responsibilities: features x clusters
  Vector counts;        ///< sum_i r_ik
  Vector sizes;         ///< items of which the cluster is the likeliest
  double scatter = 0;   ///< sum_ik r_ik ||x_i - mu_k||^2, of a family that needs it
  Matrix moments = {};  ///< weighted sums of second order, of a family that needs them
  double objective = 0;
};
void visit(SoftStatistics& s, auto&& numbers) {
  numbers(s.sums), numbers(s.counts), numbers(s.sizes), numbers(s.scatter), numbers(s.moments);
  numbers(s.objective);
}
void merge(SoftStatistics& into, const SoftStatistics& from);

/// Whether any item wants a cluster: its sum of responsibilities is more than rounding leaves of nothing. One
/// that none wants keeps its density and ends with the weight 0: to give it an item could lower the
/// likelihood.
bool is_wanted(double count);

/// w_k = n_k / N, or 1 / K if weights are equal.
Vector mixing_weights(const Vector& counts, bool equal);

/// BIC = -2 L + p log N, for the log-likelihood L of `items` items under a model with p free parameters: the
/// smaller, the better the model for its size.
///   G. Schwarz. Estimating the dimension of a model. Annals of Statistics 6, 1978.
double bic(double log_likelihood, double parameters, Index items);

/// How many of the mixing weights are free.
inline double free_weights(Index clusters, bool equal) {
  return equal ? 0.0 : static_cast<double>(clusters - 1);
}

/// Turns each row of log joint densities s_ik into responsibilities r_ik = exp(s_ik) / sum_k exp(s_ik), in
/// place, safely for any scores. Returns sum_i log sum_k exp(s_ik).
/// An item whose cluster h is known has r_ih = 1 and adds s_ih: its cluster is observed, not summed out.
double responsibilities(Matrix& scores, const SoftLabels& noted);

/// scores(i, k) += x_i . c_k for sparse rows; `by_feature` is features x clusters.
void add_products(const SparseRows& rows, const Matrix& by_feature, Eigen::Ref<Matrix> scores);

/// sums(p, k) += sum_i r_ik x_ip scale_i for sparse rows; no scales: 1.
void add_weighted(const SparseRows& rows, std::span<const double> scales, const Eigen::Ref<const Matrix>& r,
                  Matrix& sums);

}  // namespace bellwether
