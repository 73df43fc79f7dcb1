#pragma once
// Normalise: put features, or items, on one scale. Fitted once and kept with a model, so that new items are
// measured with the same ruler.

#include <string_view>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>

namespace bellwether {

enum class Normalise {
  none,
  standard,  ///< each feature gets mean 0 and variance 1
  range,     ///< each feature goes from 0 to 1
  l1,        ///< the absolute values of each item sum to 1
  l2,        ///< each item has length 1
};

std::string_view name_of(Normalise kind);
/// none, standard, range, l1 or l2.
Normalise normalise_by_name(std::string_view name);

struct Normaliser {
  Normalise kind = Normalise::none;
  Vector centre = {};  ///< standard: the mean of each feature; range: its least value; empty for the others
  Vector scale = {};   ///< standard: its deviation sqrt(sum (x - mean)^2 / n); range: its largest value less
                       ///< its least; 1 if it does not vary
};

/// `standard` and `range` learn from the items; a feature that varies by no more than rounding is centred and
/// not scaled. Sparse items can be given neither: the zeros that are not stored would become -mean/scale.
Normaliser fit_normaliser(const Rows& items, Normalise kind);

/// In place. An item whose values are all 0 has no direction and stays as it is under l1 and l2.
void apply(const Normaliser& normaliser, Matrix& items, const Run& run = {});
void apply(const Normaliser& normaliser, SparseMatrix& items, const Run& run = {});
void apply(const Normaliser& normaliser, Dataset& items, const Run& run = {});

}  // namespace bellwether
