#pragma once
// Labels and probabilities from scores of items, one for each cluster: p(k | x) = exp(s_k) / sum_l exp(s_l).

#include <functional>
#include <span>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/clustering.h>

namespace bellwether {

/// Takes the number of the first item of a block, and a row of scores for each of its items.
using VisitScores = std::function<void(Index, const Matrix&)>;

/// z_i = argmax_k s_k, or where it is held; probabilities are those of the labels. `for_each` calls what it
/// is given for blocks in any order, several at once.
void label_by_scores(Index items, const std::function<void(const VisitScores&)>& for_each,
                     std::span<const int> held, Clustering& result);

/// Seeds are where they are for sure.
void be_sure_of(std::span<const int> seeds, Clustering& result);

}  // namespace bellwether
