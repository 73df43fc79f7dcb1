#pragma once
// What standard and range scaling learn of each feature, as sums over items, whoever holds them.

#include <vector>

#include <bellwether/engine/holder.h>
#include <bellwether/features/normalise.h>

namespace bellwether {

/// Of each feature: the sum of x - from and of its square; the least and the largest x.
struct FeatureScales {
  Vector sums = {}, squares = {}, least = {}, most = {};
};
void merge(FeatureScales& into, const FeatureScales& from);
void visit(FeatureScales& s, auto&& numbers) {
  numbers(s.sums), numbers(s.squares), numbers(s.least), numbers(s.most);
}

class ScaleStep {
 public:
  static constexpr const char* name = "scales";
  struct Model {
    Vector from = {};
  };
  using Statistics = FeatureScales;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }
  ScaleStep(const Model& model, const Part&, Memory&) : model_(model) {}
  FeatureScales accumulate(const Shard& shard) const;  ///< of dense items
  void finish() {}

 private:
  const Model& model_;
};
void visit(ScaleStep::Model& m, auto&& numbers) {
  numbers(m.from);
}

/// The first of all items; the part that has it answers.
struct FirstItemQuestion {
  static constexpr const char* name = "first item";
  static constexpr const char* memory_name = "first item";
  struct Memory {};
  using Answer = Vector;
  Answer answer(const Part& part, Memory&, const Run&) const;
};
void visit(FirstItemQuestion&, auto&&) {}

/// As fit_normaliser(items, kind), whoever holds the items.
Normaliser fit_normaliser(const Holder& items, Normalise kind);

}  // namespace bellwether
