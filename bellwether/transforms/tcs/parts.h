#pragma once
// What tcs-gm asks of the items of known classes, as sums over them: the same whoever holds them. The labels
// of classes are the seeds of the items.

#include <span>
#include <vector>

#include <bellwether/engine/part.h>

namespace bellwether {

/// Rows of known class as a problem has them: dense ones less their mean.
struct TcsView {
  Vector centre = {};           ///< none: nothing is taken away
  std::vector<int> names = {};  ///< of the classes, rising
};
void visit(TcsView& v, auto&& numbers) {
  numbers(v.centre), numbers(v.names);
}

/// Sums of the values of each class and of all squares, by feature; the largest magnitude.
struct TcsMoments {
  Matrix sums = {};
  Vector squares = {};
  Vector counts = {};
  double largest = 0;
};
void merge(TcsMoments& into, const TcsMoments& from);
void visit(TcsMoments& m, auto&& numbers) {
  numbers(m.sums), numbers(m.squares), numbers(m.counts), numbers(m.largest);
}
TcsMoments tcs_moments(const Shard& shard, std::span<const int> labels, int classes);

/// Plain sums by feature, for the mean.
struct TcsTotals {
  Vector values = {};
  double largest = 0;
};
void merge(TcsTotals& into, const TcsTotals& from);
void visit(TcsTotals& t, auto&& numbers) {
  numbers(t.values), numbers(t.largest);
}
TcsTotals tcs_totals(const Matrix& rows);

/// The sums of problem.h for some scores.
struct TcsLossSums {
  double value = 0;
  double entropy = 0;
  Vector weights = {};
  Matrix products = {};
};
void merge(TcsLossSums& into, const TcsLossSums& from);
void visit(TcsLossSums& s, auto&& numbers) {
  numbers(s.value), numbers(s.entropy), numbers(s.weights), numbers(s.products);
}
TcsLossSums tcs_loss_sums(const Matrix& scores, const Vector& offsets, std::span<const int> labels,
                          double share, const Rows& rows);

/// Squares of the items after a turn, by its dimensions.
struct TcsSquares {
  Vector values = {};
};
void merge(TcsSquares& into, const TcsSquares& from);
void visit(TcsSquares& s, auto&& numbers) {
  numbers(s.values);
}
TcsSquares tcs_squares(const Matrix& rows, const Matrix& turn);

/// What the steps below have in common.
class TcsStep {
 public:
  struct Model {
    TcsView view = {};
    Matrix scores = {};  ///< or a turn
    Vector offsets = {};
    double share = 0;
  };
  struct Memory {};
  static Index clusters(const Model&) { return 1; }
  TcsStep(const Model& model, const Part& part, Memory&) : model_(model), part_(part) {}
  void finish() {}

 protected:
  std::vector<int> labels_of(const Shard& shard) const;
  /// Calls `use` with the rows as the problem has them.
  template <class Use>
  auto as_seen(const Shard& shard, const Use& use) const;

  const Model& model_;
  const Part& part_;
};
void visit(TcsStep::Model& m, auto&& numbers) {
  numbers(m.view), numbers(m.scores), numbers(m.offsets), numbers(m.share);
}

struct TcsTotalStep : TcsStep {
  static constexpr const char* name = "tcs: totals";
  using Statistics = TcsTotals;
  using TcsStep::TcsStep;
  TcsTotals accumulate(const Shard& shard) const;
};

struct TcsMomentStep : TcsStep {
  static constexpr const char* name = "tcs: moments";
  using Statistics = TcsMoments;
  using TcsStep::TcsStep;
  TcsMoments accumulate(const Shard& shard) const;
};

struct TcsLossStep : TcsStep {
  static constexpr const char* name = "tcs: loss";
  using Statistics = TcsLossSums;
  using TcsStep::TcsStep;
  TcsLossSums accumulate(const Shard& shard) const;
};

struct TcsSquareStep : TcsStep {
  static constexpr const char* name = "tcs: squares";
  using Statistics = TcsSquares;
  using TcsStep::TcsStep;
  TcsSquares accumulate(const Shard& shard) const;
};

}  // namespace bellwether
