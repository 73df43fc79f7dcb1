#pragma once
// Blocks of items turned on their side, one feature after the other and in units of their own, as loops over
// many items at once want them.

#include <bellwether/engine/holder.h>
#include <bellwether/mixtures/feature_sums.h>
#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {

/// x as (x - shift) / scale, feature by feature.
struct Units {
  Vector shift = {};
  Vector scale = {};
};
void visit(Units& units, auto&& numbers) {
  numbers(units.shift), numbers(units.scale);
}

/// The mean and the standard deviation of each feature over all items; with `one_scale`, the root of the mean
/// variance for all. A feature that does not vary gets a scale that is small beside the others.
Units units_of(const Holder& holder, bool one_scale);

/// The sum of each feature, or of its squares, in some units.
class UnitStep {
 public:
  static constexpr const char* name = "units";
  struct Model {
    Units units = {};
    bool squares = false;
  };
  using Statistics = FeatureTotals;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }

  UnitStep(const Model& model, const Part&, Memory&) : model_(model) {}
  FeatureTotals accumulate(const Shard& shard) const;
  void finish() {}

 private:
  const Model& model_;
};
void visit(UnitStep::Model& model, auto&& numbers) {
  numbers(model.units), numbers(model.squares);
}

class ItemColumns {
 public:
  /// From one feature to the next: not a power of two, at which all would compete for a few lines of the
  /// cache.
  static constexpr Index stride = soft_block + 8;

  /// At most `soft_block` rows. What stands behind the last is 0 or left from an earlier block.
  void fill(const DenseRows& rows, const Units& units);
  void fill(const SparseRows& rows, const Units& units);

  /// Features x items of the block.
  auto values() const { return columns_.leftCols(items_); }
  /// All of it, features x stride.
  const Matrix& padded() const { return columns_; }
  Index items() const { return items_; }

 private:
  void resize(Index features, Index items);

  Matrix columns_ = {};
  Index items_ = 0;
};

}  // namespace bellwether
