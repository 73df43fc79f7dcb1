#pragma once
// Spherical k-means over items that workers hold: what one process finds, to the last bit.

#include <bellwether/engine/part.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/spherical_pass.h>

namespace bellwether {

class SphericalStep {
 public:
  static constexpr const char* name = "spherical-kmeans";
  struct Model {
    Matrix directions = {};
    bool hold = false;  ///< seeds stay in their clusters
  };
  using Statistics = spherical_pass::Statistics;
  struct Memory {
    std::vector<double> inverse = {};  ///< 1 / ||x_i||
    std::vector<int> labels = {};
  };
  static Index clusters(const Model& model) { return model.directions.rows(); }

  SphericalStep(const Model& model, const Part& part, Memory& memory);
  Statistics accumulate(const Shard& shard);
  void finish() {}
  static void keep(Memory&) {}
  static Noted noted(const Memory& memory) { return {memory.labels, {}}; }

 private:
  spherical_pass::Model model_;
  std::span<const int> held_;
  Memory& memory_;
};
void visit(SphericalStep::Model& model, auto&& numbers) {
  numbers(model.directions), numbers(model.hold);
}

/// What spherical_kmeans() does where the items are not in this process, as kmeans_elsewhere().
SphericalResult spherical_elsewhere(const SphericalOptions& options, const Run& run, const Seeds& seeds);

}  // namespace bellwether
