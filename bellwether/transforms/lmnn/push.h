#pragma once
// The weight of the impostors in lmnn.h, where it is left to the method: every fifth item of each class is
// held back, and the weight is taken with which most of them have their class among their 5 nearest others.
//
// Why it matters: eps sums over triplets, of which an item has as many as there are items of other classes,
// so that a weight of 1/2 lets impostors outweigh neighbours by far where classes overlap, and the map is
// fitted to chance. W&S choose it on items held back as well.

#include <functional>
#include <span>
#include <vector>

#include <bellwether/transforms/classes.h>

namespace bellwether::lmnn_detail {

/// From 1/2 down, by steps of about 4.
const std::vector<double>& pushes_to_try();

/// Which of the pushes to take. `map_of(classes, push)` learns from these items, features x dimensions. The
/// first if no class has an item to hold back.
double choose_push(const Classes& classes, const std::function<Matrix(const Classes&, double)>& map_of);

/// The share of `items` that most of their 5 nearest among `known` classify right; of equal votes the class
/// of the nearer ones.
double share_right(const Matrix& items, std::span<const int> labels, const Matrix& known,
                   std::span<const int> known_labels);

}  // namespace bellwether::lmnn_detail
