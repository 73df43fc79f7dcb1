#pragma once
// A few candidates for the next centre, and how much nearer each of them is to an item than the centres that
// are already chosen.
//
// Distances are those of double precision. For dense rows a product in single precision with a proved bound
// on its error (nearest.h) first says which candidates cannot be nearer, and those are not measured.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/mixtures/nearer.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {

/// One number for each candidate; places behind the last one mean nothing.
using PerCandidate = std::array<double, kernels::most_candidates>;

/// Squared distances, of items or (with inverse lengths) of their directions, which are unit vectors.
struct Metric {
  std::span<const double> inverse_lengths = {};  ///< of all items; empty: items count as they are
  double absolute_error = 0;                     ///< what a squared distance may be wrong by,
  double relative_error = 0;                     ///< and by which share of itself

  bool directions() const { return !inverse_lengths.empty(); }
  /// The inverse lengths of item `first` and those behind it.
  std::span<const double> from(Index first) const {
    return directions() ? inverse_lengths.subspan(static_cast<std::size_t>(first)) : inverse_lengths;
  }
  double inverse(Index item) const { return directions() ? inverse_lengths[item] : 1.0; }
};

double squared_distance(std::span<const double> row, double inverse, const Metric& metric,
                        std::span<const double> centre, double squared_norm);
double squared_distance(const SparseRow& row, double inverse, const Metric& metric,
                        std::span<const double> centre, double squared_norm);

/// All items in single precision, as the frame has them, kept from round to round: to make them again would
/// cost more than to look at them. Not for sparse items, nor for more than 1 GiB; then empty.
struct NarrowItems {
  kernels::FloatBuffer values = {};
  std::vector<double> squared_norms = {};  ///< not for directions, which have length 1
};
NarrowItems narrow_items(const DenseRows& rows, const Metric& metric, const Frame& frame, const Run& run);
inline NarrowItems narrow_items(const SparseRows&, const Metric&, const Frame&, const Run&) {
  return {};
}

class DenseCandidates {
 public:
  /// `frame`: where the items lie, for single precision; the first centre lies at its shift.
  DenseCandidates(Matrix centres, const Metric& metric, const Frame& frame);

  struct Workspace {
    kernels::FloatBuffer narrow = {};
    std::vector<double> squared_norms = {};
    std::vector<float> thresholds = {};
    std::vector<std::uint16_t> masks = {};
    std::vector<int> places = {};
  };
  /// Looks at the rows `chosen` of a block that begins with item `first`; the squared distances of the
  /// block's rows to the nearest centre so far are `nearest`.
  void look(const DenseRows& block, Index first, std::span<const int> chosen, std::span<const double> nearest,
            const NarrowItems& narrow, Workspace& workspace) const;
  /// values_c = min(nearest, squared distance to c) for row chosen[j] of the block last looked at. Returns
  /// which candidates are nearer, a bit for each.
  std::uint16_t measure(const DenseRows& block, Index first, std::span<const int> chosen, std::size_t j,
                        double nearest, const Workspace& workspace, PerCandidate& values) const;
  double distance(std::span<const double> row, Index item, int candidate) const;

  const Matrix& centres() const { return centres_; }

 private:
  float threshold(double squared_norm, double nearest) const;

  Matrix centres_;
  Metric metric_;
  Frame frame_;
  kernels::PackedCandidates packed_ = {};
  ScoreError error_ = {};
};

class SparseCandidates {
 public:
  SparseCandidates(Matrix centres, const Metric& metric, const Frame& frame);

  struct Workspace {};
  void look(const SparseRows&, Index, std::span<const int>, std::span<const double>, const NarrowItems&,
            Workspace&) const {}
  std::uint16_t measure(const SparseRows& block, Index first, std::span<const int> chosen, std::size_t j,
                        double nearest, const Workspace&, PerCandidate& values) const;
  double distance(const SparseRow& row, Index item, int candidate) const;

  const Matrix& centres() const { return centres_; }

 private:
  Matrix centres_;
  Matrix by_feature_;  ///< features x candidates: one pass over a row's values serves all
  Vector squared_norms_;
  Metric metric_;
};

template <class RowsKind>
using CandidatesFor =
    std::conditional_t<std::is_same_v<RowsKind, DenseRows>, DenseCandidates, SparseCandidates>;

}  // namespace bellwether
