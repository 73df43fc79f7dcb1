#pragma once
// Moves: one element at a time is taken out of its cluster, compared with all, and put where it loses the
// least information.
//
//   f(t) = t log t;  A[r,s] = p(x~=r, z~=s), R its row sums, v_s = p(x, z~=s)
//   g(c) = sum_s [f(A[c,s] + v_s) - f(A[c,s])] - [f(R[c] + p(x)) - f(R[c])]
//
// and for a feature the sum over the collections, each with its lambda. J falls by exactly the difference of
// g. Because G(c) = sum_s f(A[c,s]) - f(R[c]) is convex, where no move helps the papers' update changes
// nothing either.

#include <bellwether/coclustering/cells.h>
#include <bellwether/coclustering/views.h>

namespace bellwether::coclustering {

class Moves {
 public:
  /// The views outlive this; `labels` are changed in place.
  Moves(std::span<const View> views, std::vector<int>& labels, int clusters);

  /// Visits the elements in the given order; returns how many moved.
  Index sweep(std::span<const Index> order);

  /// sum of lambda I(clusters; parts), in nats.
  double information() const;

  /// As View::table, after the moves.
  const std::vector<double>& table(std::size_t view) const { return cells_[view].table(); }

 private:
  bool visit(Index element);

  std::span<const View> views_;
  std::vector<int>& labels_;
  std::vector<Cells> cells_;
  std::vector<Profiles> profiles_;
  std::vector<double> gains_;
  std::vector<Line> lines_;
};

}  // namespace bellwether::coclustering
