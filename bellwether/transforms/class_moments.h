#pragma once
// Means and scatters of known classes, and of the items that are to be clustered, as sums over items: the
// same whoever holds them. The labels of classes are the seeds of the items (engine/holder.h).

#include <vector>

#include <bellwether/engine/holder.h>

namespace bellwether {

/// Sums of the items of each class, closed up, and last those of items without one.
struct ClassSums {
  Matrix sums = {};
  Vector counts = {};
};
void merge(ClassSums& into, const ClassSums& from);
void visit(ClassSums& s, auto&& numbers) {
  numbers(s.sums), numbers(s.counts);
}

class ClassSumStep {
 public:
  static constexpr const char* name = "sums of classes";
  struct Model {
    std::vector<int> labels = {};  ///< that occur, rising
  };
  using Statistics = ClassSums;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }
  ClassSumStep(const Model& model, const Part& part, Memory&) : model_(model), part_(part) {}
  ClassSums accumulate(const Shard& shard) const;
  void finish() {}

 private:
  const Model& model_;
  const Part& part_;
};
void visit(ClassSumStep::Model& m, auto&& numbers) {
  numbers(m.labels);
}

/// sum (x - m)(x - m)' around the mean of each item's class; and around theirs of those without a class.
struct ClassScatter {
  Matrix within = {}, fresh = {};
};
void merge(ClassScatter& into, const ClassScatter& from);
void visit(ClassScatter& s, auto&& numbers) {
  numbers(s.within), numbers(s.fresh);
}

class ClassScatterStep {
 public:
  static constexpr const char* name = "scatter of classes";
  struct Model {
    std::vector<int> labels = {};
    Matrix means = {};   ///< as ClassSums
    bool fresh = false;  ///< items without a class are looked at, too
  };
  using Statistics = ClassScatter;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }
  ClassScatterStep(const Model& model, const Part& part, Memory&) : model_(model), part_(part) {}
  ClassScatter accumulate(const Shard& shard) const;
  void finish() {}

 private:
  const Model& model_;
  const Part& part_;
};
void visit(ClassScatterStep::Model& m, auto&& numbers) {
  numbers(m.labels), numbers(m.means), numbers(m.fresh);
}

/// Which labels occur in a part, rising.
struct LabelsQuestion {
  static constexpr const char* name = "classes";
  static constexpr const char* memory_name = "classes";
  struct Memory {};
  using Answer = std::vector<int>;
  Answer answer(const Part& part, Memory&, const Run&) const;
};
void visit(LabelsQuestion&, auto&&) {}

struct ClassMoments {
  Index count = 0;                   ///< of classes
  Index known = 0, fresh = 0;        ///< items with a class, and without
  Matrix means = {};                 ///< a row for each class
  Eigen::MatrixXd within = {};       ///< pooled covariance within classes, denominator N - K (at least 1)
  Eigen::MatrixXd fresh_cover = {};  ///< covariance of items without a class, if it was asked for
};

/// Throws InvalidInput if nothing is labelled, or if there are more features than a full matrix is good for.
ClassMoments class_moments(const Holder& holder, bool with_fresh);

}  // namespace bellwether
