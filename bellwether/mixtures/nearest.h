#pragma once
// The nearest centre of each item, exactly as double precision would find it, at the price of single.
//
// Scores  x . mu_k - 1/2 ||mu_k||^2  are products in single precision with a proved bound on their error
// (dense rows; sparse rows stay in double). Only where the best two scores are closer than the bound allows
// are all distances computed again, one by one in double; the first of equal distances wins.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether {

/// Where the items lie: single precision is best spent on (x - shift) scale, which is within [-1, 1]. Sparse
/// items are not shifted.
struct Frame {
  Vector shift = {};
  double scale = 1;  ///< a power of two: scaling is exact
};

void visit(Frame& frame, auto&& numbers) {
  numbers(frame.shift), numbers(frame.scale);
}

/// Also checks that every value is finite; one pass over the items.
Frame frame_of(const Rows& items, const Run& run);

/// What a frame is made of, of one shard or, merged, of all items.
struct Extent {
  Vector sums = {}, least = {}, most = {};  ///< of each feature; dense rows only
  double squares = 0;                       ///< of all values; sparse rows only
  double largest = 0;                       ///< of their magnitudes
};
void visit(Extent& e, auto&& numbers) {
  numbers(e.sums), numbers(e.least), numbers(e.most), numbers(e.squares), numbers(e.largest);
}
void merge(Extent& into, const Extent& from);
Extent extent_of(const Rows& rows);
/// Of all rows that a device holds: the bits of the sum over their shards.
Extent extent_of(const DeviceItems& items);

/// The frame of `rows` items; nothing if a value is not finite or a square overflows.
std::optional<Frame> frame_from(const Extent& extent, Index rows, Index columns, bool sparse);

/// Throws InvalidInput: a squared distance would overflow.
[[noreturn]] void throw_too_large();

/// Throws InvalidInput if the items differ by so little that every squared distance would be 0.
void require_squares(const Frame& frame);

/// A power of two that brings `radius` to between 1/2 and 1.
double scale_for(double radius);

/// What a score  x . c - 1/2 ||c||^2  in single precision may be wrong by, for x and c in the frame:
/// of_norm ||x||^2 + of_centres.
struct ScoreError {
  double of_norm = 0;
  double of_centres = 0;
  double at(double squared_norm) const { return of_norm * squared_norm + of_centres; }
};

/// `squared_reach`: of the longest c.
ScoreError score_error(Index columns, double squared_reach, double scale);

/// One item's answer.
struct Nearest {
  int centre = 0;
  double next = 0;  ///< no other centre is nearer than this, as a distance times the frame's scale
};

/// Centres laid out for dense items.
class DenseCentres {
 public:
  DenseCentres(const Matrix& means, const Frame& frame);

  double squared_distance(std::span<const double> row, int centre) const;
  /// Of each row to the centre of its label; rows without one (negative) are skipped.
  void squared_distances(const DenseRows& rows, std::span<const int> labels, double* out) const;

  /// Room for one block's work; one for each thread, and kept from block to block.
  struct Workspace {
    kernels::FloatBuffer narrow = {};
    std::vector<double> squared_norms = {};
    std::vector<kernels::TopTwo> tops = {};
  };

  /// Nearest centres of the rows `chosen` of a block of rows. `upcoming` are those that will be wanted next.
  void nearest(const DenseRows& rows, std::span<const int> chosen, const DenseRows& upcoming,
               Workspace& workspace, Nearest* out) const;

 private:
  Nearest decide(std::span<const double> row, const kernels::TopTwo& top, double squared_norm) const;

  Matrix means_;
  Frame frame_;
  kernels::PackedCentres packed_;
  ScoreError error_;
};

/// Centres laid out for sparse items: one feature of all centres after the other.
class SparseCentres {
 public:
  SparseCentres(const Matrix& means, const Frame& frame);

  double squared_distance(const SparseRow& row, int centre) const;
  void squared_distances(const SparseRows& rows, std::span<const int> labels, double* out) const;

  struct Workspace {
    std::vector<double> scores = {};
  };
  void nearest(const SparseRows& rows, std::span<const int> chosen, const SparseRows& upcoming,
               Workspace& workspace, Nearest* out) const;

 private:
  Nearest nearest_of(const SparseRow& row, std::vector<double>& scores) const;

  Matrix by_feature_;  ///< features x clusters
  Vector squared_norms_;
  double scale_ = 1;
  double reach_ = 0;
};

/// The centres class for a kind of rows.
template <class RowsKind>
using CentresFor = std::conditional_t<std::is_same_v<RowsKind, DenseRows>, DenseCentres, SparseCentres>;

}  // namespace bellwether
